/**
 * Searches for operations take turns like other searches, also in faces where they are one of many kinds of a request:
 * tools of MCP, N-ACT and AGIS.
 */
import type { RankOperations } from '@dragoman/core/engine';
import { accountOf } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';
import type { Turns } from './turns.js';

/** Wraps the ranking. */
export function createRankInTurn(rank: RankOperations, turns: Turns): RankOperations {
  return (query, caller, signal) => {
    const account = accountOf(caller);
    if (turns.mayStart(account, 'long')) return rank(query, caller, signal);
    return turns.wait(account, 'long', async () => {
      if (signal?.aborted === true) throw new Failure('CANCELLED');
      return rank(query, caller, signal);
    });
  };
}
