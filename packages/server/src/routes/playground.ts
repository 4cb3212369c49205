/** `POST /playground/model`: asks a model at an endpoint of the caller's own, for pages that cannot reach it themselves. */
import type { EventWriter, HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  dryRunMetadata,
  dryRunParameters,
  errorObject,
  eventStreamReply,
  jsonReply,
  readJsonBody,
} from '@dragoman/core/http';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, toFailure } from '@dragoman/model';
import type { ModelRelay, ModelRequest } from '../outbound/model-relay.js';
import { dryRunReply, wantsDryRun, withDryRun } from './dry-run.js';
import { invalidBody, refuseUnknown } from './request-faults.js';
import { createBodyReader } from './toolset-request.js';

/** Dependencies of the route. */
export interface PlaygroundPorts {
  relay: Omit<ModelRelay, 'close'>;
  /** Maximum size of a request in bytes. */
  bodyBytes: number;
}

const apis = ['openai-chat', 'anthropic'] as const;
const limits = { url: 2048, model: 256, key: 4096 };

/** Creates the route. */
export function createPlaygroundRoute(ports: PlaygroundPorts): Route {
  return {
    method: 'POST',
    path: '/playground/model',
    budget: 'invoke',
    access: 'agents:invoke',
    bodyBytes: ports.bodyBytes,
    // For the console and the command line; agents ask models themselves.
    unlisted: true,
    describe,
    handle: (context) => ask(ports, context),
  };
}

async function ask({ relay, bodyBytes }: PlaygroundPorts, context: RouteContext): Promise<HttpReply> {
  const { isStreamed, ...request } = readModelRequest(await readJsonBody(context.request, { bytes: bodyBytes }));
  const headers = { 'Cache-Control': 'no-store' };
  if (wantsDryRun(context)) {
    const { href } = relay.addressOf(request);
    return dryRunReply({
      would_change: false,
      reversible: true,
      outcome: 'unchanged',
      changes: [`Sends the request to ${href}, which may charge the owner of the key.`],
    });
  }
  if (!isStreamed) return jsonReply({ response: await relay.ask(request, context.signal) }, { headers });
  const left = new AbortController();
  const answer = await relay.stream(request, AbortSignal.any([context.signal, left.signal]));
  if ('response' in answer) return jsonReply(answer, { headers });
  return eventStreamReply((writer) => void relayEvents(answer.events, writer, context), {
    onLeave: () => left.abort(),
  });
}

/** An error in the middle of a stream is its last event. */
async function relayEvents(events: AsyncIterable<string>, writer: EventWriter, context: RouteContext): Promise<void> {
  try {
    for await (const data of events) writer.send(data.replaceAll(/[\r\n]+/g, ' '));
  } catch (error) {
    writer.send(JSON.stringify(errorObject(toFailure(error), context.traceId)), 'error');
  }
  writer.end();
}

function readModelRequest(body: JsonValue): ModelRequest & { isStreamed: boolean } {
  const read = createBodyReader();
  const given = isJsonObject(body) ? body : {};
  refuseUnknown(given, ['api', 'url', 'model', 'key', 'request', 'stream'], '', read.faults);
  const api = read.word(given.api, '/api', apis);
  if (api === undefined) read.missing('/api');
  const url = read.text(given.url, '/url', limits.url) ?? read.missing('/url');
  const model = read.text(given.model, '/model', limits.model) ?? read.missing('/model');
  const key = read.text(given.key, '/key', limits.key);
  const request = isJsonObject(given.request) ? (given.request as JsonObject) : undefined;
  if (request === undefined) read.missing('/request');
  const isStreamed = read.flag(given.stream, '/stream');
  if (read.faults.length > 0 || api === undefined || request === undefined) throw invalidBody(read.faults);
  return { api, url, model, request, isStreamed, ...(key === undefined ? {} : { key }) };
}

const text = (description: string, maxLength: number) => ({ type: 'string', description, minLength: 1, maxLength });

const describe: Route['describe'] = {
  operationId: 'playground_model_ask',
  tag: 'toolsets',
  summary: 'Ask a model at an endpoint of your own.',
  description:
    'Sends one request to a model endpoint and returns its response. The operator decides which endpoints may be used (setting playground.endpoints), and the outbound guard checks every connection. ' +
    'The key is sent to the endpoint only, and is neither stored nor logged. Use this from pages that cannot reach the endpoint themselves, as the playground of the console does. ' +
    'Do not use it to call a registered service: use agents_invoke instead. Side effects: the endpoint may charge the owner of the key.',
  parameters: [...dryRunParameters],
  requestBody: {
    description: 'The endpoint and the request.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          title: 'ModelRequest',
          description: 'The endpoint and the request.',
          required: ['api', 'url', 'model', 'request'],
          properties: {
            api: { type: 'string', enum: [...apis], description: 'API of the endpoint.' },
            url: text('Base URL; chat/completions or messages is appended.', limits.url),
            model: text('Name of the model there.', limits.model),
            key: { ...text('Key of the endpoint.', limits.key), writeOnly: true },
            request: {
              type: 'object',
              description: 'Request in the form of the API, without the name of the model.',
              additionalProperties: true,
            },
            stream: {
              type: 'boolean',
              default: false,
              description:
                'Sends the events of the endpoint as server-sent events as they arrive; where the endpoint does not stream, its response as JSON.',
            },
          },
          additionalProperties: false,
        },
        examples: {
          chat: {
            summary: 'One message',
            value: {
              api: 'openai-chat',
              url: 'https://models.example/v1',
              model: 'small',
              request: { messages: [{ role: 'user', content: 'Which berth is free?' }] },
            },
          },
        },
      },
    },
  },
  responses: {
    '200': withDryRun(
      {
        description: 'The response of the model.',
        schema: {
          type: 'object',
          title: 'ModelResponse',
          description: 'The response of the model.',
          required: ['response'],
          properties: { response: { description: 'As the endpoint sent it; third-party content.' } },
          additionalProperties: false,
        },
      },
      {
        would_change: false,
        reversible: true,
        outcome: 'unchanged',
        changes: ['Sends the request to https://models.example/v1/chat/completions.'],
      },
    ),
  },
  failures: [400, 403, 413, 415, 502, 503, 504],
  agent: { ...dryRunMetadata, read_only: false, untrusted: ['/response'] },
};
