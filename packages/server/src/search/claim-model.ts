/**
 * All servers of one store search with the same model: vectors of different models cannot be compared, and two servers
 * would replace each other's. A server reports while it runs; one that uses another model does not start meanwhile.
 */
import { randomUUID } from 'node:crypto';
import type { NodeStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { StartRefused } from '../config/start-refused.js';

/** Dependencies of a claim. */
export interface ClaimPorts {
  nodes: NodeStore;
  clock: Clock;
  /** Version of this server. */
  version: string;
  /** Called when this server could not report that it still runs. */
  report: (error: unknown) => void;
}

/** How often a server reports, and for how long it then counts as running. */
const reportEveryMs = 5_000;
const runningMs = 20_000;

/**
 * Registers this server as a user of the model, empty for none; throws when another server uses another model, unless `replace` is set.
 * Returns the function that ends it.
 */
export async function claimModel(
  model: string,
  replace: boolean,
  { nodes, clock, version, report }: ClaimPorts,
): Promise<() => Promise<void>> {
  const id = randomUUID();
  const enter = (force: boolean) => {
    const now = clock.now();
    const [seenAt, since] = [new Date(now), new Date(now - runningMs)].map((date) => date.toISOString());
    return nodes.enter({ id, model, version, seenAt: seenAt ?? '' }, { since: since ?? '', force });
  };
  const other = await enter(replace);
  if (other !== undefined) {
    throw new StartRefused(
      `Another server of this database searches with the model ${other.model} (last seen at ${other.seenAt}), but this one would use ${model}.`,
      'Give all servers of the database the same search.embedder. To change the model, stop the other servers for half a minute, or set search.replaceModel on this one and restart the others with the new model.',
    );
  }
  let reporting = Promise.resolve();
  const timer = setInterval(() => {
    reporting = enter(true).then(() => undefined, report);
  }, reportEveryMs).unref();
  return async () => {
    clearInterval(timer);
    // A report that is on its way would enter the server again, or find the store closed.
    await reporting;
    await nodes.leave(id).catch(report);
  };
}
