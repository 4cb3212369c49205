/** Pages of the lists of a root; a cursor is valid only for the list that it was issued for. */
import { Failure } from '@dragoman/model';
import { readCursor, writeCursor } from '../../../access/cursor.js';
import { memberOf } from '../wire.js';
import type { McpExchange } from './exchange.js';
import { scopeOf } from './exchange.js';

/**
 * Maximum of a page: items, and characters of their JSON. A client that reads only the first page gets a complete list
 * up to this size, which is more than models can use.
 */
const pageLimits = { items: 2000, characters: 2_000_000 };

/** One page of a list. */
export interface ListPage<T> {
  items: readonly T[];
  /** Cursor of the next page; absent on the last one. */
  next?: string;
  /** One sentence on the position of the page, if there are others after it. */
  note?: string;
}

/** A list to page through. */
export interface PagedList<T> {
  /** Name of the list, in cursors and notes. */
  name: string;
  items: readonly T[];
  /** Characters of an item. */
  lengthOf: (item: T) => number;
}

/** The cursor of a request; undefined for the first page. */
export function cursorOf({ message }: McpExchange): string | undefined {
  const cursor = memberOf(message.params, 'cursor');
  if (cursor !== undefined && typeof cursor !== 'string') throw new Failure('INVALID_CURSOR');
  return cursor;
}

/** The requested page. */
export async function pageOf<T>(exchange: McpExchange, list: PagedList<T>): Promise<ListPage<T>> {
  const { root, ports, context } = exchange;
  const { prefix, id } = scopeOf(root, context);
  const query = ['mcp', list.name, prefix, id, context.search, await root.mark(context)];
  const scope = { key: ports.cursorKey, query, subject: context.caller.subject };
  const cursor = cursorOf(exchange);
  const skip = cursor === undefined ? 0 : readCursor(cursor, scope).skip;
  const items = cut(list, skip);
  const end = skip + items.length;
  const all = list.items.length;
  if (end >= all) return { items };
  const name = `${list.name.charAt(0).toUpperCase()}${list.name.slice(1)}`;
  return {
    items,
    next: writeCursor({ skip: end }, scope),
    note: `${name} ${skip + 1} to ${end} of ${all}; nextCursor leads to the others.`,
  };
}

/** The items of a page, at least one. */
function cut<T>({ items, lengthOf }: PagedList<T>, skip: number): readonly T[] {
  let characters = 0;
  let end = skip;
  while (end < items.length && end < skip + pageLimits.items) {
    characters += lengthOf(items[end] as T);
    if (characters > pageLimits.characters && end > skip) break;
    end += 1;
  }
  return items.slice(skip, end);
}
