/** `tools/list`, page by page; a cursor is valid only for the list that it was issued for. */
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { readCursor, writeCursor } from '../../../access/cursor.js';
import { memberOf, ownMeta } from '../wire.js';
import { clientOf } from './client-name.js';
import type { McpExchange } from './exchange.js';
import { scopeOf, toolsOf } from './exchange.js';
import { withOwnTools } from './own-tools.js';
import type { McpTool } from './root.js';
import { explainList } from './tool-subset.js';
import { viewTools } from './view-tools.js';

/**
 * Maximum of a page: tools, and characters of their JSON. A client that reads only the first page gets a complete list
 * up to this size, which is more than models can use.
 */
const pageLimits = { tools: 2000, characters: 2_000_000 };

/** Milliseconds for which a client of the stateless revision may cache the list. */
const freshMs = 60_000;

/** The requested page. */
export async function listTools(exchange: McpExchange): Promise<JsonObject> {
  const { root, ports, context, request, message, modern } = exchange;
  const { caller } = context;
  const cursor = memberOf(message.params, 'cursor');
  if (cursor !== undefined && typeof cursor !== 'string') throw new Failure('INVALID_CURSOR');
  const found = await toolsOf(exchange, { fresh: cursor === undefined });
  const { tools } = await viewTools(withOwnTools(found, ports.ownTools), request.view);
  const note = explainList(found);
  const { prefix, id } = scopeOf(root, context);
  const query = ['mcp', prefix, id, context.search, await root.mark(context)];
  const scope = { key: ports.cursorKey, query, subject: caller.subject };
  const skip = cursor === undefined ? 0 : readCursor(cursor, scope).skip;
  if (cursor === undefined) report(exchange, found.tools.length);
  const page = pageOf(tools, skip);
  const end = skip + page.length;
  const next = end < tools.length ? writeCursor({ skip: end }, scope) : undefined;
  const left =
    next === undefined ? undefined : `Tools ${skip + 1} to ${end} of ${tools.length}; nextCursor leads to the others.`;
  const said = [left, note].filter((each) => each !== undefined).join(' ');
  return {
    tools: page.map(({ listed }) => listed),
    ...(next === undefined ? {} : { nextCursor: next }),
    ...(modern ? { ttlMs: freshMs, cacheScope: 'private' } : {}),
    ...(said === '' ? {} : { _meta: { [`${ownMeta}note`]: said } }),
  };
}

/** Lengths of listed tools, counted once. */
const lengths = new WeakMap<McpTool, number>();

function lengthOf(tool: McpTool): number {
  const known = lengths.get(tool) ?? JSON.stringify(tool.listed).length;
  lengths.set(tool, known);
  return known;
}

/** The tools of a page, at least one. */
function pageOf(tools: readonly McpTool[], skip: number): readonly McpTool[] {
  let characters = 0;
  let end = skip;
  while (end < tools.length && end < skip + pageLimits.tools) {
    characters += lengthOf(tools[end] as McpTool);
    if (characters > pageLimits.characters && end > skip) break;
    end += 1;
  }
  return tools.slice(skip, end);
}

function report(exchange: McpExchange, tools: number): void {
  const { root, ports, context } = exchange;
  const client = clientOf(exchange);
  const endpoint = `${root.prefix.replace('{id}', encodeURIComponent(context.params.id ?? ''))}/mcp`;
  ports.onListed?.({ caller: context.caller, endpoint, tools, ...(client === undefined ? {} : { client }) });
}
