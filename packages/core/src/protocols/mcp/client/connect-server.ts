/** Detects the protocol generation of a server, and starts a session if it has them. */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { mcpCodes, memberOf, metaKeys, metaOf, modernVersions, sessionVersions } from '../wire.js';
import { NotMcpResponse } from './http-link.js';
import type { Era, LinkAnswer, McpLink } from './mcp-link.js';

/** A server after discovery or handshake. */
export interface ConnectedServer {
  era: Era;
  /** Name, title and version as reported by the server. */
  serverInfo?: JsonObject;
  instructions?: string;
  capabilities: JsonObject;
}

const [newestModern = ''] = modernVersions;
const [newestSession = ''] = sessionVersions;

/** The revision with a transport of its own. */
const sseVersion = '2024-11-05';

/** Versions that are accepted in a handshake; the oldest has the same tools. */
const takenVersions: readonly string[] = [...sessionVersions, sseVersion];

/** Connects to a server: the stateless revision is tried first, then the handshake; some links reverse the order. */
export async function connectServer(link: McpLink, client: JsonObject): Promise<ConnectedServer> {
  if (link.handshakeFirst !== true) return (await meetModern(link)) ?? shakeHandsOrSse(link, client);
  try {
    return await shakeHands(link, client);
  } catch (thrown) {
    const modern = thrown instanceof HandshakeRefused ? await meetModern(link) : undefined;
    if (modern === undefined) throw thrown;
    return modern;
  }
}

/** Statuses with which a server of revision 2024-11-05 answers a message at the address of its event stream. */
const notPosted: readonly number[] = [400, 404, 405];

/** A server that takes no messages at its address may have the event stream of the first revision there. */
async function shakeHandsOrSse(link: McpLink, client: JsonObject): Promise<ConnectedServer> {
  try {
    return await shakeHands(link, client);
  } catch (thrown) {
    const tries = link.mayUseSse === true && thrown instanceof NotMcpResponse && notPosted.includes(thrown.status);
    if (!tries) throw thrown;
    try {
      return await shakeHands(link, client, { version: sseVersion, sse: true });
    } catch (failed) {
      // The address is neither; the first answer says more, unless a stream was there.
      throw failed instanceof NotMcpResponse ? thrown : failed;
    }
  }
}

async function meetModern(link: McpLink): Promise<ConnectedServer | undefined> {
  const era: Era = { modern: true, version: newestModern };
  const answer = await probe(link, era);
  if (answer?.kind !== 'result') return undefined;
  const { supportedVersions } = answer.result;
  return !Array.isArray(supportedVersions) || supportedVersions.includes(newestModern)
    ? met(answer.result, era)
    : undefined;
}

/** An older server may refuse the request in any way; transport errors are still thrown. */
async function probe(link: McpLink, era: Era): Promise<LinkAnswer | undefined> {
  try {
    return await link.ask({ method: 'server/discover', params: {}, repeatable: true }, era);
  } catch (thrown) {
    if (thrown instanceof NotMcpResponse && !trouble.includes(thrown.status)) return undefined;
    throw thrown;
  }
}

/** Statuses that do not depend on the protocol generation: missing credentials, or temporary failures. */
const trouble: readonly number[] = [401, 403, 429, 502, 503, 504];

async function shakeHands(
  link: McpLink,
  client: JsonObject,
  { version, sse }: Pick<Era, 'version' | 'sse'> = { version: newestSession },
): Promise<ConnectedServer> {
  const era: Era = { modern: false, version, ...(sse === undefined ? {} : { sse }) };
  const params = { protocolVersion: version, capabilities: link.capabilities ?? {}, clientInfo: client };
  const answer = await link.ask({ method: 'initialize', params, repeatable: true }, era);
  const other = supportedIn(answer);
  // A server that refuses a version names those that it supports; it is asked once more.
  if (other !== undefined && other !== version && version === newestSession) {
    return shakeHands(link, client, { version: other });
  }
  if (answer.kind === 'error') throw refused(answer.error.message, answer.error.code);
  const { protocolVersion } = answer.result;
  if (typeof protocolVersion !== 'string' || !takenVersions.includes(protocolVersion)) {
    const named = typeof protocolVersion === 'string' ? `'${protocolVersion.slice(0, 40)}'` : 'none';
    const message = `The server supports none of the supported MCP versions (${takenVersions.join(', ')}); it names ${named}.`;
    throw new Failure('UPSTREAM_ERROR', { message });
  }
  era.version = protocolVersion;
  await link.tell('notifications/initialized', era);
  return met(answer.result, era);
}

/** The newest version with sessions that a refusal with -32022 names in `data.supported`; undefined if there is none. */
function supportedIn(answer: LinkAnswer): string | undefined {
  if (!isVersionRefused(answer)) return undefined;
  const { data } = answer.error;
  const supported = isJsonObject(data) ? data.supported : undefined;
  return Array.isArray(supported) ? takenVersions.find((version) => supported.includes(version)) : undefined;
}

/** True when a server refuses the version of a request, so that the request was not processed. */
export function isVersionRefused(answer: LinkAnswer): answer is LinkAnswer & { kind: 'error' } {
  return answer.kind === 'error' && answer.error.code === mcpCodes.versionUnknown;
}

function met(result: JsonObject, era: Era): ConnectedServer {
  const info = memberOf(result, 'serverInfo') ?? memberOf(metaOf(result), metaKeys.server);
  const { instructions, capabilities } = result;
  return {
    era,
    ...(isJsonObject(info) ? { serverInfo: info } : {}),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
  };
}

/** The server refused to start a session. */
class HandshakeRefused extends Failure {}

function refused(message: string, code: number): Failure {
  const why =
    code === mcpCodes.versionUnknown ? 'It supports none of the supported MCP versions.' : message.slice(0, 300);
  return new HandshakeRefused('UPSTREAM_ERROR', { message: `The server refused the handshake: ${why}` });
}

/** True when a server no longer knows the session, so that the request was not processed. */
export function lostSession(answer: LinkAnswer | NotMcpResponse, { session }: Era): boolean {
  if (session === undefined) return false;
  if (answer instanceof NotMcpResponse) return isRefusedSession(answer.status, answer.said);
  if (answer.kind !== 'error') return false;
  const { status, isUnread, error } = answer;
  return status === 404 || (isUnread === true && isRefusedSession(status, error.message));
}

/** The protocol says 404; the examples of the official packages answer 400, and a server that needs a session says so. */
function isRefusedSession(status: number, said = ''): boolean {
  return status === 404 || (status === 400 && /\bsession\b/i.test(said));
}
