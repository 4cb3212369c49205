/** The score of the text, how it moved, and what is being checked. */
import type { Work } from './use-work.js';

/** The line under the title. */
export function ScoreLine({ work: { checked, firstScore, isChecking } }: { work: Work }) {
  const { score, counts, operations } = checked?.assessment ?? {};
  const total = score?.total;
  const moved = total === undefined || firstScore === undefined ? 0 : total - firstScore;
  const abilities = (score?.abilities ?? []).flatMap(({ ability, score: each }) =>
    each === undefined ? [] : `${ability} ${each}`,
  );
  return (
    <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <span>
        Score{' '}
        <strong className="text-lg font-semibold text-text tabular-nums" data-testid="score">
          {total ?? '–'}
        </strong>{' '}
        of 100
        {moved !== 0 && (
          <span className={moved > 0 ? 'text-good' : 'text-bad'}>
            {` (${moved > 0 ? '+' : '−'}${Math.abs(moved)} since it was opened)`}
          </span>
        )}
      </span>
      {abilities.length > 0 && <span className="text-sm">{abilities.join(' · ')}</span>}
      {counts !== undefined && (
        <span className="text-sm tabular-nums">
          {`${count(counts.error, 'error')}, ${count(counts.warning, 'warning')}, ${count(counts.info, 'note')}, ${count(operations ?? 0, 'operation')}`}
        </span>
      )}
      <span role="status" className="text-sm">
        {isChecking ? 'Checking…' : 'Checked'}
      </span>
    </span>
  );
}

function count(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;
}
