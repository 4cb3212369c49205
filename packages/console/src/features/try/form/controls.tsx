/** Controls for values without inner values. */
import { Upload, X } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { Button, IconButton } from '../../../components/button.js';
import { classNames } from '../../../components/class-names.js';
import { Segmented } from '../../../components/segmented.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { useToasts } from '../../../components/toast.js';
import { visibleText } from '../../../components/visible-text.js';
import { initialValue, type Path, pointerOf } from '../../../schema/edit-value.js';
import { type Field, numberOf, numberProblem, numberText } from '../../../schema/form-field.js';
import { type ExactValue, readJson, sameValue, writeJson } from '../../../schema/json-text.js';
import { useForm } from './form-state.js';

/** Looks of text controls. */
export const controlClasses =
  'w-full rounded-md border border-line-strong bg-surface px-2.5 text-base text-text placeholder:text-faint aria-invalid:border-bad';

/** Loaded with the first long list. */
const EnumCombobox = lazy(async () => ({ default: (await import('./enum-combobox.js')).EnumCombobox }));

/** Options up to which the browser's own list is used. */
const shortList = 12;

interface ControlProps {
  field: Field;
  path: Path;
  label: string;
  value: ExactValue | undefined;
}

/** The control. */
export function ScalarControl({ field, path, label, value }: ControlProps) {
  const { onChange, reader, problems } = useForm();
  const name = visibleText(label, 120);
  const set = (next: ExactValue | undefined) => onChange(path, next);
  const isInvalid = problems.has(pointerOf(path)) || undefined;
  switch (field.kind) {
    case 'text':
      return <TextControl field={field} name={name} value={value} isInvalid={isInvalid} onChange={set} />;
    case 'number':
      return <NumberControl field={field} name={name} value={value} isInvalid={isInvalid} onChange={set} />;
    case 'boolean':
      return (
        <Segmented
          label={name}
          value={value === undefined ? '' : String(value)}
          options={['true', 'false'].map((each) => ({ value: each, label: each }))}
          onChange={(next) => set(next === 'true')}
        />
      );
    case 'enum':
      return <EnumControl field={field} name={name} value={value} onChange={set} />;
    case 'constant':
      return (
        <div className="flex items-center gap-2">
          <ThirdPartyText text={writeJson(field.value)} limit={200} className="font-mono text-sm text-muted" />
          {value === undefined && <Button onClick={() => set(field.value)}>Send it</Button>}
        </div>
      );
    case 'file':
      return <FileControl name={name} value={value} onChange={set} />;
    case 'null':
      return (
        <div className="flex items-center gap-2">
          <span className="font-mono text-sm text-warn">null</span>
          <Button tone="quiet" onClick={() => set(initialValue(reader, field.view))}>
            Set a value
          </Button>
        </div>
      );
    default:
      return (
        <JsonControl path={path} name={name} value={value} reason={field.kind === 'json' ? field.reason : undefined} />
      );
  }
}

interface ValueProps<Kind extends Field['kind']> {
  field: Field & { kind: Kind };
  name: string;
  value: ExactValue | undefined;
  isInvalid?: true | undefined;
  onChange: (next: ExactValue | undefined) => void;
}

function TextControl({ field, name, value, isInvalid, onChange }: ValueProps<'text'>) {
  const text = typeof value === 'string' ? value : '';
  const { examples, example } = field.view;
  const sample = Array.isArray(examples) ? examples[0] : example;
  const shared = {
    'aria-label': name,
    'aria-invalid': isInvalid,
    value: text,
    spellCheck: false,
    ...(typeof sample === 'string' ? { placeholder: `for example ${visibleText(sample, 60)}` } : {}),
  };
  if (field.multiline) {
    return (
      <textarea
        {...shared}
        rows={Math.min(Math.max(text.split('\n').length, 3), 12)}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(controlClasses, 'py-1.5')}
      />
    );
  }
  return (
    <div className="flex gap-2">
      <input
        type="text"
        {...shared}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(controlClasses, 'h-control')}
      />
      {field.time !== undefined && (
        <Button onClick={() => onChange(field.time === 'date' ? nowText().slice(0, 10) : nowText())}>
          {field.time === 'date' ? 'Today' : 'Now'}
        </Button>
      )}
    </div>
  );
}

function nowText(): string {
  return new Date().toISOString();
}

function NumberControl({ field, name, value, isInvalid, onChange }: ValueProps<'number'>) {
  const text = numberText(value);
  const problem = numberProblem(text, field.integer);
  return (
    <>
      <input
        type="text"
        inputMode={field.integer ? 'numeric' : 'decimal'}
        aria-label={name}
        aria-invalid={problem === undefined ? isInvalid : true}
        value={text}
        onChange={(event) => onChange(numberOf(event.target.value))}
        className={classNames(controlClasses, 'h-control max-w-56 tabular-nums')}
      />
      {problem !== undefined && <p className="pt-1 text-sm text-bad">{problem}</p>}
    </>
  );
}

function EnumControl({ field, name, value, onChange }: ValueProps<'enum'>) {
  const { options } = field;
  const at = options.findIndex((option) => value !== undefined && sameValue(option.value, value));
  if (options.length > shortList) {
    return (
      <Suspense fallback={<div className={classNames(controlClasses, 'h-control max-w-xs')} />}>
        <EnumCombobox name={name} options={options} chosen={at} onChange={onChange} />
      </Suspense>
    );
  }
  return (
    <select
      aria-label={name}
      value={at}
      onChange={(event) => onChange(options[Number(event.target.value)]?.value)}
      className={classNames(controlClasses, 'h-control max-w-xs pr-7')}
    >
      {at < 0 && <option value={-1}>Choose</option>}
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity but their position
        <option key={index} value={index}>
          {visibleText(option.label, 120)}
        </option>
      ))}
    </select>
  );
}

const maxFileBytes = 10_000_000;

/** A file as base64 text; a text can be pasted too. */
function FileControl({ name, value, onChange }: Omit<ValueProps<'file'>, 'field'>) {
  const picker = useRef<HTMLInputElement>(null);
  const toasts = useToasts();
  const text = typeof value === 'string' ? value : '';
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > maxFileBytes) {
      toasts.show('The file is larger than 10 MB. Send a smaller one.', 'bad');
      return;
    }
    onChange(await readBase64(file));
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        ref={picker}
        type="file"
        aria-label={name}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <Button icon={Upload} onClick={() => picker.current?.click()}>
        Choose file
      </Button>
      {text.length > 2000 ? (
        <span className="flex items-center gap-1 text-sm text-muted tabular-nums">
          {text.length.toLocaleString('en')} characters of base64
          <IconButton icon={X} label="Remove the file" onClick={() => onChange('')} />
        </span>
      ) : (
        <input
          type="text"
          aria-label={`${name} as base64`}
          placeholder="or paste base64"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          className={classNames(controlClasses, 'h-control min-w-40 flex-1 font-mono text-sm')}
        />
      )}
    </div>
  );
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsDataURL(file);
  });
}

/** A value as JSON text; a text that is not valid is kept until it is. */
function JsonControl({
  path,
  name,
  value,
  reason,
}: {
  path: Path;
  name: string;
  value: ExactValue | undefined;
  reason: string | undefined;
}) {
  const { onChange, drafts, onDraft } = useForm();
  const pointer = pointerOf(path);
  const draft = drafts.get(pointer);
  const text = draft ?? (value === undefined ? '' : writeJson(value));
  const problem = draft === undefined ? undefined : readJson(draft).problem;
  const edit = (next: string) => {
    const reading = readJson(next);
    // The text is kept as it was typed, so that its spaces do not change under the cursor.
    onDraft(pointer, next);
    if (reading.problem === undefined) onChange(path, reading.value);
  };
  return (
    <div className="flex flex-col gap-1">
      <textarea
        aria-label={`${name} as JSON`}
        aria-invalid={problem !== undefined || undefined}
        placeholder="JSON, such as &quot;text&quot;, 42 or { }"
        value={text}
        rows={Math.min(Math.max(text.split('\n').length, 1), 12)}
        spellCheck={false}
        onChange={(event) => edit(event.target.value)}
        onBlur={() => {
          if (problem === undefined) onDraft(pointer, undefined);
        }}
        className={classNames(controlClasses, 'py-1.5 font-mono text-sm')}
      />
      {problem !== undefined && <p className="text-sm text-bad">{problem}</p>}
      {reason !== undefined && <p className="text-sm text-faint">{reason} It is shown as JSON.</p>}
    </div>
  );
}
