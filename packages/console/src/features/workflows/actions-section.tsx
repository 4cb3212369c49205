/** What follows a step: branches, an early end, retries. */
import type { YamlPath } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import type { OnEdit } from '../../components/on-edit.js';
import { Section, smallField } from '../../components/section.js';
import { CriteriaSection } from './criteria-section.js';
import { objectsOf, wordOf } from './raw-document.js';
import type { WorkflowModel } from './use-workflow.js';

const words = {
  onSuccess: { title: 'After success', empty: 'The next step follows.', types: ['goto', 'end'] },
  onFailure: { title: 'After failure', empty: 'The workflow fails.', types: ['retry', 'goto', 'end'] },
} as const;

/** Props of the section. */
export interface ActionsSectionProps {
  kind: keyof typeof words;
  model: WorkflowModel;
  /** Path of the step. */
  path: YamlPath;
  step: JsonObject;
  onEdit: OnEdit;
}

/** The section. */
export function ActionsSection({ kind, model, path, step, onEdit }: ActionsSectionProps) {
  const { title, empty, types } = words[kind];
  const actions = objectsOf(step, kind);
  const list: YamlPath = [...path, kind];
  const names = model.steps.map(({ stepId }) => wordOf(stepId));
  const replace = (at: number, type: string) => {
    const rest =
      type === 'goto' ? { stepId: names[0] ?? '' } : type === 'retry' ? { retryAfter: 1, retryLimit: 1 } : {};
    const criteria = objectsOf(actions[at], 'criteria');
    const value = { name: `${type}_${at + 1}`, type, ...rest, ...(criteria.length === 0 ? {} : { criteria }) };
    onEdit(at < actions.length ? [{ set: [...list, at], to: value }] : [{ insert: [...list, at], value }]);
  };
  return (
    <Section
      title={title}
      action={
        <Button tone="quiet" icon={Plus} onClick={() => replace(actions.length, types[0])}>
          Action
        </Button>
      }
    >
      {actions.length === 0 && <p className="text-sm text-muted">{empty}</p>}
      {actions.map((action, at) => {
        const place = `${title.toLowerCase()} ${at + 1}`;
        const set = (name: string, value: string | number) =>
          onEdit([{ set: [...list, at, name], to: value }], `${list.join('/')} ${at} ${name}`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions have no identity
          <div key={at} className="flex flex-col gap-2 rounded-md border border-line p-2">
            <ActionFields
              action={action}
              place={place}
              types={types}
              names={names}
              onSet={set}
              onType={(type) => replace(at, type)}
              onRemove={() => onEdit([{ remove: [...list, at] }])}
            />
            <CriteriaSection
              title="Only if"
              empty="Always."
              path={[...list, at, 'criteria']}
              holder={action}
              member="criteria"
              onEdit={onEdit}
            />
          </div>
        );
      })}
    </Section>
  );
}

interface ActionFieldsProps {
  action: JsonObject;
  place: string;
  types: readonly string[];
  names: readonly string[];
  onSet: (name: string, value: string | number) => void;
  onType: (type: string) => void;
  onRemove: () => void;
}

function ActionFields({ action, place, types, names, onSet, onType, onRemove }: ActionFieldsProps) {
  return (
    <div className="flex items-center gap-2">
      <select
        aria-label={`Action ${place}`}
        className={classNames(smallField, 'w-24! shrink-0')}
        value={wordOf(action.type)}
        onChange={({ target }) => onType(target.value)}
      >
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      {action.type === 'goto' && (
        <select
          aria-label={`Target ${place}`}
          className={smallField}
          value={wordOf(action.stepId)}
          onChange={({ target }) => onSet('stepId', target.value)}
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      {action.type === 'retry' && (
        <>
          <NumberField
            label={`Retries ${place}`}
            unit="times"
            value={action.retryLimit}
            onChange={(value) => onSet('retryLimit', value)}
          />
          <NumberField
            label={`Seconds before a retry ${place}`}
            unit="s"
            value={action.retryAfter}
            onChange={(value) => onSet('retryAfter', value)}
          />
        </>
      )}
      <IconButton className="ml-auto" icon={X} label={`Remove action ${place}`} onClick={() => onRemove()} />
    </div>
  );
}

interface NumberFieldProps {
  label: string;
  unit: string;
  value: unknown;
  onChange: (value: number) => void;
}

function NumberField({ label, unit, value, onChange }: NumberFieldProps) {
  return (
    <span className="flex items-center gap-1 text-sm text-muted">
      <input
        type="number"
        min={0}
        step="any"
        aria-label={label}
        className={classNames(smallField, 'w-16!')}
        value={typeof value === 'number' ? value : 1}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      {unit}
    </span>
  );
}
