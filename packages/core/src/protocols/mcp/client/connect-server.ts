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

/** Versions that are accepted in a handshake; the oldest has the same tools. */
const takenVersions: readonly string[] = [...sessionVersions, '2024-11-05'];

/** Connects to a server: the stateless revision is tried first, then the handshake; some links reverse the order. */
export async function connectServer(link: McpLink, client: JsonObject): Promise<ConnectedServer> {
  if (link.handshakeFirst !== true) return (await meetModern(link)) ?? shakeHands(link, client);
  try {
    return await shakeHands(link, client);
  } catch (thrown) {
    const modern = thrown instanceof HandshakeRefused ? await meetModern(link) : undefined;
    if (modern === undefined) throw thrown;
    return modern;
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

async function shakeHands(link: McpLink, client: JsonObject): Promise<ConnectedServer> {
  const era: Era = { modern: false, version: newestSession };
  const params = { protocolVersion: newestSession, capabilities: link.capabilities ?? {}, clientInfo: client };
  const answer = await link.ask({ method: 'initialize', params, repeatable: true }, era);
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
  return answer instanceof NotMcpResponse ? answer.status === 404 : answer.kind === 'error' && answer.status === 404;
}
