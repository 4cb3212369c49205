/** Where the inputs of a step come from: an input or output chosen from a list, or a fixed value. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { X } from 'lucide-react';
import { IconButton } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import type { OnEdit } from '../../components/on-edit.js';
import { Section, smallField } from '../../components/section.js';
import { visibleText } from '../../components/visible-text.js';
import { stepValues } from './step-values.js';
import type { WorkflowModel } from './use-workflow.js';
import { listSources, setInput } from './workflow-edits.js';

/** Inputs that are shown. */
const mostInputs = 60;

/** Props of the section. */
export interface InputsSectionProps {
  model: WorkflowModel;
  at: number;
  step: JsonObject;
  onEdit: OnEdit;
}

/** The section. */
export function InputsSection({ model, at, step, onEdit }: InputsSectionProps) {
  const found = model.operations[at];
  const values = stepValues(step, typeof found === 'object' ? (found.input_schema as JsonValue) : undefined);
  const sources = listSources(model, at);
  return (
    <Section title="Inputs">
      {values.length === 0 && <p className="text-sm text-muted">The operation has no inputs.</p>}
      {values.slice(0, mostInputs).map(({ name, value, required }) => {
        const label = visibleText(name, 80);
        const isSource = typeof value === 'string' && sources.includes(value);
        const edit = (next: JsonValue | undefined) => onEdit(setInput(model, at, name, next), `input ${at} ${name}`);
        return (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-0.5">
            <span
              title={label}
              className={classNames(
                'col-span-2 truncate font-mono text-sm',
                required && value === undefined && 'text-bad',
              )}
            >
              {label}
              {required && <span title="required"> *</span>}
            </span>
            <div className="flex min-w-0 flex-col gap-1">
              <select
                aria-label={`Source of ${label}`}
                className={smallField}
                value={value === undefined ? '' : isSource ? value : 'fixed'}
                onChange={({ target }) =>
                  edit(target.value === '' ? undefined : target.value === 'fixed' ? '' : target.value)
                }
              >
                <option value="">not set</option>
                {sources.map((source) => (
                  <option key={source} value={source}>
                    {source.slice(0, 100)}
                  </option>
                ))}
                <option value="fixed">a value or expression</option>
              </select>
              {value !== undefined && !isSource && (
                <input
                  aria-label={`Value of ${label}`}
                  className={classNames(smallField, 'font-mono')}
                  value={typeof value === 'string' ? value : JSON.stringify(value)}
                  onChange={({ target }) => edit(readValue(target.value))}
                />
              )}
            </div>
            <IconButton
              icon={X}
              label={`Do not set ${label}`}
              disabled={value === undefined}
              className={value === undefined ? 'invisible' : ''}
              onClick={() => edit(undefined)}
            />
          </div>
        );
      })}
      {values.length > mostInputs && (
        <p className="text-sm text-muted">{values.length - mostInputs} more inputs can be set in the YAML.</p>
      )}
    </Section>
  );
}

/** Numbers, true and false, lists and objects as they are; everything else is a text. */
function readValue(text: string): JsonValue {
  if (!/^(?:-?\d|true$|false$|null$|[[{])/.test(text)) return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
