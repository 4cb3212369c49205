/** The health of a source in one or two words. */
import type { Source } from '@dragoman/sdk';
import { Badge, type BadgeTone } from '../../components/badge.js';

const tones: Readonly<Record<string, BadgeTone>> = { current: 'good', waiting: 'note', failing: 'bad', missing: 'bad' };

const meanings: Readonly<Record<string, string>> = {
  waiting: 'Not fetched yet.',
  current: 'The last check succeeded.',
  failing: 'The last check failed. Its services stay as they were.',
  missing: 'Many checks in a row failed. Its services stay as they were.',
};

/** The state, and whether a decision is needed. */
export function SourceState({ source }: { source: Source }) {
  const { state, held } = source;
  return (
    <span className="flex flex-wrap items-center gap-1">
      <Badge tone={tones[state] ?? 'neutral'} title={meanings[state] ?? ''}>
        {state}
      </Badge>
      {held !== undefined && !held.refused && (
        <Badge tone="warn" title="Changes wait for a decision.">
          held
        </Badge>
      )}
    </span>
  );
}

/** Sources that need a decision first, then those that fail, then by name. */
export function bySourceUrgency(a: Source, b: Source): number {
  return urgency(a) - urgency(b) || (a.name ?? a.url).localeCompare(b.name ?? b.url, 'en');
}

function urgency({ held, state }: Source): number {
  if (held !== undefined && !held.refused) return 0;
  if (state === 'failing' || state === 'missing') return 1;
  return 2;
}
