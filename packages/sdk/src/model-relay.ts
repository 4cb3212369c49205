/** Models at endpoints of the user's own, which the registry asks on behalf of a page or program that cannot reach them. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { readEvents, type StreamEvent } from './event-stream.js';
import { parseBody, readText } from './read-response.js';
import type { CallOptions, Outgoing, Transport } from './transport.js';

/** An endpoint of a model. */
export interface ModelEndpoint {
  api: 'openai-chat' | 'anthropic';
  /** Base URL, such as `https://models.example/v1`. */
  url: string;
  /** Name of the model there. */
  model: string;
  /** Sent to the endpoint only; the registry does not store it. */
  key?: string;
}

/** Calls for models. */
export interface ModelCalls {
  /** The endpoint's response to this body, to which the name of the model is added. */
  ask(endpoint: ModelEndpoint, body: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>;
  /** As `ask`, with the events of the response as they arrive; the whole response where the endpoint does not stream. */
  stream(endpoint: ModelEndpoint, body: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>;
}

/** Milliseconds that a model may take. */
const timeoutMs = 180_000;

/** Creates the calls over a transport. */
export function createModelCalls(transport: Transport): ModelCalls {
  const outgoing = (body: object, options: CallOptions): Outgoing => ({
    ...options,
    method: 'POST',
    to: ['playground', 'model'],
    body,
    timeoutMs,
    repeatable: false,
  });
  return {
    async ask(endpoint, request, options = {}) {
      const { status, body } = await transport.send(outgoing({ ...endpoint, request }, options));
      return responseOf(body, status);
    },
    async stream(endpoint, request, options = {}) {
      // OpenAI's API counts the tokens of a stream only on request.
      const counted = endpoint.api === 'openai-chat' ? { stream_options: { include_usage: true } } : {};
      const sent = outgoing({ ...endpoint, request: { ...request, ...counted }, stream: true }, options);
      const { response } = await transport.open({ ...sent, accept: 'text/event-stream, application/json' });
      const { maxResponseBytes: maxBytes } = transport;
      if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true)
        return responseOf(parseBody(await readText(response, maxBytes), response.status), response.status);
      return valuesOf(readEvents(response, { maxBytes, ...(options.signal && { signal: options.signal }) }));
    },
  };
}

/** The values of events; a text such as `[DONE]` is the end of a stream of some APIs. */
async function* valuesOf(events: AsyncIterable<StreamEvent>): AsyncGenerator<unknown, void> {
  for await (const { value } of events) if (value !== undefined) yield value;
}

function responseOf(body: unknown, status: number): unknown {
  if (isJsonObject(body) && 'response' in body) return body.response;
  throw clientError('INVALID_RESPONSE', { message: 'The response has no answer of a model.', status });
}
