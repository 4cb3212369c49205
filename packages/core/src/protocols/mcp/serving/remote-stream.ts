/** The stream of a request that another node answers, for a client that resumes it here. */
import { Failure } from '@dragoman/model';
import type { EventWriter } from '../../../transport/event-stream.js';
import { rpcError } from '../../../transport/json-rpc.js';
import { faultOf } from './rpc-fault.js';
import type { JournalPage, ResumableStream, StreamJournal } from './stream-journal.js';

/** Dependencies. */
export interface RemoteStreamPorts {
  journal: Pick<StreamJournal, 'read'>;
  /** Runs a function once, unless stopped. */
  later: (ms: number, work: () => void) => () => void;
  /** Notifies the node that answers the request: its client is connected to another node, or has left it. */
  notify: (isAttached: boolean) => void;
}

/** Milliseconds between two reads of the journal. */
const readEveryMs = 200;

/** Reads that may fail in a row, before the stream is ended; its client can resume it again. */
const maxFailures = 25;

/** Creates the stream. */
export function createRemoteStream(
  id: string,
  { journal, later, notify }: RemoteStreamPorts,
): Pick<ResumableStream, 'attach' | 'detach'> {
  let current: EventWriter | undefined;
  let stop = () => {};
  const leave = (writer: EventWriter) => {
    if (current !== writer) return;
    stop();
    current = undefined;
    notify(false);
  };
  return {
    attach(writer, after) {
      current?.end();
      current = writer;
      notify(true);
      let last = after;
      let failures = 0;
      const end = () => {
        current = undefined;
        writer.end();
      };
      const pass = (page: JournalPage | undefined) => {
        failures = 0;
        for (const { number, text } of page?.events ?? []) {
          writer.send(text, 'message', `${id}.${number}`);
          last = number;
        }
        if (page === undefined || page.isEnded) return end();
        if (page.isAlive) return next();
        writer.send(lostAnswer(page), 'message', `${id}.${last + 1}`);
        end();
      };
      const fail = () => {
        failures += 1;
        if (failures >= maxFailures) end();
        else next();
      };
      const next = () => {
        stop = later(readEveryMs, read);
      };
      const read = () => {
        if (current === writer) journal.read(id, last).then((page) => current === writer && pass(page), fail);
      };
      read();
    },
    detach: leave,
  };
}

/** The response to a request whose node no longer runs. */
function lostAnswer({ request }: JournalPage): string {
  const failure = new Failure('OUTCOME_UNKNOWN', {
    message: 'The server that made this call stopped before it had the result; the call may have taken effect.',
    outcomeUnknown: true,
  });
  return JSON.stringify(rpcError(request, faultOf(failure)));
}
