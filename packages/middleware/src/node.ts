/** N-ACT on plain `node:http`: in front of the listener that the application already has. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createNactFace, type NactFace, type NactOptions } from './nact-face.js';

/** A listener of `node:http`. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Gives a listener that answers N-ACT and leaves everything else to the host's own. */
export function addNact(listener: Listener, options: NactOptions<IncomingMessage>): Listener {
  const face = createNactFace(options);
  return async (request, response) => {
    if (!(await answerNode(face, request, response))) await listener(request, response);
  };
}

/** Answers a request of Node when it is one of N-ACT; false when it is the host's. */
export async function answerNode<Host extends IncomingMessage>(
  face: NactFace<Host>,
  incoming: Host,
  response: ServerResponse,
  parsed?: string | Uint8Array,
): Promise<boolean> {
  const { url = '', method = 'GET' } = incoming;
  const path = url.split('?', 1)[0] ?? '';
  if (!face.claims(path) || /^(CONNECT|TRACE|TRACK)$/.test(method)) return false;
  const left = new AbortController();
  const leave = () => left.abort();
  response.once('close', leave);
  const bodiless = method === 'GET' || method === 'HEAD';
  const request = new Request(`http://host.invalid${url}`, {
    method,
    headers: headersOf(incoming),
    signal: left.signal,
    ...(bodiless ? {} : { body: parsed ?? streamOf(incoming), duplex: 'half' }),
  } as RequestInit);
  const answer = await face.answer(request, incoming);
  response.off('close', leave);
  if (answer === undefined) return false;
  await sendResponse(answer, response, incoming);
  return true;
}

async function sendResponse(answer: Response, response: ServerResponse, incoming: IncomingMessage): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  // A body that was not wanted to its end must not be taken for the next request.
  if (!incoming.complete && !incoming.readableEnded) response.setHeader('Connection', 'close');
  response.end(Buffer.from(await answer.arrayBuffer()));
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    if (!name.startsWith(':')) for (const value of values) headers.append(name, value);
  }
  return headers;
}

/** Unlike Node's own conversion, giving up does not cut the line on which the refusal has yet to go out. */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: () => void incoming.pause(),
  });
}
