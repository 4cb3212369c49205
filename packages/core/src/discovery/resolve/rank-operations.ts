/**
 * The one ranking of operations: resolution and every search for operations use it, whatever the face. Operations are
 * found by words and meaning, unsafe and broken ones are left out, and the others are ordered by likelihood and
 * statistics.
 */
import { createSynonyms } from '@dragoman/agis';
import type { Caller } from '../../access/caller.js';
import type { AcceptedOperations, Condition } from '../../catalogue/index-port.js';
import { emptyStats } from './agent-stats.js';
import { calibrateAll, calibrationOf, mayMatch } from './calibrate.js';
import type { CalibrationWeights } from './calibration.js';
import { checkPolicy } from './check-policy.js';
import type { English } from './english.js';
import { findOperations, type RankerPorts } from './find-operations.js';
import { createIntentReader, type IntentReader } from './read-inputs.js';
import type { ResolveRequest } from './resolution.js';
import { type FoundOperation, type WeighedOperation, type Weighing, weighOperations } from './weigh-candidates.js';

/** A search for operations. */
export interface RankQuery {
  text: string;
  conditions?: readonly Condition[];
  /** Only these operations; all when absent. */
  accepts?: AcceptedOperations;
  /** Maximum number of operations, 200 at most; 60 when absent. */
  top?: number;
}

/** An operation with its rank. */
export type RankedOperation = Pick<WeighedOperation, 'stored' | 'entry' | 'operation' | 'score' | 'hit' | 'notes'>;

/** Ranks operations for a text, best first; operations that do not match are left out. */
export type RankOperations = (query: RankQuery, caller: Caller, signal?: AbortSignal) => Promise<RankedOperation[]>;

/** Number of operations that are weighed; those found after them keep their order. */
export const maxWeighed = 60;
/** Maximum number of operations in a ranking. */
export const maxRanked = 200;
/** After the best operation, others match down to this score. */
export const minRunnerUpScore = 0.005;

const maxTextLength = 2_000;

/** Creates the ranking. */
export function createRankOperations(ports: RankerPorts): RankOperations {
  const stats = ports.stats ?? emptyStats;
  const synonyms = createSynonyms();
  return async ({ text, conditions = [], accepts, top = maxWeighed }, caller, signal) => {
    const request = plainRequest(text.slice(0, maxTextLength));
    const found = Math.min(Math.max(top, maxWeighed), maxRanked);
    const search = { request, caller, signal, top: found, ...(accepts === undefined ? {} : { accepts }) };
    const { operations, meaning } = await findOperations(ports, search, conditions);
    const weights = calibrationOf(meaning?.model);
    const isAllowed = (each: FoundOperation) => checkPolicy(each, { ...request, stats }) === undefined;
    const first = operations.slice(0, maxWeighed).filter(isAllowed);
    const rest = operations.slice(maxWeighed).filter(isAllowed);
    const weighed = weighOperations(first, weighingOf(ports, first, { request, weights, synonyms }));
    const least = weighed.at(-1)?.score ?? 0;
    const ranked = [...weighed, ...rest.map((each) => ({ ...each, score: least, likelihood: least, notes: [] }))];
    return ranked.filter(createMatchTest(ranked, weights)).slice(0, top);
  };
}

/** How operations of a request are weighed; `operations` in the order in which they were found. */
export function weighingOf(
  ports: RankerPorts,
  operations: readonly FoundOperation[],
  { request, weights, synonyms }: Pick<Weighing, 'request' | 'weights'> & Pick<English, 'synonyms'>,
): Weighing {
  const { intent, context } = request;
  let reader: IntentReader | undefined;
  return {
    request,
    weights,
    stats: ports.stats ?? emptyStats,
    likelihoods: calibrateAll(
      weights,
      operations.map(({ hit }) => hit),
    ),
    reader() {
      reader ??= createIntentReader(intent, {
        words: ports.words(),
        synonyms,
        now: () => ports.clock.now(),
        timeZone: context.timeZone ?? 'UTC',
      });
      return reader;
    },
  };
}

/** An operation matches by a word of the text or, if some operation may match, by its likelihood. */
function createMatchTest(ranked: readonly WeighedOperation[], weights: CalibrationWeights) {
  const isLikely = ranked.some(({ hit: { meaning }, score }) => mayMatch(weights, { meaning, score }));
  return ({ hit, score }: WeighedOperation) => hit.words > 0 || (isLikely && score >= minRunnerUpScore);
}

function plainRequest(intent: string): ResolveRequest {
  return { intent, context: { languages: [], residency: [], holds: [] }, policy: {}, top: maxRanked, ranked: true };
}
