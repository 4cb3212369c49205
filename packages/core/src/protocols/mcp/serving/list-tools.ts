/** `tools/list`, page by page; a cursor is valid only for the list that it was issued for. */
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { readCursor, writeCursor } from '../../../access/cursor.js';
import { memberOf } from '../wire.js';
import type { McpExchange } from './exchange.js';
import { scopeOf } from './exchange.js';

/** Tools per page. */
const pageSize = 200;

/** Milliseconds for which a client of the stateless revision may cache the list. */
const freshMs = 60_000;

/** The requested page. */
export async function listTools({ root, ports, context, message, modern }: McpExchange): Promise<JsonObject> {
  const { caller } = context;
  const { tools } = await root.tools(context);
  const { prefix, id } = scopeOf(root, context);
  const query = ['mcp', prefix, id, await root.mark(context)];
  const scope = { key: ports.cursorKey, query, subject: caller.subject };
  const cursor = memberOf(message.params, 'cursor');
  if (cursor !== undefined && typeof cursor !== 'string') throw new Failure('INVALID_CURSOR');
  const skip = cursor === undefined ? 0 : readCursor(cursor, scope).skip;
  const next = skip + pageSize < tools.length ? writeCursor({ skip: skip + pageSize }, scope) : undefined;
  return {
    tools: tools.slice(skip, skip + pageSize).map(({ listed }) => listed),
    ...(next === undefined ? {} : { nextCursor: next }),
    ...(modern ? { ttlMs: freshMs, cacheScope: 'private' } : {}),
  };
}
