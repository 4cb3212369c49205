/** A choice among more options than a list can show: they are searched while a person types. */
import { ChevronsUpDown } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useId, useState } from 'react';
import { classNames } from './class-names.js';
import { ThirdPartyText } from './third-party-text.js';
import { type Choice, useChoices } from './use-choices.js';

/** One option. */
export interface SearchOption extends Choice {
  /** What it is, such as `Service`. */
  kind: string;
  /** Third-party text. */
  name: string;
}

/** Props of the choice. */
export interface SearchSelectProps {
  label: string;
  help?: ReactNode;
  /** The chosen option, as text. */
  value: string;
  /** What was typed; empty when nothing was. */
  text: string;
  onText: (text: string) => void;
  options: readonly SearchOption[];
  /** True while options for the text are read. */
  isLoading: boolean;
  onChoose: (option: SearchOption) => void;
}

/** The choice: a field with a list below it while it has the focus. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, help, value, text, onText, options, isLoading, onChoose } = props;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const choosing = useChoices(isOpen ? options : [], text);
  const close = () => {
    setIsOpen(false);
    onText('');
  };
  const choose = (option: SearchOption | undefined) => {
    if (option === undefined) return;
    onChoose(option);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen && (event.key === 'ArrowDown' || event.key === 'Enter')) {
      event.preventDefault();
      setIsOpen(true);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!isLoading) choose(choosing.active);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    } else choosing.move(event);
  };
  return (
    <div className="relative flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          type="text"
          {...choosing.field}
          aria-describedby={help === undefined ? undefined : `${id}-help`}
          value={isOpen ? text : value}
          placeholder={isOpen ? value : 'Choose one'}
          spellCheck={false}
          autoComplete="off"
          onClick={() => setIsOpen(true)}
          onBlur={close}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            // The first key replaces the chosen option.
            onText(isOpen ? event.target.value : event.target.value.replace(value, ''));
            setIsOpen(true);
          }}
          className="h-control w-full rounded-md border border-line-strong bg-surface pr-8 pl-2.5 text-base text-text placeholder:text-faint"
        />
        <ChevronsUpDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-faint"
        />
      </div>
      {help !== undefined && (
        <p id={`${id}-help`} className="text-sm text-muted">
          {help}
        </p>
      )}
      {isOpen && <Options {...props} choosing={choosing} onChoose={choose} />}
    </div>
  );
}

type OptionsProps = Pick<SearchSelectProps, 'label' | 'options' | 'isLoading' | 'text' | 'onChoose'> & {
  choosing: ReturnType<typeof useChoices<SearchOption>>;
};

function Options({ label, options, isLoading, text, choosing, onChoose }: OptionsProps) {
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 rounded-md border border-line bg-raised shadow-layer">
      {options.length > 0 && (
        <div id={choosing.listId} role="listbox" aria-label={label} className="max-h-72 overflow-y-auto p-1">
          {options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of its list
            <div
              key={option.id}
              id={choosing.optionId(option)}
              role="option"
              tabIndex={-1}
              aria-selected={option === choosing.active}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
              className={classNames(
                'flex cursor-pointer items-center gap-3 rounded px-2 py-1',
                option === choosing.active ? 'bg-selected' : 'hover:bg-hover',
              )}
            >
              <ThirdPartyText text={option.name} limit={120} truncate className="min-w-0 flex-1" />
              <span className="shrink-0 text-sm text-muted">{option.kind}</span>
            </div>
          ))}
        </div>
      )}
      <p role="status" className="px-3 py-2 text-sm text-muted empty:hidden">
        {statusOf(options.length, isLoading, text)}
      </p>
    </div>
  );
}

function statusOf(count: number, isLoading: boolean, text: string): string {
  if (isLoading) return 'Searching…';
  return count === 0 ? `No name contains “${text.slice(0, 40)}”.` : '';
}
