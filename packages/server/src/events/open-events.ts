/** Opens the events of one process: the ring that readers read, and the reports that fill it. */
import type { CallListener } from '@dragoman/core/engine';
import type { ToolListing } from '@dragoman/core/faces';
import type { Clock } from '@dragoman/core/http';
import type { Connections } from './connections.js';
import { createConnections } from './connections.js';
import type { EventSequencer } from './event.js';
import type { EventRing } from './event-ring.js';
import { createEventRing } from './event-ring.js';
import type { PublishEvent } from './event-sender.js';
import { createEventSender } from './event-sender.js';
import { createLocalSequencer } from './local-sequencer.js';
import type { ApprovalListener } from './report-approvals.js';
import { createApprovalReport } from './report-approvals.js';
import { createCallReport } from './report-calls.js';
import type { EntryListener } from './report-entries.js';
import { createEntryReport } from './report-entries.js';
import { createListingReport } from './report-listings.js';

/** Dependencies of the events. */
export interface EventPorts {
  clock: Clock;
  elapsed: () => number;
  /** Gives numbers for all workers; absent where there is one process. */
  sequencer?: EventSequencer;
}

/** The events of one process. */
export interface OpenEvents {
  ring: EventRing;
  /** MCP clients seen since the start. */
  connections: Pick<Connections, 'list'>;
  onListed: (listing: ToolListing) => void;
  publish: PublishEvent;
  onCall: CallListener;
  onEntry: EntryListener;
  onApproval: ApprovalListener;
}

/** Events that are kept for readers that are slow or connect again. */
const capacity = 2048;

/** Opens the events. */
export function openEvents({ clock, elapsed, sequencer = createLocalSequencer() }: EventPorts): OpenEvents {
  const publish = createEventSender(sequencer);
  const connections = createConnections();
  const watched: Pick<EventSequencer, 'receive'> = {
    receive: (listener) =>
      sequencer.receive((numbered) => {
        for (const { event } of numbered.events) if (event.type === 'tools.listed') connections.note(event);
        listener(numbered);
      }),
  };
  return {
    ring: createEventRing(watched, capacity),
    connections,
    onListed: createListingReport({ publish, clock, elapsed }),
    publish,
    onCall: createCallReport({ publish, clock, elapsed }),
    onEntry: createEntryReport(publish, clock),
    onApproval: createApprovalReport(publish, clock),
  };
}
