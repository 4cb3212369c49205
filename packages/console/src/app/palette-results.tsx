/** What the palette has found, in groups; arrow keys move, Enter opens. */
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent, RefObject } from 'react';
import { useEffect } from 'react';
import { classNames } from '../components/class-names.js';
import { ThirdPartyText } from '../components/third-party-text.js';
import { type Choosing, type ComboboxField, useChoices } from '../components/use-choices.js';
import { explainError } from '../session/explain-error.js';
import { type PaletteChoice, type PaletteGroup, usePaletteGroups } from './palette-groups.js';

/** Props of the results. */
export interface PaletteResultsProps {
  /** As it was typed. */
  text: string;
  /** The text for which Enter was pressed before its results had come. */
  wanted: string | undefined;
  onWanted: (text: string) => void;
  /** Receives the handler of the keys of the field. */
  onKey: RefObject<((event: KeyboardEvent) => void) | undefined>;
  /** Called with the attributes of the field. */
  onField: (field: ComboboxField) => void;
  /** Called when something was chosen. */
  onDone: () => void;
}

/** The results. */
export default function PaletteResults({ text, wanted, onWanted, onKey, onField, onDone }: PaletteResultsProps) {
  const navigate = useNavigate();
  const { groups, isCurrent, error } = usePaletteGroups(text.trim());
  const choices = groups.flatMap((group) => group.choices);
  const choosing = useChoices(choices, text);
  const choose = (choice: PaletteChoice | undefined) => {
    if (choice === undefined) return;
    onDone();
    void navigate(choice.target);
  };
  const { field } = choosing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attributes change with these two
  useEffect(() => onField(field), [field['aria-expanded'], field['aria-activedescendant']]);
  useEffect(() => {
    onKey.current = (event) => {
      if (event.key !== 'Enter') choosing.move(event);
      else if (isCurrent) choose(choosing.active);
      else onWanted(text);
    };
    if (wanted === text && isCurrent) choose(choices[0]);
  });
  return (
    <>
      <p role="status" className="sr-only">
        {isCurrent ? countText(groups) : 'Searching'}
      </p>
      {groups.length === 0 && (
        <p className="px-4 py-8 text-center text-muted">{isCurrent ? 'Nothing matches.' : 'Searching…'}</p>
      )}
      {groups.length > 0 && <ChoiceList groups={groups} choosing={choosing} onChoose={choose} />}
      {error !== null && <p className="border-t border-line px-4 py-2 text-bad">{explainError(error).detail}</p>}
    </>
  );
}

/** What was found, for screen readers. */
function countText(groups: readonly PaletteGroup[]): string {
  if (groups.length === 0) return 'Nothing matches';
  return groups.map(({ label, choices }) => `${label}: ${choices.length}`).join(', ');
}

interface ChoiceListProps {
  groups: readonly PaletteGroup[];
  choosing: Choosing<PaletteChoice>;
  onChoose: (choice: PaletteChoice) => void;
}

function ChoiceList({ groups, choosing, onChoose }: ChoiceListProps) {
  return (
    <div id={choosing.listId} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto p-1.5">
      {groups.map(({ label, choices }) => (
        <div key={label} role="group" aria-label={label}>
          <p aria-hidden className="px-2.5 pt-2 pb-1 text-sm font-medium text-muted">
            {label}
          </p>
          {choices.map((choice) => (
            <Option key={choice.id} choice={choice} choosing={choosing} onChoose={onChoose} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({ choice, choosing, onChoose }: Omit<ChoiceListProps, 'groups'> & { choice: PaletteChoice }) {
  const isActive = choice === choosing.active;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of its listbox
    <div
      id={choosing.optionId(choice)}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={() => onChoose(choice)}
      className={classNames(
        'flex cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5',
        isActive ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <choice.icon aria-hidden className="size-4 shrink-0 text-faint" />
      <ThirdPartyText text={choice.title} limit={160} truncate className="min-w-0 shrink font-medium" />
      <ThirdPartyText
        text={choice.detail}
        limit={160}
        truncate
        className="ml-auto max-w-[50%] min-w-0 text-sm text-muted"
      />
    </div>
  );
}
