/**
 * How a tool of somebody's MCP server is called: over HTTP through the gateway's one way out, over stdio through a child
 * that the operator configured. Which generation a server speaks is found out once, and so is its session.
 */
import type { JsonObject, McpBinding } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { BindingCaller, Call, Outcome, Patience, Target, UpstreamLine } from '../../gateway/call.js';
import { targetOf } from '../../gateway/call.js';
import { createHttpLink, NotSpoken } from './client/http-link.js';
import type { Era, LinkAnswer, LinkRequest, McpLink } from './client/mcp-link.js';
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
  const met = new Map<string, Promise<Era>>();
  const headersOf = createHeadersOfInput();
  const client = { name: 'dragoman', version: options.version };
  return {
    kind: 'mcp',
    prepare(target, call) {
      const { server, tool } = bindingOf(target);
      if (!server.startsWith(childScheme)) requireAddress(server, options.ownOrigins);
      return { url: server, method: 'POST', headers: {}, body: { name: tool, arguments: call.input } };
    },
    async converse(call, _prepared, line) {
      const link = openLink(options, call, { line, client });
      const request = requestOf(call, headersOf);
      const key = keyOf(call, link.mark);
      const forget = () => met.delete(key);
      const meet = () => {
        const known = met.get(key);
        if (known !== undefined) return known;
        if (met.size >= mostMet) met.clear();
        const fresh = meetServer(link, client).then(({ era }) => era);
        met.set(key, fresh);
        fresh.catch(forget);
        return fresh;
      };
      return talk({ link, call, request, meet, forget });
    },
  };
}

interface Talking {
  link: McpLink;
  call: Call;
  request: LinkRequest;
  meet: () => Promise<Era>;
  forget: () => void;
}

/** A session that the server has forgotten is begun anew, once: it did not look at the call. */
async function talk({ link, call, request, meet, forget }: Talking): Promise<Outcome> {
  const era = await meet();
  const first = await attempt(link, request, era);
  if (!lostSession(first, era)) return finish(call, first);
  forget();
  return finish(call, await attempt(link, request, await meet()));
}

async function attempt(link: McpLink, request: LinkRequest, era: Era): Promise<LinkAnswer | NotSpoken> {
  try {
    return await link.ask(request, era);
  } catch (thrown) {
    if (thrown instanceof NotSpoken) return thrown;
    throw thrown;
  }
}

function finish(call: Call, answer: LinkAnswer | NotSpoken): Outcome {
  if (answer instanceof NotSpoken) throw answer;
  return outcomeOf(targetOf(call), answer);
}

function openLink(
  { children }: McpCallerOptions,
  call: Call,
  { line, client }: { line: UpstreamLine; client: JsonObject },
): McpLink {
  const { server } = bindingOf(targetOf(call));
  if (!server.startsWith(childScheme)) {
    const send: UpstreamLine['send'] = (request, how) =>
      line.send(request, how?.repeatable === true ? { repeatable: true } : undefined);
    return createHttpLink({ server, send, answerBytes: line.answerBytes, client });
  }
  if (children === undefined) {
    throw new Failure('UNAVAILABLE', { message: 'This gateway runs no MCP servers beside itself.' });
  }
  call.facts.upstream = server;
  return children.link(server.slice(childScheme.length), call);
}

function requestOf(call: Call, headersOf: HeadersOfInput): LinkRequest {
  const { operation } = targetOf(call);
  const { tool } = bindingOf(targetOf(call));
  const headers = headersOf(operation.input, call.input);
  return {
    method: 'tools/call',
    params: { name: tool, arguments: isJsonObject(call.input) ? call.input : {} },
    headers,
    ...(call.onProgress === undefined ? {} : { onProgress: call.onProgress }),
  };
}

/** Who brings a credential of its own has sessions of its own. */
function keyOf(call: Call, mark = ''): string {
  const { server } = bindingOf(targetOf(call));
  return JSON.stringify([server, mark, call.agentId, call.agentAuthorization === undefined ? '' : call.caller.subject]);
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
