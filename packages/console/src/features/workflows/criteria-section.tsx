/** Conditions on the response to a step. */
import type { YamlPath } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import type { OnEdit } from '../../components/on-edit.js';
import { Section, smallField } from '../../components/section.js';
import { objectOf, objectsOf, wordOf } from './raw-document.js';

/** Props of the section. */
export interface CriteriaSectionProps {
  title: string;
  /** What holds without conditions. */
  empty: string;
  /** Path of the list. */
  path: YamlPath;
  /** The object that has the list. */
  holder: JsonObject;
  member: string;
  onEdit: OnEdit;
}

/** The section. */
export function CriteriaSection({ title, empty, path, holder, member, onEdit }: CriteriaSectionProps) {
  const criteria = objectsOf(holder, member);
  const add = () => onEdit([{ insert: [...path, criteria.length], value: { condition: '$statusCode == 200' } }]);
  return (
    <Section
      title={title}
      action={
        <Button tone="quiet" icon={Plus} onClick={add}>
          Condition
        </Button>
      }
    >
      {criteria.length === 0 && <p className="text-sm text-muted">{empty}</p>}
      {criteria.map((criterion, at) => {
        const type = wordOf(criterion.type) || wordOf(objectOf(criterion, 'type').type) || 'simple';
        const set = (name: string, value: string | undefined) =>
          onEdit(
            [value === undefined ? { remove: [...path, at, name] } : { set: [...path, at, name], to: value }],
            `${path.join('/')} ${at} ${name}`,
          );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity
          <div key={at} className="flex items-start gap-2">
            <select
              aria-label={`Type of condition ${at + 1}`}
              className={classNames(smallField, 'w-24! shrink-0')}
              value={type}
              onChange={({ target: { value } }) =>
                onEdit(
                  value === 'simple'
                    ? [{ set: [...path, at], to: { condition: wordOf(criterion.condition) } }]
                    : [
                        {
                          set: [...path, at],
                          to: {
                            context: wordOf(criterion.context) || '$response.body',
                            type: value,
                            condition: wordOf(criterion.condition),
                          },
                        },
                      ],
                )
              }
            >
              <option value="simple">simple</option>
              <option value="regex">regex</option>
              <option value="jsonpath">jsonpath</option>
            </select>
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              {type !== 'simple' && (
                <input
                  aria-label={`Value of condition ${at + 1}`}
                  className={classNames(smallField, 'font-mono')}
                  value={wordOf(criterion.context)}
                  onChange={({ target }) => set('context', target.value)}
                />
              )}
              <input
                aria-label={`Condition ${at + 1}`}
                className={classNames(smallField, 'font-mono')}
                value={wordOf(criterion.condition)}
                onChange={({ target }) => set('condition', target.value)}
              />
            </div>
            <IconButton
              icon={X}
              label={`Remove condition ${at + 1}`}
              onClick={() => onEdit([{ remove: [...path, at] }])}
            />
          </div>
        );
      })}
    </Section>
  );
}
