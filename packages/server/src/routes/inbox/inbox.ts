/** `GET /inbox`: everything that needs a decision of the caller, in one list; empty when there is nothing. */
import type { DesignerPorts } from '@dragoman/core/engine';
import type { Clock, HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  invalidParameters,
  jsonReply,
  negotiate,
  pickFields,
  readFields,
  splitValues,
  timestamp,
} from '@dragoman/core/http';
import type { InboxItem, InboxKind, JsonObject } from '@dragoman/model';
import { inboxKinds } from '@dragoman/model';
import { cursorPage } from '../cursor-page.js';
import { personal } from '../toolset-ports.js';
import { findApprovalItems } from './approval-items.js';
import { findDesignItems } from './design-items.js';
import { describeInbox, inboxMembers } from './inbox-description.js';
import { orderOf } from './inbox-order.js';
import type { ChildState } from './server-items.js';
import { findServerItems } from './server-items.js';
import { findServiceItems } from './service-items.js';
import { findSourceItems } from './source-items.js';

/** Dependencies of the route. */
export interface InboxPorts {
  designer: DesignerPorts;
  /** The MCP servers that run next to this server. */
  servers: () => Promise<readonly ChildState[]>;
  clock: Clock;
  cursorKey: string;
}

/** Creates the route. */
export function createInboxRoute(ports: InboxPorts): Route {
  return {
    method: 'GET',
    path: '/inbox',
    budget: 'search',
    access: 'registry:read',
    describe: describeInbox,
    handle: (context) => read(ports, context),
  };
}

async function read({ designer, servers, clock, cursorKey }: InboxPorts, context: RouteContext): Promise<HttpReply> {
  const { caller, url, request } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, inboxMembers);
  const kinds = readKinds(url);
  const wants = (...some: InboxKind[]) => some.some((kind) => kinds.has(kind));
  const { approvals } = designer.store;
  const found: InboxItem[] = [
    ...(wants('approval_pending') ? await findApprovalItems(approvals, caller, timestamp(clock)) : []),
    ...(wants('source_held', 'source_failing') ? await findSourceItems(designer.store, caller) : []),
    ...(wants('mcp_server_failing') ? findServerItems(await servers(), caller) : []),
    ...(wants('toolset_update', 'procedure_invalid') ? await findDesignItems(designer, caller) : []),
    ...(wants('credential_missing', 'look_alike', 'text_held') ? await findServiceItems(designer, caller) : []),
  ];
  const all = found.filter(({ kind }) => kinds.has(kind));
  const page = cursorPage(all, context, { path: '/inbox', cursorKey, order: orderOf });
  const items = page.items.map((item) => pickFields({ ...item } as unknown as JsonObject, fields));
  const { count, top, next, headers } = page;
  const more = next === undefined ? {} : { next_cursor: next };
  return jsonReply({ items, count, top, counts: countKinds(all), ...more }, { headers: { ...personal, ...headers } });
}

function readKinds(url: URL): ReadonlySet<InboxKind> {
  const given = splitValues(url.searchParams.getAll('kind')).filter((value) => value !== '');
  if (given.length === 0) return new Set(inboxKinds);
  const kinds = inboxKinds.filter((kind) => given.includes(kind));
  if (given.every((value) => inboxKinds.some((kind) => kind === value))) return new Set(kinds);
  const detail = `must be one of ${inboxKinds.join(', ')}`;
  throw invalidParameters([{ field: 'kind', code: 'request/value', detail }]);
}

function countKinds(items: readonly InboxItem[]): JsonObject {
  const counts: Record<string, number> = {};
  for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
