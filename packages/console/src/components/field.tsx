/** Form fields with label, help and error; every input is connected to its texts for screen readers. */
import { Search, X } from 'lucide-react';
import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { useId } from 'react';
import { classNames } from './class-names.js';

interface Texts {
  label: string;
  /** A sentence under the input. */
  help?: ReactNode;
  /** What is wrong with the value. */
  error?: string | undefined;
}

const control =
  'w-full rounded-md border border-line-strong bg-surface px-2.5 text-base text-text placeholder:text-faint disabled:opacity-60 aria-invalid:border-bad';

interface Connected {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

function Frame({ label, help, error, children }: Texts & { children: (connected: Connected) => ReactNode }) {
  const id = useId();
  const described = help !== undefined || error !== undefined;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described ? `${id}-texts` : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {described && (
        <div id={`${id}-texts`} className="text-sm">
          {error !== undefined && <p className="text-bad">{error}</p>}
          {help !== undefined && <p className="text-muted">{help}</p>}
        </div>
      )}
    </div>
  );
}

/** One line of text. */
export function TextField(
  props: Texts & InputHTMLAttributes<HTMLInputElement> & { mono?: boolean; ref?: Ref<HTMLInputElement> },
) {
  const { label, help, error, mono, className, ...rest } = props;
  return (
    <Frame label={label} help={help} error={error}>
      {(connected) => (
        <input
          type="text"
          {...rest}
          {...connected}
          className={classNames(control, 'h-control', mono === true && 'font-mono', className)}
        />
      )}
    </Frame>
  );
}

/** Several lines of text. */
export function TextAreaField(props: Texts & TextareaHTMLAttributes<HTMLTextAreaElement> & { mono?: boolean }) {
  const { label, help, error, mono, className, ...rest } = props;
  return (
    <Frame label={label} help={help} error={error}>
      {(connected) => (
        <textarea
          rows={4}
          {...rest}
          {...connected}
          className={classNames(control, 'py-1.5', mono === true && 'font-mono text-sm', className)}
        />
      )}
    </Frame>
  );
}

/** A choice of one among a few. */
export interface Option {
  value: string;
  label: string;
}

/** One of several values, in the browser's own list. */
export function SelectField(props: Texts & SelectHTMLAttributes<HTMLSelectElement> & { options: readonly Option[] }) {
  const { label, help, error, options, className, ...rest } = props;
  return (
    <Frame label={label} help={help} error={error}>
      {(connected) => (
        <select {...rest} {...connected} className={classNames(control, 'h-control pr-7', className)}>
          {options.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

/** A box to check. */
export function CheckboxField(
  props: Omit<Texts, 'error'> & InputHTMLAttributes<HTMLInputElement> & { count?: number | undefined },
) {
  const { label, help, count, className, ...rest } = props;
  return (
    <label className={classNames('flex min-h-6 items-start gap-2', className)}>
      <input type="checkbox" {...rest} className="mt-1 size-3.5 shrink-0 accent-accent-fill" />
      <span className="min-w-0 flex-1 text-anywhere">
        {label}
        {help !== undefined && <span className="block text-sm text-muted">{help}</span>}
      </span>
      {count !== undefined && <span className="text-sm text-faint tabular-nums">{count.toLocaleString('en')}</span>}
    </label>
  );
}

/** Props of a search box. */
export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A search box without a visible label. */
export function SearchField({ label, value, onChange, placeholder, className, ref }: SearchFieldProps) {
  return (
    <div className={classNames('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint"
      />
      <input
        ref={ref}
        type="text"
        role="searchbox"
        aria-label={label}
        value={value}
        placeholder={placeholder ?? label}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(control, 'h-control px-8')}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear"
          onClick={() => onChange('')}
          className="absolute top-1/2 right-1 flex size-6 -translate-y-1/2 items-center justify-center rounded text-muted hover:text-text"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
