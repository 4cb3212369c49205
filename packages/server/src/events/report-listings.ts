/** Lists of tools that MCP clients have read, as events for the caller and for administrators. */
import type { ToolListing } from '@dragoman/core/faces';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import { createBoundedCache } from '@dragoman/model';
import type { PublishEvent } from './event-sender.js';

/** Dependencies of the report. */
export interface ListingReportPorts {
  publish: PublishEvent;
  clock: Clock;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
}

/** Milliseconds in which a client that lists again and again is reported once. */
const quietMs = 2000;

/** Clients whose last report is remembered. */
const maxRemembered = 1000;

/** Maximum characters of a client's name. */
const maxName = 100;

/** Creates the listener. */
export function createListingReport({ publish, clock, elapsed }: ListingReportPorts): (listing: ToolListing) => void {
  const reported = createBoundedCache<string, number>({ entries: maxRemembered });
  return ({ caller, endpoint, tools, client = '' }) => {
    const name = client.slice(0, maxName);
    const key = JSON.stringify([caller.subject, endpoint, name]);
    const now = elapsed();
    if (now - (reported.get(key) ?? Number.NEGATIVE_INFINITY) < quietMs) return;
    reported.set(key, now);
    publish({
      event: {
        type: 'tools.listed',
        at: timestamp(clock),
        caller: caller.subject,
        endpoint,
        tools,
        ...(name === '' ? {} : { client: name }),
      },
      audience: { kind: 'subject', subject: caller.subject },
    });
  };
}
