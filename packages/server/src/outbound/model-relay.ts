/**
 * Asks models at endpoints that callers name. Every connection passes the outbound guard, redirects are not followed, time
 * and bytes are bounded, and the path is the one of the model API, so that nothing else can be called through it. The
 * caller's key is sent to the endpoint and kept nowhere.
 */
import { Readable } from 'node:stream';
import {
  createAddressPolicy,
  eventStreamType,
  isLoopbackHost,
  parseAddress,
  readEvents,
  requireCallable,
} from '@dragoman/core/http';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { createGuardedAgent } from './guarded-agent.js';
import { lookUpAll } from './guarded-connector.js';
import { type Answer, discard, headerOf, readBounded } from './read-answer.js';
import { toUpstreamFailure } from './upstream-failure.js';

/** Settings of the relay. */
export interface ModelRelayOptions {
  /** Base URLs that callers may use; `*` means every public https URL, and none means that the relay is off. */
  endpoints: readonly string[];
  /** The operator's exceptions for all outbound requests. */
  allow: readonly string[];
  allowHttp: boolean;
  timeouts: { connectMs: number; totalMs: number };
  /** Maximum size of a response in bytes. */
  maxBytes: number;
}

/** A request to a model. */
export interface ModelRequest {
  api: 'openai-chat' | 'anthropic';
  url: string;
  model: string;
  key?: string;
  request: JsonObject;
}

/** Asks models. */
export interface ModelRelay {
  /** The URL that a request would be sent to; throws a failure when it may not be called. */
  addressOf(request: Pick<ModelRequest, 'api' | 'url' | 'key'>): URL;
  ask(request: ModelRequest, signal: AbortSignal): Promise<JsonValue>;
  /** As `ask`, with the data of each event as it arrives; one response where the endpoint does not stream. */
  stream(
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<{ response: JsonValue } | { events: AsyncIterable<string> }>;
  close(): Promise<void>;
}

const paths = { 'openai-chat': 'chat/completions', anthropic: 'messages' };

/** Creates the relay; throws on an invalid entry of a list. */
export function createModelRelay(options: ModelRelayOptions): ModelRelay {
  const listed = new Set(options.endpoints.filter((each) => each !== '*').map((each) => baseOf(parseAddress(each))));
  const policy = createAddressPolicy([...options.allow, ...[...listed].map((each) => new URL(each).host)]);
  const { connectMs, totalMs } = options.timeouts;
  const agent = createGuardedAgent({ policy, dnsLookup: lookUpAll, connectMs, idleMs: totalMs, connections: 8 });
  const addressOf: ModelRelay['addressOf'] = ({ api, url: text, key }) => {
    const url = parseAddress(text);
    const isListed = listed.has(baseOf(url));
    if (!isListed && !options.endpoints.includes('*')) throw notAllowed([...listed]);
    requireCallable({ policy, allowHttp: options.allowHttp || isListed }, url);
    if (key !== undefined && url.protocol === 'http:' && !isListed && !isLoopbackHost(url.hostname)) {
      throw new Failure('UPSTREAM_REFUSED', { message: 'A key is not sent without encryption; use https.' });
    }
    return new URL(`${baseOf(url)}/${paths[api]}`);
  };
  const send = async (request: ModelRequest, signal: AbortSignal, stream: boolean) => {
    const url = addressOf(request);
    await agent.ready();
    return agent.request({
      origin: url.origin,
      path: url.pathname,
      method: 'POST',
      signal,
      headers: { ...headersOf(request), accept: stream ? 'text/event-stream, application/json' : 'application/json' },
      body: JSON.stringify({ ...request.request, model: request.model, stream }),
    });
  };
  const { maxBytes } = options;
  return {
    addressOf,
    ask: (request, signal) =>
      withDeadline(totalMs, signal, async (ends) =>
        readResponse(await send(request, ends, false), request.key, maxBytes),
      ),
    stream: (request, signal) =>
      withDeadline(totalMs, signal, async (ends, toFailure) => {
        const answer = await send(request, ends, true);
        const isStream = headerOf(answer, 'content-type')?.toLowerCase().startsWith(eventStreamType) === true;
        if (answer.statusCode !== 200 || !isStream)
          return { response: await readResponse(answer, request.key, maxBytes) };
        return { events: eventsOf(answer, { key: request.key, maxBytes, toFailure }) };
      }),
    close: () => agent.destroy(),
  };
}

/** Runs with a signal that also ends when the time is up; whatever is thrown becomes a failure. */
async function withDeadline<Result>(
  totalMs: number,
  signal: AbortSignal,
  run: (ends: AbortSignal, toFailure: (error: unknown) => Failure) => Promise<Result>,
): Promise<Result> {
  const deadline = AbortSignal.timeout(totalMs);
  const toFailure = (error: unknown) =>
    deadline.aborted ? new Failure('UPSTREAM_TIMEOUT', { cause: error }) : toUpstreamFailure(error);
  try {
    return await run(AbortSignal.any([deadline, signal]), toFailure);
  } catch (error) {
    throw toFailure(error);
  }
}

interface EventLimits {
  key: string | undefined;
  maxBytes: number;
  toFailure: (error: unknown) => Failure;
}

/** The data of events without the key, which an endpoint may quote. */
async function* eventsOf(answer: Answer, { key, maxBytes, toFailure }: EventLimits): AsyncGenerator<string, void> {
  try {
    const body = Readable.toWeb(answer.body) as ReadableStream<Uint8Array>;
    for await (const data of readEvents(body, { bytes: maxBytes })) yield data.replaceAll(key ?? '\0', '***');
  } catch (error) {
    throw toFailure(error);
  } finally {
    discard(answer);
  }
}

/** Scheme, host and path without a trailing slash; the rest is never sent. */
function baseOf(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function notAllowed(listed: readonly string[]): Failure {
  const instead =
    listed.length === 0
      ? 'The operator has turned models off (setting playground.endpoints).'
      : `The operator allows ${listed.join(', ').slice(0, 500)} (setting playground.endpoints).`;
  return new Failure('UPSTREAM_REFUSED', { message: `This model endpoint is not allowed. ${instead}` });
}

function headersOf({ api, key }: ModelRequest): Record<string, string> {
  const keyed =
    api === 'anthropic'
      ? { 'anthropic-version': '2023-06-01', ...(key === undefined ? {} : { 'x-api-key': key }) }
      : { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
  return {
    'accept-encoding': 'identity',
    'content-type': 'application/json',
    'user-agent': 'dragoman',
    ...keyed,
  };
}

async function readResponse(answer: Answer, key: string | undefined, maxBytes: number): Promise<JsonValue> {
  try {
    const body = parse(Buffer.from(await readBounded(answer, maxBytes)).toString('utf8'));
    if (answer.statusCode === 200 && body !== undefined) return body;
    throw new Failure('UPSTREAM_ERROR', { message: refusalOf(answer.statusCode, body, key) });
  } finally {
    discard(answer);
  }
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The status with the endpoint's own message, from which the key is removed. */
function refusalOf(status: number, body: JsonValue | undefined, key: string | undefined): string {
  if (status === 200) return 'The model endpoint did not respond with JSON; is the URL complete, with /v1?';
  const error = isJsonObject(body) ? body.error : undefined;
  const message = isJsonObject(error) ? error.message : error;
  const said = typeof message === 'string' ? `: ${message.replaceAll(key ?? '\0', '***').slice(0, 300)}` : '.';
  return `The model endpoint responded with status ${status}${said}`;
}
