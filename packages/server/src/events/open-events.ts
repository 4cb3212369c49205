/** Opens the events of one process: the ring that readers read, and the reports that fill it. */
import type { CallListener } from '@dragoman/core/engine';
import type { ToolListing } from '@dragoman/core/faces';
import type { Clock } from '@dragoman/core/http';
import type { ToolsListedEvent } from '@dragoman/model';
import type { Connections } from './connections.js';
import { connectionId, createConnections } from './connections.js';
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
  /** Gives numbers for all workers or nodes; absent where there is one process. */
  sequencer?: EventSequencer;
  /** Keeps when clients were seen, for other nodes. */
  saveClient?: ((id: string, event: ToolsListedEvent) => void) | undefined;
}

/** The events of one process. */
export interface OpenEvents {
  ring: EventRing;
  /** MCP clients seen since the start. */
  connections: Connections;
  onListed: (listing: ToolListing) => void;
  publish: PublishEvent;
  onCall: CallListener;
  onEntry: EntryListener;
  onApproval: ApprovalListener;
}

/** Events that are kept for readers that are slow or connect again. */
const capacity = 2048;

/** Opens the events. */
export function openEvents(ports: EventPorts): OpenEvents {
  const { clock, elapsed, sequencer = createLocalSequencer(), saveClient } = ports;
  const send = createEventSender(sequencer);
  const publish: PublishEvent = (draft) => {
    if (draft.event.type === 'tools.listed') saveClient?.(connectionId(draft.event), draft.event);
    send(draft);
  };
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
