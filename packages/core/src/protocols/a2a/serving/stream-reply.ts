/** Sends a stream of events to its reader, and ends the source when the reader disconnects. */
import type { JsonObject } from '@dragoman/model';
import { eventStreamReply } from '../../../transport/event-stream.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import type { StreamEvents } from './stream.js';

/** How events are written. */
export interface EventWriting {
  /** The text of an event. */
  event: (event: JsonObject) => JsonObject;
  /** The event for a failed stream; none is sent when absent. */
  failure?: (thrown: unknown) => JsonObject;
}

/** A reply that streams events. */
export function streamReply(events: StreamEvents, { event, failure }: EventWriting): HttpReply {
  return eventStreamReply(
    (writer) => {
      const pump = async () => {
        for await (const each of events) {
          if (writer.closed) return;
          writer.send(JSON.stringify(event(each)));
        }
      };
      pump()
        .catch((thrown: unknown) => {
          if (failure !== undefined) writer.send(JSON.stringify(failure(thrown)));
        })
        .finally(() => writer.end());
    },
    { onLeave: () => void events.return().catch(() => undefined) },
  );
}
