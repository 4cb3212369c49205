/** Finds out which generation of the protocol a server speaks, and begins a session where it has them. */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { mcpCodes, memberOf, metaKeys, metaOf, modernVersions, sessionVersions } from '../wire.js';
import { NotSpoken } from './http-link.js';
import type { Era, LinkAnswer, McpLink } from './mcp-link.js';

/** A server that was met. */
export interface MetServer {
  era: Era;
  /** Name, title and version, as the server says. */
  serverInfo?: JsonObject;
  instructions?: string;
  capabilities: JsonObject;
}

const [newestModern = ''] = modernVersions;
const [newestSession = ''] = sessionVersions;

/** Versions that a server may begin a session with; the oldest has the same tools. */
const takenVersions: readonly string[] = [...sessionVersions, '2024-11-05'];

/** Meets a server: the stateless revision is tried first, then the handshake of the others; some links turn it round. */
export async function meetServer(link: McpLink, client: JsonObject): Promise<MetServer> {
  if (link.handshakeFirst !== true) return (await meetModern(link)) ?? shakeHands(link, client);
  try {
    return await shakeHands(link, client);
  } catch (thrown) {
    const modern = thrown instanceof HandshakeRefused ? await meetModern(link) : undefined;
    if (modern === undefined) throw thrown;
    return modern;
  }
}

async function meetModern(link: McpLink): Promise<MetServer | undefined> {
  const era: Era = { modern: true, version: newestModern };
  const answer = await probe(link, era);
  if (answer?.kind !== 'result') return undefined;
  const { supportedVersions } = answer.result;
  return !Array.isArray(supportedVersions) || supportedVersions.includes(newestModern)
    ? met(answer.result, era)
    : undefined;
}

/** A server of the older kind refuses the question in whatever way; trouble on the way there is trouble all the same. */
async function probe(link: McpLink, era: Era): Promise<LinkAnswer | undefined> {
  try {
    return await link.ask({ method: 'server/discover', params: {}, repeatable: true }, era);
  } catch (thrown) {
    if (thrown instanceof NotSpoken && !trouble.includes(thrown.status)) return undefined;
    throw thrown;
  }
}

/** Statuses that say nothing of the question: who asks must show a credential, or come back later. */
const trouble: readonly number[] = [401, 403, 429, 502, 503, 504];

async function shakeHands(link: McpLink, client: JsonObject): Promise<MetServer> {
  const era: Era = { modern: false, version: newestSession };
  const params = { protocolVersion: newestSession, capabilities: {}, clientInfo: client };
  const answer = await link.ask({ method: 'initialize', params, repeatable: true }, era);
  if (answer.kind === 'error') throw refused(answer.error.message, answer.error.code);
  const { protocolVersion } = answer.result;
  if (typeof protocolVersion !== 'string' || !takenVersions.includes(protocolVersion)) {
    const named = typeof protocolVersion === 'string' ? `'${protocolVersion.slice(0, 40)}'` : 'none';
    const message = `The server speaks no version of MCP that is spoken here (${takenVersions.join(', ')}); it names ${named}.`;
    throw new Failure('UPSTREAM_ERROR', { message });
  }
  era.version = protocolVersion;
  await link.tell('notifications/initialized', era);
  return met(answer.result, era);
}

function met(result: JsonObject, era: Era): MetServer {
  const info = memberOf(result, 'serverInfo') ?? memberOf(metaOf(result), metaKeys.server);
  const { instructions, capabilities } = result;
  return {
    era,
    ...(isJsonObject(info) ? { serverInfo: info } : {}),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
  };
}

/** The server would not begin a session. */
class HandshakeRefused extends Failure {}

function refused(message: string, code: number): Failure {
  const why =
    code === mcpCodes.versionUnknown ? 'It speaks no version of MCP that is spoken here.' : message.slice(0, 300);
  return new HandshakeRefused('UPSTREAM_ERROR', { message: `The server refused to begin: ${why}` });
}

/** True when a server no longer knows the session, so that the request was not looked at. */
export function lostSession(answer: LinkAnswer | NotSpoken, { session }: Era): boolean {
  if (session === undefined) return false;
  return answer instanceof NotSpoken ? answer.status === 404 : answer.kind === 'error' && answer.status === 404;
}
