/**
 * `/agents/{id}/data-classes` and `/agents/{id}/negotiations`: bindings and decisions of the owner of a service.
 * Other callers get the same response as for an agent without them.
 */
import type { FieldError, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { countProblems, Failure, isJsonObject } from '@dragoman/model';
import { canChange, hasScope } from '../../../access/caller.js';
import { readEntry } from '../../../catalogue/browse.js';
import type { ChangeContext } from '../../../catalogue/change-context.js';
import { rehearseDesigns } from '../../../catalogue/rehearse.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import { timestamp } from '../../../documents/host.js';
import { readDryRun } from '../../../transport/call-request.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { createReply, jsonReply } from '../../../transport/http-reply.js';
import { readJsonBody } from '../../../transport/json-body.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import type { ClassBinding } from '../negotiation/class-binding.js';
import { dropBinding, keepBinding, readBinding } from '../negotiation/class-registry.js';
import {
  describeBindingDelete,
  describeBindingPut,
  describeBindingsList,
  describeNegotiationDecide,
  describeNegotiationsList,
} from '../negotiation/describe.js';
import type { NegotiatePorts } from '../negotiation/ports.js';
import type { Negotiation } from '../negotiation/session-state.js';
import { readState, withNegotiation, writeState } from '../negotiation/session-state.js';
import type { AgisPorts } from '../ports.js';

/** Dependencies of the routes. */
export type DataClassPorts = AgisPorts & { negotiation: NegotiatePorts };

const personal = { 'Cache-Control': 'private, no-store', Vary: 'Authorization, X-API-Key' };
/** Maximum number of sessions that are searched for pending proposals. */
const maxSessions = 1_000;

/** The routes of an owner. */
export function createDataClassRoutes(ports: DataClassPorts): Route[] {
  const common = { access: 'registry:write' } as const;
  return [
    {
      ...common,
      method: 'GET',
      path: '/agents/{id}/data-classes',
      budget: 'read',
      describe: describeBindingsList,
      handle: (context) => listBindings(ports, context),
    },
    {
      ...common,
      method: 'PUT',
      path: '/agents/{id}/data-classes/{class}',
      budget: 'write',
      action: 'class.bind',
      describe: describeBindingPut,
      handle: (context) => putBinding(ports, context),
    },
    {
      ...common,
      method: 'DELETE',
      path: '/agents/{id}/data-classes/{class}',
      budget: 'write',
      action: 'class.unbind',
      describe: describeBindingDelete,
      handle: (context) => deleteBinding(ports, context),
    },
    {
      ...common,
      method: 'GET',
      path: '/agents/{id}/negotiations',
      budget: 'read',
      describe: describeNegotiationsList,
      handle: (context) => listNegotiations(ports, context),
    },
    {
      ...common,
      method: 'POST',
      path: '/agents/{id}/negotiations/{negotiation}',
      budget: 'write',
      action: 'negotiation.decide',
      describe: describeNegotiationDecide,
      handle: (context) => decideNegotiation(ports, context),
    },
  ];
}

/** Callers that may not change an agent learn nothing about its classes. */
async function requireOwned(ports: DataClassPorts, { params, caller, request }: RouteContext): Promise<StoredEntry> {
  negotiate(request, ['application/json']);
  const stored = await readEntry(ports, params.id ?? '', caller);
  if (canChange(caller, stored.entry)) return stored;
  throw new Failure('FORBIDDEN', { message: 'Only the owner of the agent may do this.' });
}

function classNames({ entry }: StoredEntry): string[] {
  const manifest = entry.dataManifest;
  const listed = isJsonObject(manifest) && Array.isArray(manifest.available_data) ? manifest.available_data : [];
  return listed.filter(isJsonObject).map((each) => String(each.class));
}

function requireClass(stored: StoredEntry, { params }: RouteContext): string {
  const name = params.class ?? '';
  if (classNames(stored).includes(name)) return name;
  const offered = classNames(stored).join(', ') || 'none';
  throw new Failure('NOT_FOUND', {
    message: `The data manifest of this agent has no class '${name.slice(0, 80)}'; it has: ${offered}.`,
  });
}

async function listBindings(ports: DataClassPorts, context: RouteContext): Promise<HttpReply> {
  const stored = await requireOwned(ports, context);
  const { designs } = ports.negotiation.store;
  const classes: JsonObject[] = [];
  for (const name of classNames(stored).slice(0, 200)) {
    const binding = await readBinding(designs, stored.entry.id, name);
    classes.push({
      class: name,
      bound: binding !== undefined,
      ...(binding === undefined ? {} : { binding: shown(binding) }),
    });
  }
  return jsonReply({ classes }, { headers: personal });
}

/** Rows of a binding are counted, not shown. */
function shown({ class: _class, source, ...binding }: ClassBinding): JsonObject {
  const from = source.kind === 'rows' ? { kind: 'rows', count: source.rows.length } : { ...source };
  return { ...binding, source: from } as unknown as JsonObject;
}

async function putBinding(ports: DataClassPorts, context: RouteContext): Promise<HttpReply> {
  const stored = await requireOwned(ports, context);
  const name = requireClass(stored, context);
  const body = await readJsonBody(context.request, { bytes: ports.bodyBytes });
  const binding = await ports.negotiation.checking.readBinding({ name, body }, context.caller.subject);
  checkSource(binding, stored, context);
  const { designs } = ports.negotiation.store;
  const dryRun = readDryRun(context.request);
  const version = await keepBinding(
    dryRun ? rehearseDesigns(designs) : designs,
    stored,
    binding,
    contextOf(ports, context),
  );
  const changes = [`Sets the data source of the class ${name}; it would be version ${version} of the binding.`];
  const outcome = dryRun ? { dry_run: true, would_change: true, reversible: true, changes } : {};
  return jsonReply({ ...outcome, class: name, version, binding: shown(binding) }, { headers: personal });
}

/** A configured source may contain data of others, so only an administrator may bind a class to it. */
function checkSource({ source }: ClassBinding, { entry }: StoredEntry, { caller }: RouteContext): void {
  if (source.kind === 'source' && !hasScope(caller, 'admin')) {
    throw new Failure('FORBIDDEN', { message: 'Only an administrator may bind a class to a configured source.' });
  }
  if (source.kind !== 'operation') return;
  const fault = faultOfSource(entry.operations.find(({ name }) => name === source.operation));
  if (fault === undefined) return;
  throw new Failure('INVALID_INPUT', {
    message: 'The binding has 1 problem.',
    fieldErrors: [
      { field: 'source.operation', pointer: '/source/operation', code: 'agis/class-binding', detail: fault },
    ],
  });
}

function faultOfSource(operation: Operation | undefined): string | undefined {
  if (operation === undefined) return 'must name an operation of this agent';
  if (operation.binding.kind === 'local') return 'must not name an operation that is itself created from a class';
  return operation.impact === 'informational' ? undefined : 'must name an operation that only reads (informational)';
}

async function deleteBinding(ports: DataClassPorts, context: RouteContext): Promise<HttpReply> {
  const stored = await requireOwned(ports, context);
  const name = requireClass(stored, context);
  const { designs } = ports.negotiation.store;
  const dryRun = readDryRun(context.request);
  const dropped = await dropBinding(
    dryRun ? rehearseDesigns(designs) : designs,
    stored.entry.id,
    name,
    contextOf(ports, context),
  );
  if (!dropped) throw new Failure('NOT_FOUND', { message: `The class '${name}' is not bound.` });
  if (dryRun) {
    const changes = [`Removes the data source of the class ${name}; its negotiated endpoints would respond with 503.`];
    const result = { dry_run: true, would_change: true, reversible: true, changes, class: name };
    return jsonReply(result, { headers: personal });
  }
  return createReply(null, { status: 204, headers: personal });
}

function contextOf({ negotiation }: DataClassPorts, { caller, traceId }: RouteContext): ChangeContext {
  return { actor: caller.subject, at: timestamp(negotiation.clock), traceId };
}

interface Waiting {
  sessionId: string;
  owner: string;
  expiresAt: string;
  negotiation: Negotiation;
}

async function findWaiting(
  { negotiation: { store, steady } }: DataClassPorts,
  { entry }: StoredEntry,
): Promise<Waiting[]> {
  const sessions = await store.sessions.ofEntry(entry.id, timestamp(steady), maxSessions);
  return sessions.flatMap(({ id, owner, expiresAt, document }) =>
    readState(document)
      .negotiations.filter(({ state }) => state === 'pending')
      .map((negotiation) => ({ sessionId: id, owner, expiresAt, negotiation })),
  );
}

async function listNegotiations(ports: DataClassPorts, context: RouteContext): Promise<HttpReply> {
  const stored = await requireOwned(ports, context);
  const waiting = await findWaiting(ports, stored);
  const negotiations = waiting
    .slice(0, 200)
    .map(({ owner, expiresAt, negotiation: { id, dataClass, endpoint, persistent } }) => ({
      negotiation_id: id,
      caller: owner,
      data_class: dataClass,
      persistence: persistent ? 'persistent' : 'session',
      expires_at: expiresAt,
      proposal: endpoint,
    }));
  return jsonReply({ negotiations }, { headers: personal });
}

async function decideNegotiation(ports: DataClassPorts, context: RouteContext): Promise<HttpReply> {
  const stored = await requireOwned(ports, context);
  const { decision, reason } = readDecision(await readJsonBody(context.request, { bytes: ports.bodyBytes }));
  const id = context.params.negotiation ?? '';
  const waiting = (await findWaiting(ports, stored)).find(({ negotiation }) => negotiation.id === id);
  if (waiting === undefined) throw new Failure('NOT_FOUND', { message: 'No proposal with this id is pending.' });
  const state = decision === 'accept' ? 'opened' : 'rejected';
  if (readDryRun(context.request)) {
    const changes = [describeDecision(waiting, state)];
    const result = { dry_run: true, would_change: true, reversible: true, changes, negotiation_id: id, state };
    return jsonReply(result, { headers: personal });
  }
  const { caller, traceId } = context;
  if (decision === 'accept' && waiting.negotiation.persistent)
    await ports.negotiation.keep({ stored, caller, traceId }, waiting.negotiation);
  await settle(ports, waiting, {
    state,
    ...(reason === undefined ? {} : { reason }),
  });
  return jsonReply({ negotiation_id: id, state }, { headers: personal });
}

function describeDecision({ owner, negotiation }: Waiting, state: 'opened' | 'rejected'): string {
  const { dataClass, persistent } = negotiation;
  if (state === 'rejected') return `Rejects the proposal of ${owner} for the class ${dataClass}.`;
  return `Opens an endpoint of the class ${dataClass} for ${owner}, ${persistent ? 'permanently' : 'for its session'}.`;
}

function readDecision(body: JsonValue): { decision: 'accept' | 'reject'; reason?: string } {
  const given = isJsonObject(body) ? body : {};
  const { decision, reason } = given;
  const problems: FieldError[] = [];
  const report = (field: string, detail: string) =>
    problems.push({ field, pointer: `/${field}`, code: 'agis/decision', detail });
  for (const name of Object.keys(given)) {
    if (name !== 'decision' && name !== 'reason')
      report(name.slice(0, 80), 'is unknown; known members are decision and reason');
  }
  if (decision !== 'accept' && decision !== 'reject') report('decision', 'must be accept or reject');
  if (reason !== undefined && (typeof reason !== 'string' || reason.length > 500)) {
    report('reason', 'must be a string of at most 500 characters');
  }
  if (problems.length > 0) {
    const count = countProblems(problems.length);
    throw new Failure('INVALID_INPUT', { message: `The decision has ${count}.`, fieldErrors: problems });
  }
  return { decision: decision === 'accept' ? 'accept' : 'reject', ...(typeof reason === 'string' ? { reason } : {}) };
}

async function settle(
  { negotiation: { store, steady } }: DataClassPorts,
  { sessionId, negotiation }: Waiting,
  outcome: Pick<Negotiation, 'state' | 'reason'>,
): Promise<void> {
  await store.sessions.change(
    sessionId,
    (current) => {
      if (current === undefined) return undefined;
      const state = withNegotiation(readState(current.document), { ...negotiation, ...outcome });
      const rejections = state.rejections + (outcome.state === 'rejected' ? 1 : 0);
      return { ...current, document: writeState({ ...state, rejections }) };
    },
    timestamp(steady),
  );
}
