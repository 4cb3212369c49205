/** A form made from a JSON Schema. Every value that it cannot show as a control is shown as JSON text at its place. */
import type { JsonValue } from '@dragoman/model';
import { ChevronRight, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, IconButton } from '../../../components/button.js';
import { classNames } from '../../../components/class-names.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { visibleText } from '../../../components/visible-text.js';
import { boundWords, typeWords } from '../../../schema/describe-schema.js';
import { applyConstants, initialValue, type Path, pointerOf, valueAt } from '../../../schema/edit-value.js';
import { type Field, type MemberField, readField } from '../../../schema/form-field.js';
import { type ExactObject, type ExactValue, isExactObject } from '../../../schema/json-text.js';
import { controlClasses, ScalarControl } from './controls.js';
import { useForm } from './form-state.js';

/** Levels of objects that are open at first. */
const openLevels = 2;

/** Items and members shown at first. */
const portion = 50;

/** The inputs of an operation. */
export function SchemaForm({ schema }: { schema: JsonValue }) {
  const { reader, value } = useForm();
  const field = readField(reader, schema, value);
  if (field.kind === 'object' && field.members.length === 0 && field.more === undefined) {
    return <p className="py-6 text-muted">This operation takes no inputs.</p>;
  }
  return <FieldContent schema={schema} path={[]} label="Inputs" level={0} />;
}

interface FieldProps {
  schema: JsonValue;
  path: Path;
  label: string;
  level: number;
}

/** The control of a value, with what is inside it. */
function FieldContent({ schema, path, label, level }: FieldProps) {
  const form = useForm();
  const pointer = pointerOf(path);
  const value = valueAt(form.value, path);
  const field = readField(form.reader, schema, value, { chosen: form.choices.get(pointer) });
  switch (field.kind) {
    case 'object':
      return <ObjectFields field={field} path={path} level={level} />;
    case 'array':
      return <ArrayFields field={field} path={path} label={label} level={level} />;
    case 'choice':
      return <ChoiceFields field={field} path={path} label={label} level={level} />;
    default:
      return <ScalarControl field={field} path={path} label={label} value={value} />;
  }
}

type FieldOf<Kind extends Field['kind']> = Field & { kind: Kind };

function ObjectFields({ field, path, level }: { field: FieldOf<'object'>; path: Path; level: number }) {
  const [shown, setShown] = useState(portion);
  const { members, more } = field;
  const list = (
    <>
      {members.slice(0, shown).map((member) => (
        <MemberRow key={member.name} member={member} path={[...path, member.name]} level={level} />
      ))}
      {members.length > shown && (
        <button
          type="button"
          className="py-2 text-left text-accent hover:underline"
          onClick={() => setShown(shown + portion)}
        >
          {(members.length - shown).toLocaleString('en')} more
        </button>
      )}
      {more !== undefined && <AddMember schema={more} path={path} />}
    </>
  );
  if (level === 0) return <div className="flex flex-col divide-y divide-line">{list}</div>;
  return <div className="flex flex-col gap-0.5 border-l-2 border-line pl-3">{list}</div>;
}

/** One member: its name, type and texts, and its control once it is sent. */
function MemberRow({ member, path, level }: { member: MemberField; path: Path; level: number }) {
  const { reader, value: whole, onChange, problems } = useForm();
  const id = useId();
  const value = valueAt(whole, path);
  const { name, schema, required } = member;
  const view = reader.view(schema);
  const isSent = value !== undefined;
  const isShown = isSent || required;
  const problem = problems.get(pointerOf(path));
  const send = (next: boolean) => onChange(path, next ? initialValue(reader, schema) : undefined);
  return (
    <div className={level === 0 ? 'py-2.5' : 'py-1.5'}>
      <div className="flex items-baseline gap-2">
        {required ? (
          <span aria-hidden className="w-3.5 shrink-0 text-center font-medium text-warn">
            *
          </span>
        ) : (
          <input
            id={id}
            type="checkbox"
            checked={isSent}
            onChange={(event) => send(event.target.checked)}
            className="size-3.5 shrink-0 translate-y-0.5 accent-accent-fill"
          />
        )}
        <label htmlFor={required ? undefined : id} className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
          {!required && <span className="sr-only">Send </span>}
          <ThirdPartyText text={name} limit={120} className="font-mono font-medium" />
          <span className="text-sm text-muted">
            <ThirdPartyText text={typeWords(reader, schema)} limit={80} />
          </span>
          {required && <span className="sr-only">required</span>}
          {!member.declared && <span className="text-sm text-faint">not in the schema</span>}
        </label>
        {isSent && <NullSwitch schema={schema} path={path} />}
      </div>
      <div className="pl-5.5">
        {isShown && (
          <div className="pt-1.5">
            <Nested name={name} path={path} schema={schema} level={level + 1} />
          </div>
        )}
        {problem !== undefined && <p className="pt-1 text-sm text-bad">{problem}</p>}
        <FieldTexts description={view.description} bounds={boundWords(view)} isOpen={isShown} />
      </div>
    </div>
  );
}

function FieldTexts({ description, bounds, isOpen }: { description: unknown; bounds: string[]; isOpen: boolean }) {
  const text = typeof description === 'string' ? description : '';
  if (text === '' && (bounds.length === 0 || !isOpen)) return null;
  return (
    <p className={classNames('text-sm text-muted', isOpen ? 'pt-1' : 'truncate')}>
      {text !== '' && <ThirdPartyText text={text} limit={isOpen ? 400 : 160} />}
      {isOpen && bounds.length > 0 && (
        <span className="block text-faint">
          <ThirdPartyText text={bounds.join(' · ')} limit={300} />
        </span>
      )}
    </p>
  );
}

/** Offers null where the schema allows it. */
function NullSwitch({ schema, path }: { schema: JsonValue; path: Path }) {
  const { reader, value: whole, onChange } = useForm();
  const value = valueAt(whole, path);
  const { nullable } = readField(reader, schema, value);
  if (!nullable || value === null) return null;
  return (
    <button type="button" className="text-sm text-accent hover:underline" onClick={() => onChange(path, null)}>
      Set null
    </button>
  );
}

/** Deep objects and lists are opened on demand, so that recursive schemas end. */
function Nested({ name, path, schema, level }: { name: string; path: Path; schema: JsonValue; level: number }) {
  const { reader, value: whole } = useForm();
  const [open, setOpen] = useState(level <= openLevels);
  const value = valueAt(whole, path);
  const { kind } = readField(reader, schema, value);
  if (kind !== 'object' && kind !== 'choice' && kind !== 'array') {
    return <FieldContent schema={schema} path={path} label={name} level={level} />;
  }
  if (open) return <FieldContent schema={schema} path={path} label={name} level={level} />;
  return (
    <Button tone="quiet" icon={ChevronRight} className="-ml-2" onClick={() => setOpen(true)}>
      Open {visibleText(name, 40)} {sizeWords(value)}
    </Button>
  );
}

function sizeWords(value: ExactValue | undefined): string {
  if (Array.isArray(value)) return `(${value.length} items)`;
  return isExactObject(value) ? `(${Object.keys(value).length} members)` : '';
}

function ArrayFields({ field, path, label, level }: { field: FieldOf<'array'> } & Omit<FieldProps, 'schema'>) {
  const { reader, value: whole, onChange } = useForm();
  const [shown, setShown] = useState(portion);
  const value = valueAt(whole, path);
  const items = Array.isArray(value) ? value : [];
  const add = () => onChange(path, [...items, initialValue(reader, field.itemSchema(items.length))]);
  return (
    <div className="flex flex-col gap-2">
      {items.slice(0, shown).map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their position
        <div key={at} className="flex items-start gap-2">
          <span aria-hidden className="w-5 shrink-0 pt-1.5 text-right text-sm text-faint tabular-nums">
            {at + 1}
          </span>
          <div className="min-w-0 flex-1">
            <Nested name={`${label} ${at + 1}`} path={[...path, at]} schema={field.itemSchema(at)} level={level + 1} />
          </div>
          <IconButton
            icon={Trash2}
            label={`Remove ${visibleText(label, 60)} ${at + 1}`}
            onClick={() => onChange([...path, at], undefined)}
          />
        </div>
      ))}
      {items.length > shown && (
        <button
          type="button"
          className="self-start text-accent hover:underline"
          onClick={() => setShown(shown + portion)}
        >
          {(items.length - shown).toLocaleString('en')} more
        </button>
      )}
      <Button icon={Plus} className="self-start" onClick={add}>
        Add item
      </Button>
    </div>
  );
}

/** Changing the alternative keeps the value: what the new one does not know is shown as other members. */
function ChoiceFields({ field, path, label, level }: { field: FieldOf<'choice'> } & Omit<FieldProps, 'schema'>) {
  const { onChoose, onChange, reader, value: whole } = useForm();
  const value = valueAt(whole, path);
  const chosen = field.variants[field.chosen];
  const choose = (at: number) => {
    onChoose(pointerOf(path), at);
    if (value === undefined) return;
    if (isExactObject(value)) {
      onChange(path, applyConstants(reader, field.variants[at]?.schema, value));
      return;
    }
    // A value of another type would only be shown as JSON.
    const next = readField(reader, field.variants[at]?.schema, value);
    if (next.kind === 'json') onChange(path, initialValue(reader, field.variants[at]?.schema));
  };
  return (
    <div className="flex flex-col gap-2">
      <select
        aria-label={`Alternative of ${visibleText(label, 80)}`}
        value={field.chosen}
        onChange={(event) => choose(Number(event.target.value))}
        className={classNames(controlClasses, 'h-control max-w-xs pr-7')}
      >
        {field.variants.map((variant, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: alternatives have no identity but their position
          <option key={at} value={at}>
            {visibleText(variant.label, 80)}
          </option>
        ))}
      </select>
      {chosen !== undefined && (
        <FieldContent key={field.chosen} schema={chosen.schema} path={path} label={label} level={level} />
      )}
    </div>
  );
}

/** Adds a member with a name of the person's choice. */
function AddMember({ schema, path }: { schema: JsonValue; path: Path }) {
  const { reader, value: whole, onChange } = useForm();
  const [name, setName] = useState('');
  const value = valueAt(whole, path);
  const object: ExactObject = isExactObject(value) ? value : {};
  const isTaken = Object.hasOwn(object, name);
  const add = () => {
    if (isTaken) return;
    onChange([...path, name], initialValue(reader, schema));
    setName('');
  };
  return (
    <form
      className="flex max-w-md items-center gap-2 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <input
        aria-label="Name of the new member"
        placeholder="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        className={classNames(controlClasses, 'h-control font-mono')}
      />
      <Button
        type="submit"
        icon={Plus}
        disabled={isTaken}
        title={isTaken ? 'There is a member with this name' : undefined}
      >
        Add member
      </Button>
    </form>
  );
}
