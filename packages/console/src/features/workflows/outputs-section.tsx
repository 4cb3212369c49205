/** Named outputs of a step or of the workflow, each an expression. */
import type { YamlPath } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button, IconButton } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import type { OnEdit } from '../../components/on-edit.js';
import { Section, smallField } from '../../components/section.js';
import { objectOf, wordOf } from './raw-document.js';

/** Props of the section. */
export interface OutputsSectionProps {
  title: string;
  /** Path of the object. */
  path: YamlPath;
  holder: JsonObject;
  /** Expressions to choose from. */
  suggestions: readonly string[];
  onEdit: OnEdit;
}

/** The section. */
export function OutputsSection({ title, path, holder, suggestions, onEdit }: OutputsSectionProps) {
  const id = useId();
  const outputs = Object.entries(objectOf(holder, 'outputs'));
  const taken = new Set(outputs.map(([name]) => name));
  const add = () => {
    const unused =
      suggestions.find((each) => !outputs.some(([, value]) => value === each)) ?? suggestions[0] ?? '$response.body';
    const wanted = /([\w-]+)$/.exec(unused)?.[1] ?? 'output';
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
    onEdit([{ set: [...path, name], to: unused }]);
  };
  return (
    <Section
      title={title}
      action={
        <Button tone="quiet" icon={Plus} onClick={add}>
          Output
        </Button>
      }
    >
      <datalist id={id}>
        {suggestions.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {outputs.length === 0 && <p className="text-sm text-muted">None.</p>}
      {outputs.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the name is edited
        <div key={at} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 pb-1">
          <input
            aria-label={`Name of output ${at + 1}`}
            className={classNames(smallField, 'font-mono')}
            defaultValue={name}
            key={name}
            onBlur={({ target }) => {
              if (target.value !== name && /^[\w-]+$/.test(target.value) && !taken.has(target.value))
                onEdit([{ rename: [...path, name], to: target.value }]);
              else target.value = name;
            }}
          />
          <IconButton
            icon={X}
            label={`Remove output ${name.slice(0, 60)}`}
            onClick={() => onEdit([{ remove: [...path, name] }])}
          />
          <input
            aria-label={`Expression of output ${name.slice(0, 60)}`}
            className={classNames(smallField, 'col-span-2 font-mono')}
            list={id}
            value={wordOf(value)}
            onChange={({ target }) => onEdit([{ set: [...path, name], to: target.value }], `${path.join('/')} ${name}`)}
          />
        </div>
      ))}
    </Section>
  );
}
