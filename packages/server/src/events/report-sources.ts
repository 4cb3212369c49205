/** Checks of sources as events, for their owners. */
import type { SourceRecord } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { PublishEvent } from './event-sender.js';

/** Creates the listener that publishes the result of each check. */
export function createSourceReport(publish: PublishEvent, clock: Clock): (source: SourceRecord) => void {
  return ({ id, owner, lastOutcome = 'unchanged', failures, entryIds, lastError }) => {
    publish({
      event: {
        type: 'source.checked',
        at: timestamp(clock),
        source: id,
        outcome: lastOutcome,
        failures,
        services: entryIds.length,
        ...(lastError === undefined ? {} : { error: lastError }),
      },
      audience: { kind: 'subject', subject: owner },
    });
  };
}
