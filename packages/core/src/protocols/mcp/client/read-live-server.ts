/**
 * Reads the complete lists of a live server (tools, resources, resource templates, prompts) as one document, page by
 * page and within limits. The tools must be readable; a failure of another list is noted in the document.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, toFailure } from '@dragoman/model';
import { rpcCodes } from '../../../transport/json-rpc.js';
import { unreadMember } from '../read-content.js';
import { contentLimits, listLimits, memberOf } from '../wire.js';
import type { ConnectedServer } from './connect-server.js';
import { connectServer } from './connect-server.js';
import type { McpLink } from './mcp-link.js';

/** Limits of one list: pages, and characters in total. */
const most = { pages: 500, characters: 32_000_000 };

/** Maximum characters of each list that is stored with the entry besides its tools. */
const contentCharacters = 4_000_000;

/** Reads the lists in the form that `readMcp` accepts: the server, its description, its tools and its content. */
export async function readLiveServer(link: McpLink, server: string, client: JsonObject): Promise<JsonObject> {
  const met = await connectServer(link, client);
  const { serverInfo, instructions, capabilities } = met;
  const read = async () => ({ tools: await listTools(link, met), ...(await readContents(link, met)) });
  const lists = await read().finally(() => link.leave?.(met.era));
  return {
    server,
    ...(serverInfo === undefined ? {} : { serverInfo }),
    ...(instructions === undefined ? {} : { instructions }),
    capabilities: plainCapabilities(capabilities),
    ...lists,
  };
}

/** Only what is read from them, so that an unrelated change is not a new version. */
function plainCapabilities(capabilities: JsonObject): JsonObject {
  const names = ['resources', 'prompts', 'completions', 'logging'];
  return Object.fromEntries(Object.entries(capabilities).filter(([name]) => names.includes(name)));
}

/** A server that declares something else and no tools has none. */
async function listTools(link: McpLink, met: ConnectedServer): Promise<JsonValue[]> {
  const { capabilities } = met;
  const declares = (name: string) => memberOf(capabilities, name) !== undefined;
  if (!declares('tools') && (declares('resources') || declares('prompts'))) return [];
  const limits = { items: listLimits.tools, characters: most.characters };
  const { items, cut } = await listAll(link, met, { method: 'tools/list', member: 'tools', ...limits });
  if (cut === 'items') throw endless(`has more than ${listLimits.tools} tools`);
  if (cut === 'characters') throw endless('has a tool list that is too long');
  return items;
}

const contentLists = [
  { capability: 'resources', method: 'resources/list', member: 'resources', items: contentLimits.resources },
  {
    capability: 'resources',
    method: 'resources/templates/list',
    member: 'resourceTemplates',
    items: contentLimits.templates,
  },
  { capability: 'prompts', method: 'prompts/list', member: 'prompts', items: contentLimits.prompts },
] as const;

/** The declared lists; `resourcesCut` says that a list is longer than what was read. */
async function readContents(link: McpLink, met: ConnectedServer): Promise<JsonObject> {
  const contents: JsonObject = {};
  const unread: JsonObject = {};
  for (const { capability, ...list } of contentLists) {
    if (memberOf(met.capabilities, capability) === undefined) continue;
    try {
      const { items, cut } = await listAll(link, met, { ...list, characters: contentCharacters });
      if (items.length > 0) contents[list.member] = items;
      if (cut !== undefined) contents[`${list.member}Cut`] = true;
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.code === 'CANCELLED') throw thrown;
      // A server without templates need not implement their list.
      if (!(thrown instanceof ListFailure && thrown.isUnknownMethod)) unread[list.member] = failure.message;
    }
  }
  return Object.keys(unread).length === 0 ? contents : { ...contents, [unreadMember]: unread };
}

interface ListQuery {
  method: string;
  /** Member of the result that has the items. */
  member: string;
  /** Maximum number of items and of their characters. */
  items: number;
  characters: number;
}

interface ReadList {
  items: JsonValue[];
  /** The limit that ended the list early. */
  cut?: 'items' | 'characters';
}

async function listAll(link: McpLink, { era }: ConnectedServer, query: ListQuery): Promise<ReadList> {
  const { method, member } = query;
  const items: JsonValue[] = [];
  const seen = new Set<string>();
  let characters = 0;
  let cursor: string | undefined;
  for (let page = 0; page < most.pages; page += 1) {
    const params: JsonObject = cursor === undefined ? {} : { cursor };
    const answer = await link.ask({ method, params, repeatable: true }, era);
    if (answer.kind === 'error') {
      const { code, message } = answer.error;
      throw endless(`refused to list its ${member}: ${message.slice(0, 300)}`, code === rpcCodes.method);
    }
    const { [member]: some, nextCursor } = answer.result;
    if (!Array.isArray(some)) throw endless(`sent an invalid list of ${member}`);
    for (const item of some) {
      characters += JSON.stringify(item).length;
      if (items.length >= query.items) return { items, cut: 'items' };
      if (characters > query.characters) return { items, cut: 'characters' };
      items.push(item);
    }
    if (typeof nextCursor !== 'string' || nextCursor === '') return { items };
    if (seen.has(nextCursor)) throw endless(`has a list of ${member} whose cursors form a loop`);
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  throw endless(`has more than ${most.pages} pages of ${member}`);
}

/** A list that cannot be read. */
class ListFailure extends Failure {
  isUnknownMethod = false;
}

function endless(what: string, isUnknownMethod = false): Failure {
  const failure = new ListFailure('UPSTREAM_ERROR', { message: `The server ${what}.` });
  failure.isUnknownMethod = isUnknownMethod;
  return failure;
}
