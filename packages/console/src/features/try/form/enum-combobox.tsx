/** A choice among many values, with a search. */
import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown } from 'lucide-react';
import { classNames } from '../../../components/class-names.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { visibleText } from '../../../components/visible-text.js';
import type { EnumOption } from '../../../schema/form-field.js';
import type { ExactValue } from '../../../schema/json-text.js';

/** Props of the choice. */
export interface EnumComboboxProps {
  name: string;
  options: readonly EnumOption[];
  /** Position of the chosen option; -1 for none. */
  chosen: number;
  onChange: (value: ExactValue | undefined) => void;
}

/** The choice. */
export function EnumCombobox({ name, options, chosen, onChange }: EnumComboboxProps) {
  return (
    <Combobox.Root
      items={options}
      value={options[chosen] ?? null}
      onValueChange={(next) => onChange(next?.value)}
      itemToStringLabel={(option: EnumOption) => visibleText(option.label, 120)}
    >
      <div className="relative max-w-xs">
        <Combobox.Input
          aria-label={name}
          placeholder={`Search ${options.length.toLocaleString('en')} values`}
          spellCheck={false}
          className="h-control w-full rounded-md border border-line-strong bg-surface pr-8 pl-2.5 text-base text-text placeholder:text-faint"
        />
        <Combobox.Trigger
          aria-label={`Show the values of ${name}`}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-muted hover:text-text"
        >
          <ChevronsUpDown aria-hidden className="size-3.5" />
        </Combobox.Trigger>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50">
          <Combobox.Popup className="max-h-72 w-(--anchor-width) min-w-56 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-layer">
            <Combobox.Empty>
              <p className="px-2 py-3 text-center text-muted empty:hidden">No value matches.</p>
            </Combobox.Empty>
            <Combobox.List aria-label={name}>
              {(option: EnumOption) => (
                <Combobox.Item
                  key={option.label}
                  value={option}
                  className={classNames(
                    'flex cursor-pointer items-center gap-2 rounded px-2 py-1 data-[highlighted]:bg-hover',
                  )}
                >
                  <Combobox.ItemIndicator className="text-accent">
                    <Check aria-hidden className="size-3.5" />
                  </Combobox.ItemIndicator>
                  <ThirdPartyText text={option.label} limit={120} className="min-w-0" />
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
