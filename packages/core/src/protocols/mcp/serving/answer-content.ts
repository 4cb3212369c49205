/**
 * Prompts, resources and completions: lists are answered from entries; reading goes through the gateway to the service,
 * like every call.
 */
import type { JsonObject, JsonValue, McpContentMethod } from '@dragoman/model';
import { Failure, isJsonObject, suggestNames, toFailure } from '@dragoman/model';
import { accountOf } from '../../../access/caller.js';
import { answerFailure } from '../../../gateway/answer-failure.js';
import type { Call } from '../../../gateway/call.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import type { RpcFault } from '../../../transport/json-rpc.js';
import { rpcCodes } from '../../../transport/json-rpc.js';
import { contentOperation, requireArguments } from '../content-operations.js';
import { isUri } from '../read-content.js';
import { mcpCodes, memberOf, metaOf, ownMeta } from '../wire.js';
import { abilitiesOf, newsOf, requireKnownState, runParked } from './ask-client.js';
import { makeCall, readOptions } from './call-tool.js';
import { readAbilities } from './client-abilities.js';
import type { McpExchange } from './exchange.js';
import { errorReply, faultReply, resultReply } from './exchange.js';
import { logsFor } from './log-messages.js';
import { pageOf } from './page.js';
import type { StartCall } from './parked-calls.js';
import { replyWhenReady } from './reply-when-ready.js';
import { isProgressToken, openNews } from './request-news.js';
import type { WatchRequest } from './resource-watches.js';
import type { ContentAim, ContentFeatures, RootContent } from './root-content.js';
import { partsWithAddress, withAddress } from './root-content.js';
import { faultOf } from './rpc-fault.js';
import type { ToolCalling } from './tool-calling.js';

interface ContentMethod {
  /** What a root must have for it. */
  needs: keyof ContentFeatures;
  answer(exchange: McpExchange, content: RootContent): Promise<JsonObject>;
  /** True when the service may ask the client meanwhile. */
  asks?: true;
}

const methods: Readonly<Record<string, ContentMethod>> = {
  'prompts/list': { needs: 'prompts', answer: (exchange, content) => list(exchange, content, 'prompts') },
  'resources/list': { needs: 'resources', answer: (exchange, content) => list(exchange, content, 'resources') },
  'resources/templates/list': {
    needs: 'resources',
    answer: (exchange, content) => list(exchange, content, 'templates'),
  },
  'prompts/get': { needs: 'prompts', answer: getPrompt, asks: true },
  'resources/read': { needs: 'resources', answer: readResource, asks: true },
  'completion/complete': { needs: 'completes', answer: complete },
  'resources/subscribe': { needs: 'subscribes', answer: subscribe },
  'resources/unsubscribe': { needs: 'subscribes', answer: unsubscribe },
};

/** Milliseconds for which a client of the stateless revision may cache a list. */
const freshMs = 60_000;

/** Answers a method of content; undefined when the root does not have it. */
export async function answerContent(exchange: McpExchange): Promise<HttpReply | undefined> {
  const { message, root, context } = exchange;
  const method = Object.hasOwn(methods, message.method) ? methods[message.method] : undefined;
  if (method === undefined || root.content === undefined) return undefined;
  const content = await root.content(context);
  if (!content.features[method.needs]) return undefined;
  // Updates are sent on the stream of a session; the stateless revision has another method for them.
  if (method.needs === 'subscribes' && exchange.modern) return undefined;
  try {
    const answer = (asked: McpExchange) => method.answer(asked, content);
    return method.asks === true ? await answerAsking(exchange, answer) : resultReply(exchange, await answer(exchange));
  } catch (thrown) {
    return contentFault(exchange, thrown);
  }
}

/** A failure of a method of content as the response. */
export function contentFault(exchange: McpExchange, thrown: unknown): HttpReply {
  const failure = toFailure(thrown);
  if (failure.code !== 'NOT_FOUND') return faultReply(exchange, thrown);
  return errorReply(exchange.message.id, contentFaultOf(exchange, failure), 200);
}

/** Reads content whose service may ask the client, and report progress and log messages. */
async function answerAsking(
  exchange: McpExchange,
  answer: (asked: McpExchange) => Promise<JsonObject>,
): Promise<HttpReply> {
  const { modern, session, context, ports, message } = exchange;
  requireKnownState(exchange);
  const letters = abilitiesOf(exchange);
  const capabilities = letters === '' ? undefined : readAbilities(letters);
  const run = (asking: NonNullable<McpExchange['asking']>): Promise<JsonObject> => {
    if (!modern || capabilities === undefined) return answer({ ...exchange, asking });
    const signal = asking.left === undefined ? context.signal : AbortSignal.any([asking.left, context.signal]);
    const start: StartCall = (client, ends, news) =>
      answer({ ...exchange, asking: { ...asking, client, ends, isStateless: true, ...news } });
    return runParked(exchange, { capabilities, signal, news: newsOf(asking) }, start);
  };
  const reads = context.request.headers.get('accept')?.includes('text/event-stream') === true;
  const given = memberOf(metaOf(message.params), 'progressToken');
  const token = reads && isProgressToken(given) ? given : undefined;
  const logs = reads ? logsFor(exchange) : undefined;
  const asks = reads && session !== undefined && capabilities !== undefined;
  if (token === undefined && logs === undefined && !asks) return resultReply(exchange, await run({}));
  const begun: Pick<ToolCalling, 'running' | 'capabilities'> = {};
  if (capabilities !== undefined) begun.capabilities = capabilities;
  if (session !== undefined) begun.running = ports.sessions.begin(session, message.id);
  const { news, leave, calling } = openNews(exchange, { token, logs }, begun);
  const { running } = begun;
  const work = run({ ...calling, ...(running === undefined ? {} : { running }) }).finally(() => {
    if (running !== undefined) ports.sessions.done(running);
  });
  return replyWhenReady(exchange, { work, news, leave, fault: (failure) => contentFaultOf(exchange, failure) });
}

/** The JSON-RPC error of a failure; an unknown prompt or resource is an error of the request, each generation with its own code. */
function contentFaultOf({ message, modern }: McpExchange, failure: Failure): RpcFault {
  const fault = faultOf(failure);
  if (failure.code !== 'NOT_FOUND') return fault;
  const isResource = message.method === 'resources/read';
  const code = isResource && !modern ? mcpCodes.resourceUnknown : rpcCodes.params;
  const { uri } = message.params;
  const data = { ...(fault.data as JsonObject), ...(isResource && typeof uri === 'string' ? { uri } : {}) };
  return { ...fault, code, data };
}

const members = { prompts: 'prompts', resources: 'resources', templates: 'resourceTemplates' } as const;

async function list(
  exchange: McpExchange,
  content: RootContent,
  kind: 'prompts' | 'resources' | 'templates',
): Promise<JsonObject> {
  const lengthOf = (item: JsonObject) => JSON.stringify(item).length;
  const { items, next, note } = await pageOf(exchange, { name: kind, items: content[kind], lengthOf });
  const said = [note, content.note].filter((each) => each !== undefined).join(' ');
  return {
    [members[kind]]: [...items],
    ...(next === undefined ? {} : { nextCursor: next }),
    ...(exchange.modern ? { ttlMs: freshMs, cacheScope: 'private' } : {}),
    ...(said === '' ? {} : { _meta: { [`${ownMeta}note`]: said } }),
  };
}

async function getPrompt(exchange: McpExchange, content: RootContent): Promise<JsonObject> {
  const { params } = exchange.message;
  const aim = promptOf(content, memberOf(params, 'name'));
  const given = memberOf(params, 'arguments') ?? {};
  const prompt = aim.stored.entry.content?.prompts.find(({ name }) => name === aim.own);
  if (prompt !== undefined) requireArguments(prompt, given);
  return read(exchange, content, { aim, method: 'prompts/get', input: { name: aim.own, arguments: given } });
}

function promptOf(content: RootContent, name: JsonValue | undefined): ContentAim {
  if (typeof name !== 'string') throw new Failure('INVALID_INPUT', { message: "The parameter 'name' is missing." });
  const aim = content.promptNamed(name);
  if (aim !== undefined) return aim;
  const names = content.prompts.map((prompt) => String(prompt.name));
  const message = `Unknown prompt '${name.slice(0, 80)}'. ${suggestNames(name, names)}`;
  throw new Failure('NOT_FOUND', { message });
}

async function readResource(exchange: McpExchange, content: RootContent): Promise<JsonObject> {
  const aim = await resourceOf(content, memberOf(exchange.message.params, 'uri'));
  const result = await read(exchange, content, { aim, method: 'resources/read', input: { uri: aim.own } });
  return exchange.modern ? { ...result, ttlMs: 0, cacheScope: 'private' } : result;
}

/** The service and the URI there; throws when the root cannot have the resource. */
export async function resourceOf(content: RootContent, uri: JsonValue | undefined): Promise<ContentAim> {
  if (!isUri(uri)) throw new Failure('INVALID_INPUT', { message: "The parameter 'uri' must be an absolute URI." });
  const aim = await content.resourceAt(uri);
  if (aim !== undefined) return aim;
  throw new Failure('NOT_FOUND', { message: `Unknown resource '${uri.slice(0, 200)}'; resources/list names them.` });
}

async function complete(exchange: McpExchange, content: RootContent): Promise<JsonObject> {
  const { params } = exchange.message;
  const ref = memberOf(params, 'ref');
  if (!isJsonObject(ref)) throw new Failure('INVALID_INPUT', { message: "The parameter 'ref' is missing." });
  const isPrompt = ref.type === 'ref/prompt';
  const aim = isPrompt ? promptOf(content, ref.name) : await resourceOf(content, ref.uri);
  const { argument, context } = params;
  const input: JsonObject = {
    ref: isPrompt ? { type: 'ref/prompt', name: aim.own } : { type: 'ref/resource', uri: aim.own },
    ...(argument === undefined ? {} : { argument }),
    ...(context === undefined ? {} : { context }),
  };
  return read(exchange, content, { aim, method: 'completion/complete', input });
}

async function subscribe(exchange: McpExchange, content: RootContent): Promise<JsonObject> {
  const { session, ports, message } = exchange;
  const { uri } = message.params;
  if (session === undefined) {
    const needed = 'Updates are sent on the stream of a session: send initialize first, and its Mcp-Session-Id here.';
    throw new Failure('INVALID_INPUT', { message: needed });
  }
  await ports.watches.add(session, String(uri), await watchOf(exchange, content, uri));
  return {};
}

async function unsubscribe({ session, ports, message }: McpExchange): Promise<JsonObject> {
  const { uri } = message.params;
  if (!isUri(uri)) throw new Failure('INVALID_INPUT', { message: "The parameter 'uri' must be an absolute URI." });
  if (session !== undefined) await ports.watches.remove(session, uri);
  return {};
}

/** Watches a resource through the gateway; throws when the root cannot have it. */
export async function watchOf(
  exchange: McpExchange,
  content: RootContent,
  uri: JsonValue | undefined,
): Promise<WatchRequest> {
  const { root, context } = exchange;
  const { params, caller } = context;
  const aim = await resourceOf(content, uri);
  const input = { uri: aim.own };
  return {
    owner: accountOf(caller),
    async start(onUpdate, signal) {
      await read(exchange, content, { aim, method: 'resources/subscribe', input, watcher: { onUpdate, signal } });
    },
    async isOffered() {
      const now = await root.content?.({ params, caller });
      return (await now?.resourceAt(String(uri))) !== undefined;
    },
  };
}

interface Reading {
  aim: ContentAim;
  method: McpContentMethod;
  input: JsonObject;
  watcher?: Call['watcher'];
}

/** Reads through the gateway; the result is marked as third-party content. */
async function read(exchange: McpExchange, content: RootContent, reading: Reading): Promise<JsonObject> {
  const { aim, method, input, watcher } = reading;
  const { ports, context, message, session, root } = exchange;
  const { gateway } = ports;
  if (gateway === undefined) throw new Failure('UNAVAILABLE', { message: 'This server does not execute calls.' });
  const { entry } = aim.stored;
  const calling: ToolCalling = { gateway, context, root, stored: aim.stored, ...exchange.asking };
  const own =
    session === undefined || calling.running !== undefined ? undefined : ports.sessions.begin(session, message.id);
  if (own !== undefined) calling.running = own;
  try {
    const options = readOptions(metaOf(message.params), context);
    const call = makeCall({ agentId: entry.id, operationName: method }, options, calling);
    call.offered = contentOperation(entry, method);
    call.input = input;
    if (watcher !== undefined) call.watcher = watcher;
    const outcome = await gateway.invoke(call);
    if (outcome.kind !== 'answer' || !isJsonObject(outcome.body)) {
      throw new Failure('INVALID_INPUT', { message: 'Reading content has no dry run.' });
    }
    const failure = answerFailure(outcome);
    if (failure !== undefined) throw failure;
    const codes = [...new Set(outcome.findings.map(({ code }) => code))];
    return {
      ...readdress(outcome.body, content, entry.id),
      _meta: {
        [`${ownMeta}agent`]: `/agents/${encodeURIComponent(entry.id)}`,
        [`${ownMeta}trust`]: 'untrusted',
        ...(codes.length === 0 ? {} : { [`${ownMeta}findings`]: codes }),
        [`${ownMeta}trace_id`]: call.traceId,
      },
    };
  } finally {
    if (own !== undefined) ports.sessions.done(own);
  }
}

/** URIs of contents and in messages as clients of this root read them. */
function readdress(body: JsonObject, content: RootContent, agentId: string): JsonObject {
  const { contents, messages } = body;
  const addressOf = (uri: string) => content.addressOf(agentId, uri);
  const each = (list: readonly JsonValue[], change: (item: JsonObject) => JsonObject) =>
    list.map((item) => (isJsonObject(item) ? change(item) : item));
  return {
    ...body,
    ...(Array.isArray(contents) ? { contents: each(contents, (item) => withAddress(item, addressOf)) } : {}),
    ...(Array.isArray(messages)
      ? {
          messages: each(messages, (item) => ({ ...item, content: partsWithAddress(item.content ?? null, addressOf) })),
        }
      : {}),
  };
}
