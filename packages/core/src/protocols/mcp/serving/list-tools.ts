/** `tools/list`, page by page. */
import type { JsonObject } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { ConfirmPolicy } from '../../../gateway/confirm-requirement.js';
import { requirementFor } from '../../../gateway/confirm-requirement.js';
import { memberOf, metaOf, ownMeta } from '../wire.js';
import { clientOf } from './client-name.js';
import type { McpExchange } from './exchange.js';
import { toolsOf } from './exchange.js';
import { withOwnTools } from './own-tools.js';
import { cursorOf, pageOf } from './page.js';
import type { McpTool } from './root.js';
import { withoutHeaders } from './tool-headers.js';
import { explainList } from './tool-subset.js';
import { viewTools } from './view-tools.js';

/** Milliseconds for which a client of the stateless revision may cache the list. */
const freshMs = 60_000;

/** The requested page. */
export async function listTools(exchange: McpExchange): Promise<JsonObject> {
  const { ports, request, modern } = exchange;
  const cursor = cursorOf(exchange);
  const found = await toolsOf(exchange, { fresh: cursor === undefined });
  const { tools } = await viewTools(withOwnTools(found, exchange), request.view);
  const note = explainList(found);
  if (cursor === undefined && !isInspection(exchange)) report(exchange, found.tools.length);
  const page = await pageOf(exchange, { name: 'tools', items: tools, lengthOf });
  const said = [page.note, note].filter((each) => each !== undefined).join(' ');
  return {
    tools: page.items.map((tool) => {
      const shown = withConfirmation(tool, ports.confirmPolicy, exchange.context.caller);
      return modern ? withoutExecution(shown) : withoutHeaders(shown);
    }),
    ...(page.next === undefined ? {} : { nextCursor: page.next }),
    ...(modern ? { ttlMs: freshMs, cacheScope: 'private' } : {}),
    ...(said === '' ? {} : { _meta: { [`${ownMeta}note`]: said } }),
  };
}

/** Revision 2026-07-28 has no such member: there the server decides which calls become tasks. */
function withoutExecution(tool: JsonObject): JsonObject {
  if (tool.execution === undefined) return tool;
  const { execution: _, ...rest } = tool;
  return rest;
}

/** The definition, with who has to confirm a call of this caller. */
function withConfirmation(
  { listed, aim, risk }: McpTool,
  policy: ConfirmPolicy | undefined,
  caller: Caller,
): JsonObject {
  const operation = aim?.risk ?? risk;
  if (policy === undefined || operation === undefined) return listed;
  const by = requirementFor(policy, { caller, agentId: aim?.agentId ?? '' }, operation);
  return by === 'never' ? listed : { ...listed, _meta: { ...metaOf(listed), [`${ownMeta}confirm_by`]: by } };
}

/** Lengths of listed tools, counted once. */
const lengths = new WeakMap<McpTool, number>();

function lengthOf(tool: McpTool): number {
  const known = lengths.get(tool) ?? JSON.stringify(tool.listed).length;
  lengths.set(tool, known);
  return known;
}

/** True for a program that reads the list to describe it, such as `dragoman connect`, and is no client of the tools. */
function isInspection({ message }: McpExchange): boolean {
  return memberOf(metaOf(message.params), `${ownMeta}inspection`) === true;
}

function report(exchange: McpExchange, tools: number): void {
  const { root, ports, context } = exchange;
  const client = clientOf(exchange);
  const endpoint = `${root.prefix.replace('{id}', encodeURIComponent(context.params.id ?? ''))}/mcp`;
  ports.onListed?.({ caller: context.caller, endpoint, tools, ...(client === undefined ? {} : { client }) });
}
