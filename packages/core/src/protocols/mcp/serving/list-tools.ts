/** `tools/list`, page by page; a cursor is valid only for the list that it was issued for. */
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { readCursor, writeCursor } from '../../../access/cursor.js';
import { memberOf, ownMeta } from '../wire.js';
import { clientOf } from './client-name.js';
import type { McpExchange } from './exchange.js';
import { scopeOf } from './exchange.js';
import { withResultTool } from './result-tool.js';
import { viewTools } from './view-tools.js';

/** Tools per page. */
const pageSize = 200;

/** Milliseconds for which a client of the stateless revision may cache the list. */
const freshMs = 60_000;

/** The requested page. */
export async function listTools(exchange: McpExchange): Promise<JsonObject> {
  const { root, ports, context, request, message, modern } = exchange;
  const { caller } = context;
  const found = await root.tools(context);
  const { tools, note } = await viewTools(withResultTool(found, ports.resultTool), request.view);
  const { prefix, id } = scopeOf(root, context);
  const query = ['mcp', prefix, id, context.search, await root.mark(context)];
  const scope = { key: ports.cursorKey, query, subject: caller.subject };
  const cursor = memberOf(message.params, 'cursor');
  if (cursor !== undefined && typeof cursor !== 'string') throw new Failure('INVALID_CURSOR');
  const skip = cursor === undefined ? 0 : readCursor(cursor, scope).skip;
  if (cursor === undefined) report(exchange, found.tools.length);
  const next = skip + pageSize < tools.length ? writeCursor({ skip: skip + pageSize }, scope) : undefined;
  return {
    tools: tools.slice(skip, skip + pageSize).map(({ listed }) => listed),
    ...(next === undefined ? {} : { nextCursor: next }),
    ...(modern ? { ttlMs: freshMs, cacheScope: 'private' } : {}),
    ...(note === undefined ? {} : { _meta: { [`${ownMeta}note`]: note } }),
  };
}

function report(exchange: McpExchange, tools: number): void {
  const { root, ports, context } = exchange;
  const client = clientOf(exchange);
  const endpoint = `${root.prefix.replace('{id}', encodeURIComponent(context.params.id ?? ''))}/mcp`;
  ports.onListed?.({ caller: context.caller, endpoint, tools, ...(client === undefined ? {} : { client }) });
}
