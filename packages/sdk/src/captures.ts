/** Payload capture: what callers send to a service and receive from it, kept for some minutes without secrets. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** The input or the output of a call: the value, the beginning of its JSON, or why nothing of it is kept. */
export interface CapturedPart {
  value?: JsonValue;
  beginning?: string;
  /** Length of the whole JSON, with `beginning`. */
  characters?: number;
  omitted?: 'streamed' | 'too large' | 'too complex';
}

/** What a call sent and received. */
export interface CapturedPayload {
  input: CapturedPart;
  /** Absent when there was none. */
  output?: CapturedPart;
}

/** A captured call; its payload is third-party content. */
export interface CapturedCall extends CapturedPayload {
  id: string;
  at: string;
  operation: string;
  caller: string;
  trace_id: string;
  /** Status of the service; absent when the call failed. */
  status?: number;
  /** Failure code; absent when the service answered. */
  code?: string;
}

/** Whether payloads of a service are captured. */
export interface CaptureState {
  service: string;
  on: boolean;
  /** When it ends and everything captured is removed. */
  until?: string;
  /** True when you may switch it and see what was captured. */
  may_change: boolean;
  max_minutes: number;
  max_calls: number;
  started_at?: string;
  by?: string;
  /** Number of captured calls. */
  calls?: number;
}

/** Calls for payload capture. */
export interface CaptureCalls {
  read(service: string, options?: CallOptions): Promise<CaptureState>;
  /** Captures payloads for some minutes; 15 by default. For owners of the service and administrators. */
  start(service: string, options?: CallOptions & { minutes?: number }): Promise<CaptureState>;
  /** Ends the capture and removes everything captured. */
  stop(service: string, options?: CallOptions): Promise<void>;
  /** The captured calls, newest first. */
  list(service: string, options?: CallOptions): AsyncGenerator<CapturedCall, void>;
}

/** Creates the calls over a transport. */
export function createCaptureCalls(transport: Transport): CaptureCalls {
  const to = (service: string) => ['agents', service, 'capture'];
  const readState = ({ body, status }: Incoming): CaptureState => {
    if (isJsonObject(body) && typeof body.on === 'boolean') return body as unknown as CaptureState;
    throw clientError('INVALID_RESPONSE', { message: 'The response is not the state of a capture.', status });
  };
  return {
    read: async (service, options = {}) =>
      readState(await transport.send({ ...options, method: 'GET', to: to(service), repeatable: true })),
    async start(service, { minutes, ...options } = {}) {
      const body = minutes === undefined ? {} : { minutes };
      return readState(await transport.send({ ...options, method: 'PUT', to: to(service), body, repeatable: true }));
    },
    async stop(service, options = {}) {
      await transport.send({ ...options, method: 'DELETE', to: to(service), repeatable: true });
    },
    list(service, options = {}) {
      const query = new URLSearchParams({ top: '200' });
      const request = {
        ...options,
        method: 'GET',
        to: ['agents', service, 'captures'],
        query,
        repeatable: true,
      } as const;
      const read = ({ body, status }: Incoming) => ({
        items: listOf(body, status, ['items']) as unknown as CapturedCall[],
      });
      return walkPages(transport, () => request, read);
    },
  };
}
