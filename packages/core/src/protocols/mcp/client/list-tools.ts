/** Reads the complete tool list of a live server as one document, page by page and within limits. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { listLimits } from '../wire.js';
import type { ConnectedServer } from './connect-server.js';
import { connectServer } from './connect-server.js';
import type { McpLink } from './mcp-link.js';

/** Limits of one list: pages, and characters in total. */
const most = { pages: 500, characters: 32_000_000 };

/** Reads the list in the form that `readMcp` accepts: the server, its description, and its tools. */
export async function readLiveServer(link: McpLink, server: string, client: JsonObject): Promise<JsonObject> {
  const met = await connectServer(link, client);
  const tools = await listAll(link, met).finally(() => link.leave?.(met.era));
  return {
    server,
    ...(met.serverInfo === undefined ? {} : { serverInfo: met.serverInfo }),
    ...(met.instructions === undefined ? {} : { instructions: met.instructions }),
    tools,
  };
}

async function listAll(link: McpLink, { era }: ConnectedServer): Promise<JsonValue[]> {
  const tools: JsonValue[] = [];
  const seen = new Set<string>();
  let characters = 0;
  let cursor: string | undefined;
  for (let page = 0; page < most.pages; page += 1) {
    const params: JsonObject = cursor === undefined ? {} : { cursor };
    const answer = await link.ask({ method: 'tools/list', params, repeatable: true }, era);
    if (answer.kind === 'error') throw endless(`refused to list its tools: ${answer.error.message.slice(0, 300)}`);
    const { tools: some, nextCursor } = answer.result;
    if (!Array.isArray(some)) throw endless('sent an invalid tool list');
    if (tools.length + some.length > listLimits.tools) throw endless(`has more than ${listLimits.tools} tools`);
    tools.push(...some);
    characters += JSON.stringify(some).length;
    if (characters > most.characters) throw endless('has a tool list that is too long');
    if (typeof nextCursor !== 'string' || nextCursor === '') return tools;
    if (seen.has(nextCursor)) throw endless('has a tool list whose cursors form a loop');
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  throw endless(`has more than ${most.pages} pages of tools`);
}

function endless(what: string): Failure {
  return new Failure('UPSTREAM_ERROR', { message: `The server ${what}.` });
}
