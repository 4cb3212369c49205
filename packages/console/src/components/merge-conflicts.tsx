/** What two people changed in different ways, side by side: one of both is taken at each place. */
import { useId } from 'react';
import { classNames } from './class-names.js';
import { ThirdPartyText } from './third-party-text.js';
import { visibleJson } from './visible-text.js';

/** Whose change is taken. */
export type MergeSide = 'ours' | 'theirs';

/** One place that both changed. */
export interface MergeConflict {
  place: string;
  /** Our value as text; undefined when we removed it. */
  ours: string | undefined;
  theirs: string | undefined;
}

/** Props of the list. */
export interface MergeConflictsProps {
  conflicts: readonly MergeConflict[];
  /** Chosen sides by place; ours where there is no choice. */
  sides: Readonly<Record<string, MergeSide>>;
  onChoose: (conflict: MergeConflict, side: MergeSide) => void;
}

/** The places; nothing when there are none. */
export function MergeConflicts({ conflicts, sides, onChoose }: MergeConflictsProps) {
  if (conflicts.length === 0) return null;
  return (
    <section aria-label="Changed by both" className="flex flex-col gap-3">
      <p>Both of you changed these fields. Choose which change to keep; the other one is not saved.</p>
      {conflicts.map((conflict) => (
        <Conflict
          key={conflict.place}
          conflict={conflict}
          side={sides[conflict.place] ?? 'ours'}
          onChoose={(side) => onChoose(conflict, side)}
        />
      ))}
    </section>
  );
}

interface ConflictProps {
  conflict: MergeConflict;
  side: MergeSide;
  onChoose: (side: MergeSide) => void;
}

function Conflict({ conflict: { place, ours, theirs }, side, onChoose }: ConflictProps) {
  const name = useId();
  const options = [
    { value: 'theirs', label: 'Theirs, as stored', text: theirs },
    { value: 'ours', label: 'Yours', text: ours },
  ] as const;
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1 font-mono text-sm text-muted">
        <ThirdPartyText text={place} limit={300} />
      </legend>
      {options.map(({ value, label, text }) => (
        <label
          key={value}
          className={classNames(
            'flex min-w-0 cursor-pointer items-start gap-2 rounded-md border p-2 has-focus-visible:outline-2 has-focus-visible:outline-accent',
            side === value ? 'border-accent bg-selected' : 'border-line',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={side === value}
            onChange={() => onChoose(value)}
            className="mt-1 accent-accent-fill"
          />
          <span className="min-w-0 flex-1">
            <span className="block text-sm font-medium">{label}</span>
            {text === undefined ? (
              <span className="text-sm text-muted italic">removed</span>
            ) : (
              <ThirdPartyText text={visibleJson(text)} limit={1000} className="text-sm" />
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
