/** `/webhook-subscriptions`: subscribe to webhooks of services, and read what was received. */
import type { BrowsePorts, Caller, SavedStore } from '@dragoman/core/engine';
import { readEntry } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  createReply,
  jsonReply,
  negotiate,
  pickFields,
  readFields,
  readJsonBody,
  trustHeader,
  writeCursor,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { deliveryHolder } from '../../webhooks/receive-message.js';
import type { Subscription, SubscriptionRequest, Subscriptions } from '../../webhooks/subscriptions.js';
import { cursorPage, pageReply, pageStart, pageTop } from '../cursor-page.js';
import { dryRunReply, wantsDryRun } from '../dry-run.js';
import { fault, invalidBody } from '../request-faults.js';
import { personal } from '../toolset-ports.js';
import {
  deliveryMembers,
  describeCreate,
  describeDeliveries,
  describeList,
  describeRead,
  describeRemove,
  subscriptionDryRun,
  subscriptionMembers,
} from './webhook-descriptions.js';
import { readSubscription } from './webhook-request.js';

/** Dependencies of the routes. */
export interface SubscriptionRoutePorts extends BrowsePorts {
  subscriptions: Subscriptions;
  saved: SavedStore;
  cursorKey: string;
  /** Public base URL of this server. */
  origin: string;
}

const path = '/webhook-subscriptions';
const bodyBytes = 65_536;
const noStore = { 'Cache-Control': 'no-store' };

/** Creates the routes. */
export function createSubscriptionRoutes(ports: SubscriptionRoutePorts): Route[] {
  const reads = { method: 'GET', budget: 'read', access: 'agents:invoke' } as const;
  const writes = { budget: 'write', access: 'agents:invoke' } as const;
  return [
    { ...reads, path, describe: describeList, handle: (context) => list(ports, context) },
    {
      ...writes,
      method: 'POST',
      path,
      action: 'webhook.subscribe',
      takesSecret: true,
      showsSecret: ['address', 'secret'],
      bodyBytes,
      describe: describeCreate,
      handle: (context) => create(ports, context),
    },
    { ...reads, path: `${path}/{id}`, describe: describeRead, handle: (context) => read(ports, context) },
    {
      ...writes,
      method: 'DELETE',
      path: `${path}/{id}`,
      action: 'webhook.unsubscribe',
      describe: describeRemove,
      handle: (context) => remove(ports, context),
    },
    {
      ...reads,
      path: `${path}/{id}/deliveries`,
      describe: describeDeliveries,
      handle: (each) => deliveries(ports, each),
    },
  ];
}

async function create(ports: SubscriptionRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { request, caller, traceId } = context;
  negotiate(request, ['application/json']);
  const asked = readSubscription(await readJsonBody(request, { bytes: bodyBytes }));
  await requireDeclared(ports, asked, caller);
  if (wantsDryRun(context)) return dryRunReply(subscriptionDryRun(asked.agentId));
  const made = await ports.subscriptions.create(asked, { subject: caller.subject, traceId });
  const { subscription, token, secret } = made;
  const body = {
    ...write(subscription),
    address: `${ports.origin}/webhook-receivers/${subscription.id}/${token}`,
    ...(secret === undefined ? {} : { secret }),
  };
  return jsonReply(body, { status: 201, headers: { ...noStore, Location: `${path}/${subscription.id}` } });
}

/** The service and the webhooks must exist. */
async function requireDeclared(
  ports: SubscriptionRoutePorts,
  { agentId, webhooks = [] }: SubscriptionRequest,
  caller: Caller,
): Promise<void> {
  const { entry } = await readEntry(ports, agentId, caller);
  const declared = (entry.webhooks ?? []).map(({ name }) => name);
  if (declared.length === 0) {
    throw invalidBody([fault('agent', '/agent', 'names a service that declares no webhooks')]);
  }
  const faults = webhooks.flatMap((name, at) =>
    declared.includes(name)
      ? []
      : [
          fault(
            `webhooks.${at}`,
            `/webhooks/${at}`,
            `is unknown; the service declares ${declared.slice(0, 20).join(', ')}`,
          ),
        ],
  );
  if (faults.length > 0) throw invalidBody(faults);
}

async function list(ports: SubscriptionRoutePorts, context: RouteContext): Promise<HttpReply> {
  negotiate(context.request, ['application/json']);
  const fields = readFields(context.url, subscriptionMembers);
  const page = cursorPage(await ports.subscriptions.list(context.caller.subject), context, {
    path,
    cursorKey: ports.cursorKey,
    order: ({ createdAt, id }) => `${createdAt} ${id}`,
  });
  const items = page.items.map((each) => pickFields(write(each), fields));
  const next = page.next === undefined ? {} : { next_cursor: page.next };
  return jsonReply({ items, count: page.count, top: page.top, ...next }, { headers: { ...personal, ...page.headers } });
}

async function read(ports: SubscriptionRoutePorts, context: RouteContext): Promise<HttpReply> {
  const fields = readFields(context.url, subscriptionMembers);
  return jsonReply(pickFields(write(await own(ports, context)), fields), { headers: personal });
}

async function remove(ports: SubscriptionRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { id } = await own(ports, context);
  if (wantsDryRun(context)) {
    const changes = [`Removes the subscription ${id}, its address and its deliveries.`];
    return dryRunReply({ would_change: true, reversible: false, outcome: 'deleted', changes });
  }
  await ports.subscriptions.remove(id, { subject: context.caller.subject, traceId: context.traceId });
  const subject = deliveryHolder(id);
  const kept = await ports.saved.list({ subject, kind: 'delivery', limit: 1000 });
  for (const delivery of kept) await ports.saved.remove(subject, delivery.id);
  return createReply(null, { status: 204 });
}

async function deliveries(ports: SubscriptionRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { url, caller, request } = context;
  negotiate(request, ['application/json']);
  const { id } = await own(ports, context);
  const fields = readFields(url, deliveryMembers);
  const top = pageTop(url);
  const listPath = `${path}/${id}/deliveries`;
  const scope = { key: ports.cursorKey, query: listPath, subject: caller.subject };
  const after = pageStart(url, scope);
  const found = await ports.saved.list({
    subject: deliveryHolder(id),
    kind: 'delivery',
    limit: top + 1,
    ...(after?.id === undefined ? {} : { before: after.id }),
  });
  const items = found.slice(0, top);
  const last = items.at(-1);
  const next = found.length <= top || last === undefined ? undefined : writeCursor({ skip: 0, id: last.id }, scope);
  const shown = items.map(({ id, at, agentId, content }) => pickFields({ id, at, agent: agentId, ...content }, fields));
  const headers = { ...personal, [trustHeader]: 'untrusted' };
  return pageReply({ items: shown, top }, { path: listPath, url, next, headers });
}

async function own({ subscriptions }: SubscriptionRoutePorts, { params, caller }: RouteContext): Promise<Subscription> {
  const found = await subscriptions.find(caller.subject, params.id ?? '');
  if (found === undefined)
    throw new Failure('NOT_FOUND', { message: 'You have no webhook subscription with this id.' });
  return found;
}

function write({ id, agentId, webhooks, verification, createdAt }: Subscription): JsonObject {
  const described = typeof verification === 'string' ? { verification } : writeScheme(verification);
  return { id, agent: agentId, ...(webhooks === undefined ? {} : { webhooks }), ...described, created_at: createdAt };
}

function writeScheme({ header, prefix, encoding, content, ...rest }: Exclude<Subscription['verification'], string>) {
  const { timestampHeader, idHeader, typeHeader } = rest;
  const signature: JsonObject = {
    header,
    encoding,
    content,
    ...(prefix === undefined ? {} : { prefix }),
    ...(timestampHeader === undefined ? {} : { timestamp_header: timestampHeader }),
    ...(idHeader === undefined ? {} : { id_header: idHeader }),
    ...(typeHeader === undefined ? {} : { type_header: typeHeader }),
  };
  return { verification: 'hmac-sha256', signature };
}
