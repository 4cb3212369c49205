/**
 * Searches for operations take turns like other searches, also in faces where they are one of many kinds of a request:
 * tools of MCP, N-ACT and AGIS.
 */
import type { Caller, RankOperations } from '@dragoman/core/engine';
import { accountOf } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';
import type { Turns } from './turns.js';

/** Wraps the ranking. */
export function createRankInTurn(rank: RankOperations, turns: Turns): RankOperations {
  return (query, caller, signal) => searchInTurn(turns, { caller, signal }, () => rank(query, caller, signal));
}

/** Runs a search at once, or when it is the caller's turn. */
export function searchInTurn<T>(
  turns: Turns,
  { caller, signal }: { caller: Caller; signal: AbortSignal | undefined },
  search: () => Promise<T>,
): Promise<T> {
  const account = accountOf(caller);
  if (turns.mayStart(account, 'long')) return search();
  return turns.wait(account, 'long', async () => {
    if (signal?.aborted === true) throw new Failure('CANCELLED');
    return search();
  });
}
