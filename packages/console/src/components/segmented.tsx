/** A choice among a few options that are all visible. */
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { classNames } from './class-names.js';

/** Props of a segmented choice. */
export interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: LucideIcon }[];
  onChange: (value: Value) => void;
  /** True: only icons are visible. */
  iconsOnly?: boolean;
}

/** Radio buttons that look like one control. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, options, onChange, iconsOnly = false } = props;
  const name = useId();
  return (
    <fieldset className="flex h-control w-fit items-center rounded-md border border-line bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value: each, label: text, icon: Icon }) => (
        <label
          key={each}
          title={iconsOnly ? text : undefined}
          className={classNames(
            'flex h-full cursor-pointer items-center gap-1.5 rounded px-2 text-sm font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent',
            each === value ? 'bg-raised text-text shadow-panel' : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            onChange={() => onChange(each)}
            className="sr-only"
          />
          {Icon && <Icon aria-hidden className="size-3.5" />}
          <span className={iconsOnly ? 'sr-only' : ''}>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
