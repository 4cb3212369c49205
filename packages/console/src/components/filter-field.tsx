/** Fields of a filter bar: one condition each, any value when empty. */
import { useEffect, useId, useState } from 'react';
import { classNames } from './class-names.js';
import { fromLocalInput, toLocalInput } from './local-time.js';
import { useDelayed } from './use-delayed.js';

/** Milliseconds without a key after which a text filters. */
const pauseMs = 300;

const control =
  'h-control w-full min-w-0 rounded-md border border-line-strong bg-surface px-2 text-base text-text placeholder:text-faint';

/** Props of a text that filters. */
export interface FilterTextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** True: the key `/` leads here. */
  isSearch?: boolean;
  /** Known values that the browser offers. */
  suggestions?: readonly string[];
}

/** A text that filters after a pause. */
export function FilterText({ label, value, onChange, isSearch = false, suggestions }: FilterTextProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const paused = useDelayed(text, pauseMs);
  useEffect(() => setText(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a pause filters
  useEffect(() => {
    if (paused.trim() !== value && paused === text) onChange(paused.trim());
  }, [paused]);
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <input
        id={id}
        type="text"
        {...(isSearch ? { role: 'searchbox' } : {})}
        list={suggestions === undefined ? undefined : `${id}-known`}
        value={text}
        placeholder="any"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        className={control}
      />
      {suggestions !== undefined && (
        <datalist id={`${id}-known`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </div>
  );
}

/** Props of a choice that filters. */
export interface FilterSelectProps {
  label: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
}

/** A choice that filters. */
export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <label className="flex min-w-0 flex-col gap-0.5 text-sm text-muted">
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value)} className={classNames(control, 'pr-6')}>
        <option value="">any</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Props of a time that filters. */
export interface FilterTimeProps {
  label: string;
  /** RFC 3339; empty for any. */
  value: string;
  onChange: (value: string) => void;
}

/** A time that filters, entered in the time zone of the browser. */
export function FilterTime({ label, value, onChange }: FilterTimeProps) {
  return (
    <label className="flex min-w-0 flex-col gap-0.5 text-sm text-muted">
      {label}
      <input
        type="datetime-local"
        value={toLocalInput(value)}
        max="9999-12-31T23:59"
        onChange={(event) => onChange(fromLocalInput(event.target.value))}
        className={classNames(control, 'tabular-nums')}
      />
    </label>
  );
}
