/** `tools/list`, page by page. */
import type { JsonObject } from '@dragoman/model';
import { ownMeta } from '../wire.js';
import { clientOf } from './client-name.js';
import type { McpExchange } from './exchange.js';
import { toolsOf } from './exchange.js';
import { withOwnTools } from './own-tools.js';
import { cursorOf, pageOf } from './page.js';
import type { McpTool } from './root.js';
import { explainList } from './tool-subset.js';
import { viewTools } from './view-tools.js';

/** Milliseconds for which a client of the stateless revision may cache the list. */
const freshMs = 60_000;

/** The requested page. */
export async function listTools(exchange: McpExchange): Promise<JsonObject> {
  const { ports, request, modern } = exchange;
  const cursor = cursorOf(exchange);
  const found = await toolsOf(exchange, { fresh: cursor === undefined });
  const { tools } = await viewTools(withOwnTools(found, ports.ownTools), request.view);
  const note = explainList(found);
  if (cursor === undefined) report(exchange, found.tools.length);
  const page = await pageOf(exchange, { name: 'tools', items: tools, lengthOf });
  const said = [page.note, note].filter((each) => each !== undefined).join(' ');
  return {
    tools: page.items.map(({ listed }) => listed),
    ...(page.next === undefined ? {} : { nextCursor: page.next }),
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

function report(exchange: McpExchange, tools: number): void {
  const { root, ports, context } = exchange;
  const client = clientOf(exchange);
  const endpoint = `${root.prefix.replace('{id}', encodeURIComponent(context.params.id ?? ''))}/mcp`;
  ports.onListed?.({ caller: context.caller, endpoint, tools, ...(client === undefined ? {} : { client }) });
}
