/** Differences between two values: place, before, after. */
import { ThirdPartyText } from './third-party-text.js';
import { visibleJson } from './visible-text.js';

/** One row: what is absent on one side was added or removed. */
export interface DifferenceRow {
  place: string;
  before?: string;
  after?: string;
}

/** The rows; added values are green, removed ones red. */
export function Differences({ label, rows }: { label: string; rows: readonly DifferenceRow[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map(({ place, before, after }) => (
        <li key={place} className="flex flex-col gap-1 py-2">
          <ThirdPartyText
            text={place === '' ? 'whole value' : place}
            limit={300}
            className="font-mono text-sm text-muted"
          />
          {before !== undefined && <Side sign="−" word="Before" text={before} tone="bg-bad-soft text-bad" />}
          {after !== undefined && <Side sign="+" word="After" text={after} tone="bg-good-soft text-good" />}
        </li>
      ))}
    </ul>
  );
}

function Side({ sign, word, text, tone }: { sign: string; word: string; text: string; tone: string }) {
  return (
    <div className={`flex gap-2 rounded px-2 py-0.5 font-mono text-sm ${tone}`}>
      <span aria-hidden>{sign}</span>
      <span className="sr-only">{word}:</span>
      <ThirdPartyText text={visibleJson(text)} limit={1000} className="min-w-0" />
    </div>
  );
}
