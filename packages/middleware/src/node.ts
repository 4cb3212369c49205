/** N-ACT and properties for plain `node:http`, in front of the application's listener. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '@dragoman/model';
import type { CallerOptions } from './calls/call-context.js';
import type { Property } from './calls/property.js';
import { disconnectSignal } from './hosting/disconnect-signal.js';
import { createRunProperties } from './hosting/run-properties.js';
import { createNactFace, type NactFace, type NactOptions } from './nact/nact-routes.js';

/** A `node:http` listener. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Returns a listener that answers N-ACT and passes everything else to the host. */
export function addNact(listener: Listener, options: NactOptions<IncomingMessage>): Listener {
  const face = createNactFace(options);
  return async (request, response) => {
    const answered = await answerNode(face, request, response).catch(() => {
      response.destroy();
      return true;
    });
    if (!answered) await listener(request, response);
  };
}

/** Returns a listener with the properties, the first outermost; it rejects with errors that none of them answers. */
export function addProperties(
  listener: Listener,
  properties: readonly Property[],
  options: CallerOptions<IncomingMessage> = {},
): Listener {
  const runProperties = createRunProperties(properties);
  return (incoming, response) => {
    const exchange = {
      incoming,
      response,
      caller: options.caller?.(incoming),
      addressOf: () => incoming.socket?.remoteAddress,
    };
    return runProperties(exchange, { run: () => listener(incoming, response) });
  };
}

/** Answers an N-ACT request; false when it belongs to the host. */
export async function answerNode<Host extends IncomingMessage>(
  face: NactFace<Host>,
  incoming: Host,
  response: ServerResponse,
  parsed?: string | Uint8Array,
): Promise<boolean> {
  const request = toRequest(face, incoming, parsed);
  const answer = request === undefined ? undefined : await face.answer(request, incoming, disconnectSignal(response));
  if (answer === undefined) return false;
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  if (isUnread(incoming)) response.setHeader('Connection', 'close');
  response.end(Buffer.from(await answer.arrayBuffer()));
  return true;
}

/** The web-standard form of an N-ACT request; undefined for one of the host. */
export function toRequest(
  face: Pick<NactFace<never>, 'claims'>,
  incoming: IncomingMessage,
  parsed?: string | Uint8Array,
): Request | undefined {
  const { url = '', method = 'GET' } = incoming;
  const path = url.split('?', 1)[0] ?? '';
  if (!face.claims(path) || /^(CONNECT|TRACE|TRACK)$/.test(method)) return undefined;
  const bodiless = method === 'GET' || method === 'HEAD';
  return new Request(`http://host.invalid${url}`, {
    method,
    headers: headersOf(incoming),
    ...(bodiless ? {} : { body: parsed ?? streamOf(incoming), duplex: 'half' }),
  } as RequestInit);
}

/**
 * True when a body was not read to its end; the connection must be closed, so that the rest is not parsed as the next
 * request.
 */
export function isUnread(incoming: IncomingMessage): boolean {
  return !incoming.complete && !incoming.readableEnded;
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    if (!name.startsWith(':')) for (const value of values) headers.append(name, value);
  }
  return headers;
}

/** Unlike Node's own conversion, canceling does not close the connection before the error response is sent. */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      } catch (cause) {
        controller.error(new Failure('MALFORMED_JSON', { message: 'The body ended early.', cause }));
      }
    },
    cancel: () => void incoming.pause(),
  });
}
