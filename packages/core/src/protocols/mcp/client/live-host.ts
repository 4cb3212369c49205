/**
 * Fetches tool lists from live MCP servers: `mcp+https://…`, an https URL whose path ends in `/mcp` or `/sse`, or
 * `stdio:<name>` for a child process that the operator configured.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { DocumentHost, Fetched, FetchRequest } from '../../../documents/host.js';
import type { Upstream } from '../../../gateway/upstream.js';
import type { ChildLinks } from '../call.js';
import { childScheme, requireAddress } from '../call.js';
import type { SendHttp } from './http-link.js';
import type { McpLink } from './mcp-link.js';
import { readLiveServer } from './read-live-server.js';
import { createServerLink } from './server-link.js';

/** Dependencies for reading live servers. */
export interface LiveHostPorts {
  /** Fetches everything that is not a live server. */
  host: DocumentHost;
  upstream: Pick<Upstream, 'send'>;
  children?: ChildLinks;
  /** Version of this program, sent to servers. */
  version: string;
  /** Origins of this gateway; a server at one of them would cause a call loop. */
  ownOrigins: readonly string[];
  /** Maximum response size in bytes. */
  answerBytes: number;
}

/** Timeout in milliseconds for reading a complete list. */
const listTimeoutMs = 60_000;

/** Some servers list tools that ask their client only to clients that can be asked. */
const everyAbility: JsonObject = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** The server that a URL identifies; undefined when it is the URL of a document. */
export function liveServer(uri: string): string | undefined {
  const [, marked] = /^mcp\+(https?:\/\/.+)$/i.exec(uri) ?? [];
  if (marked !== undefined) return URL.canParse(marked) ? new URL(marked).href : undefined;
  if (uri.startsWith(childScheme)) return uri;
  return /^https?:/i.test(uri) && URL.canParse(uri) && /\/(?:mcp|sse)\/?$/.test(new URL(uri).pathname)
    ? uri
    : undefined;
}

/** Creates a host that also reads live servers. */
export function createLiveHost(ports: LiveHostPorts): DocumentHost {
  return {
    async fetch(uri, request = {}) {
      const server = liveServer(uri);
      return server === undefined ? ports.host.fetch(uri, request) : fetchList(ports, { uri, server, request });
    },
  };
}

interface Wanted {
  uri: string;
  server: string;
  request: FetchRequest;
}

async function fetchList(ports: LiveHostPorts, { uri, server, request }: Wanted): Promise<Fetched> {
  const late = AbortSignal.timeout(listTimeoutMs);
  const signal = request.signal === undefined ? late : AbortSignal.any([late, request.signal]);
  const client = { name: 'dragoman', version: ports.version };
  try {
    const link = openLink(ports, { uri, server, request, signal, client });
    const document = await readLiveServer(link, server, client);
    const bytes = Buffer.from(JSON.stringify(document));
    const etag = `"mcp-${createHash('sha256').update(bytes).digest('base64url').slice(0, 32)}"`;
    if (etag === request.etag) return { outcome: 'unchanged' };
    return { outcome: 'fetched', uri, bytes, mediaType: 'application/json', etag };
  } catch (thrown) {
    if (late.aborted) throw new Failure('UPSTREAM_TIMEOUT', { cause: thrown });
    throw thrown;
  }
}

interface Opening {
  uri: string;
  server: string;
  request: FetchRequest;
  signal: AbortSignal;
  client: JsonObject;
}

function openLink(ports: LiveHostPorts, { uri, server, request, signal, client }: Opening): McpLink {
  if (server.startsWith(childScheme)) {
    if (ports.children !== undefined) return ports.children.link(server.slice(childScheme.length), { signal });
    throw new Failure('UPSTREAM_REFUSED', { message: 'No MCP servers over stdio are configured.' });
  }
  requireAddress(server, ports.ownOrigins);
  const send = createLiveSend(ports.upstream, { ...request, signal, loginAt: uri });
  return createServerLink({ server, client, answerBytes: ports.answerBytes, send, capabilities: everyAbility });
}

/** Sends messages to a live server through the upstream client, under one trace. */
export function createLiveSend(
  upstream: Pick<Upstream, 'send'>,
  {
    signal,
    credential,
    loginAt,
    traceId = randomBytes(16).toString('hex'),
    traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
  }: Pick<FetchRequest, 'credential' | 'traceId' | 'traceparent'> & { signal: AbortSignal; loginAt?: string },
): SendHttp {
  return (prepared, how) =>
    upstream.send({
      ...prepared,
      repeatable: how?.repeatable === true,
      signal: how?.signal ?? signal,
      traceparent,
      ...(credential === undefined ? {} : { credential }),
      ...(loginAt === undefined ? {} : { loginAt, expectsLogin: true }),
    });
}
