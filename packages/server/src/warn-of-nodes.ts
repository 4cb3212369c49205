/** Warns of nodes that do not fit together: another version, or a clock that differs from that of the database. */
import type { Store } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import type { Logger } from './observe/logger.js';

/** Dependencies. */
export interface NodeWarningPorts {
  store: Pick<Store, 'nodes' | 'time'>;
  clock: Clock;
  version: string;
  logger: Pick<Logger, 'warn'>;
}

/** Difference in milliseconds from which on a clock is reported. */
const maxDifferenceMs = 2_000;

/** Logs what an operator should correct; the server starts anyway. */
export async function warnOfNodes({ store, clock, version, logger }: NodeWarningPorts): Promise<void> {
  const differenceMs = Math.round(clock.now() - ((await store.time?.()) ?? clock.now()));
  if (Math.abs(differenceMs) > maxDifferenceMs)
    logger.warn(
      { differenceMs },
      'the clock of this machine differs from that of the database; leases use the clock of the database, but times in records and the expiry of tokens are wrong here: synchronize the clock (NTP)',
    );
  const versions = (await store.nodes.list()).map((node) => node.version);
  const others = [...new Set(versions)].filter((other) => other !== version);
  if (others.length > 0)
    logger.warn(
      { version, others },
      'nodes of other versions run on this database; this is meant for the time of an upgrade: restart them with the same version',
    );
}
