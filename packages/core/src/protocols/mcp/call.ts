/**
 * How a tool of somebody's MCP server is called: over HTTP through the gateway's one way out, over stdio through a child
 * that the operator configured. Which generation a server speaks is found out once, and so is its session.
 */
import type { JsonObject, McpBinding, Operation } from '@dragoman/model';
import { Failure, isJsonObject, toFailure } from '@dragoman/model';
import type { Awaitable } from '../../documents/awaitable.js';
import type { BindingCaller, Outcome, Patience, Target, TargetedCall, UpstreamLine } from '../../gateway/call.js';
import type { NextId } from './client/http-link.js';
import { createHttpLink, createNextId, NotSpoken } from './client/http-link.js';
import type { Era, LinkRequest, McpLink } from './client/mcp-link.js';
import type { MetServer } from './client/meet-server.js';
import { lostSession, meetServer } from './client/meet-server.js';
import { outcomeOf } from './client/read-result.js';
import type { HeadersOfInput } from './client/tool-headers.js';
import { createHeadersOfInput } from './client/tool-headers.js';

/** Opens links to servers that run beside this process. */
export interface ChildLinks {
  /** The link to the child of this name; throws `UPSTREAM_REFUSED` when the operator configured none. */
  link(name: string, patience?: Patience): McpLink;
}

/** What the caller of tools needs to know. */
export interface McpCallerOptions {
  /** Origins under which this gateway itself is reached; a server there would be called in circles. */
  ownOrigins: readonly string[];
  /** Version of this gateway, told to servers. */
  version: string;
  /** Servers behind stdio; none unless given. */
  children?: ChildLinks;
}

/** Beginning of the address of a server that is a child of this process. */
export const childScheme = 'stdio:';

/** Servers whose generation and session are remembered. */
const mostMet = 2000;

/** Makes the way to call operations that came as MCP tools. */
export function createMcpCaller(options: McpCallerOptions): BindingCaller {
  const met = createMeetings();
  const keyOf = createKeyOf();
  const headersOf = createHeadersOfInput();
  const client = { name: 'dragoman', version: options.version };
  // One for all calls: those of many callers go through one session.
  const nextId = createNextId();
  return {
    kind: 'mcp',
    prepare(target, call) {
      const { server, tool } = bindingOf(target);
      if (!server.startsWith(childScheme)) requireAddress(server, options.ownOrigins);
      return { url: server, method: 'POST', headers: {}, body: { name: tool, arguments: call.input } };
    },
    converse(call, _prepared, line) {
      const link = openLink(options, call, { line, client, nextId });
      const key = keyOf(call, link.mark ?? '');
      const meet = () => met.join(key, () => meetServer(link, client));
      return talk({
        link,
        call,
        request: requestOf(call, line, headersOf),
        meet,
        forget: (era) => met.forget(key, era),
      });
    },
  };
}

/** Which server speaks which generation, as far as it was found out. */
function createMeetings() {
  const known = new Map<string, Era | Promise<Era>>();
  const begin = (key: string, meeting: Promise<MetServer>): Promise<Era> => {
    if (known.size >= mostMet) known.clear();
    const fresh = meeting.then(({ era }) => era);
    known.set(key, fresh);
    fresh.then(
      (era) => void (known.get(key) === fresh && known.set(key, era)),
      () => void (known.get(key) === fresh && known.delete(key)),
    );
    return fresh;
  };
  /** What is known, or comes of the meeting that somebody began, else of one's own. */
  const join = (key: string, meet: () => Promise<MetServer>): Awaitable<Era> => {
    const there = known.get(key);
    if (there === undefined) return begin(key, meet());
    if (!(there instanceof Promise)) return there;
    return there.catch((thrown) => {
      // Whoever began it has left, which is no answer for those who wait still.
      if (toFailure(thrown).code === 'CANCELLED') return join(key, meet);
      throw thrown;
    });
  };
  return {
    join,
    /** Forgets what is no longer true; what somebody else has found out since stays. */
    forget(key: string, era: Era): void {
      if (known.get(key) === era) known.delete(key);
    },
  };
}

interface Talking {
  link: McpLink;
  call: TargetedCall;
  request: LinkRequest;
  meet: () => Awaitable<Era>;
  forget: (era: Era) => void;
}

/** A session that the server has forgotten is begun anew, once: it did not look at the call. */
async function talk({ link, call, request, meet, forget }: Talking): Promise<Outcome> {
  const met = meet();
  const era = met instanceof Promise ? await met : met;
  try {
    const answer = await link.ask(request, era);
    if (!lostSession(answer, era)) return outcomeOf(call.target, answer);
  } catch (thrown) {
    if (!(thrown instanceof NotSpoken && lostSession(thrown, era))) throw thrown;
  }
  forget(era);
  return outcomeOf(call.target, await link.ask(request, await meet()));
}

function openLink(
  { children }: McpCallerOptions,
  call: TargetedCall,
  { line, client, nextId }: { line: UpstreamLine; client: JsonObject; nextId: NextId },
): McpLink {
  const { server } = bindingOf(call.target);
  if (!server.startsWith(childScheme)) {
    const send: UpstreamLine['send'] = (request, how) =>
      line.send(request, how?.repeatable === true || how?.signal !== undefined ? how : undefined);
    return createHttpLink({ server, send, answerBytes: line.answerBytes, client, nextId });
  }
  if (children === undefined) {
    throw new Failure('UNAVAILABLE', { message: 'This gateway runs no MCP servers beside itself.' });
  }
  call.facts.upstream = server;
  return children.link(server.slice(childScheme.length), call);
}

function requestOf(call: TargetedCall, line: UpstreamLine, headersOf: HeadersOfInput): LinkRequest {
  const { operation } = call.target;
  const { tool, server } = bindingOf(call.target);
  const request: LinkRequest = {
    method: 'tools/call',
    params: { name: tool, arguments: isJsonObject(call.input) ? call.input : {} },
    headers: headersOf(operation.input, call.input),
  };
  if (call.onProgress !== undefined) request.onProgress = call.onProgress;
  if (server.startsWith(childScheme)) request.onSend = () => line.depart();
  return request;
}

/** Names whose server was met: one that began anew is another, and who brings a credential of its own has sessions of its own. */
function createKeyOf(): (call: TargetedCall, mark: string) => string {
  const known = new WeakMap<Operation, { mark: string; key: string }>();
  return (call, mark) => {
    const target = call.target;
    const { server } = bindingOf(target);
    if (call.agentAuthorization !== undefined) return JSON.stringify([server, mark, call.agentId, call.caller.subject]);
    const found = known.get(target.operation);
    if (found?.mark === mark) return found.key;
    const key = JSON.stringify([server, mark, call.agentId]);
    known.set(target.operation, { mark, key });
    return key;
  };
}

function bindingOf({ operation }: Target): McpBinding {
  if (operation.binding.kind !== 'mcp') throw new Error('an operation of another kind was given to the MCP caller');
  return operation.binding;
}

function requireAddress(server: string, ownOrigins: readonly string[]): void {
  if (!/^https?:\/\//i.test(server) || !URL.canParse(server)) {
    throw new Failure('UNAVAILABLE', {
      message: 'Nobody said which server this tool belongs to, so it cannot be called.',
    });
  }
  const { origin } = new URL(server);
  if (ownOrigins.some((own) => URL.canParse(own) && new URL(own).origin === origin)) {
    throw new Failure('UPSTREAM_REFUSED', { message: "The server's address leads back to this gateway." });
  }
}
