/**
 * Handles PROPOSE (agis.md R36, agtp.md): 262 when the caller is not sufficiently authorized, 460 with all
 * objections, 261 while a person reviews it, 263 with the endpoint. No response contains data; only later calls do.
 */

import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { canChange } from '../../../access/caller.js';
import type { SessionRecord } from '../../../catalogue/sessions.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import { timestamp } from '../../../documents/host.js';
import { readDryRun } from '../../../transport/call-request.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { readJsonBody } from '../../../transport/json-body.js';
import type { RouteContext } from '../../../transport/route.js';
import type { Negotiate } from '../ports.js';
import type { OfferedClass } from './authorize.js';
import { classesOf, isAuthorized } from './authorize.js';
import { readBinding } from './class-registry.js';
import type { Objection } from './evaluate-proposal.js';
import { requireFree } from './persist-endpoint.js';
import type { NegotiatePorts } from './ports.js';
import type { Proposal } from './read-proposal.js';
import { readProposal } from './read-proposal.js';
import { operationOf } from './session-endpoints.js';
import type { Negotiation } from './session-state.js';
import { readState, sessionIdOf, withNegotiation, writeState } from './session-state.js';

/** Number of rejections after which a person must review the proposal (agtp.md). */
export const maxTurns = 3;
/** Maximum number of sessions per caller. */
export const maxSessions = 100;

/** Creates the function that handles proposals; a dry run weighs them and stores nothing. */
export function createNegotiate(ports: NegotiatePorts): Negotiate {
  return async (context, { stored, written }) => {
    const body = await readJsonBody(context.request, { bytes: ports.bodyBytes });
    const proposal = readProposal(body, context.request);
    const turn: Turn = {
      ports,
      context,
      stored,
      document: written.document,
      proposal,
      negotiationId: proposal.negotiationId ?? ports.newId(),
      dryRun: readDryRun(context.request),
    };
    const known = await resume(turn);
    if (known !== undefined) return known;
    return weigh(turn);
  };
}

interface Turn {
  ports: NegotiatePorts;
  context: RouteContext;
  stored: StoredEntry;
  document: JsonObject;
  proposal: Proposal;
  negotiationId: string;
  dryRun: boolean;
}

/** A pending or decided proposal is answered from the session. */
async function resume(turn: Turn): Promise<HttpReply | undefined> {
  const { proposal } = turn;
  const session = await sessionRecord(turn);
  const { rejections, negotiations } = readState(session?.document);
  const known = negotiations.find(({ id }) => id === proposal.negotiationId);
  if (known?.state === 'opened') return opened(turn, known);
  if (known?.state === 'pending') return pending(turn);
  if (rejections >= maxTurns)
    throw rejected(
      turn,
      [
        {
          pointer: '',
          rule: 'agis/turns',
          detail: `${maxTurns} proposals were rejected in this session: let a person decide`,
        },
      ],
      { escalate: true },
    );
  return undefined;
}

async function weigh(turn: Turn): Promise<HttpReply> {
  const { ports, context, stored, document, proposal } = turn;
  const offered = classesOf(document.data_manifest);
  const wanted = offered.find(({ class: name }) => name === proposal.dataClass);
  const objections = wanted === undefined ? [notInManifest(proposal)] : [];
  if (wanted === undefined) return refuse(turn, objections, offered);
  const binding = await readBinding(ports.store.designs, stored.entry.id, proposal.dataClass);
  if (!isAuthorized(context.caller, stored, wanted, binding)) return unauthorized(turn, 'this class');
  if (proposal.persistence === 'persistent' && !canChange(context.caller, stored.entry))
    return unauthorized(turn, 'a persistent endpoint');
  if (binding === undefined)
    return refuse(
      turn,
      [{ pointer: '/data_class', rule: 'agis/class-unbound', detail: 'this class has no data source yet' }],
      offered,
    );
  const proposed = { endpoint: proposal.endpoint, document, binding };
  const found = await ports.checking.evaluateProposal(proposed, context.caller.subject);
  if (found.length > 0) return refuse(turn, found, offered);
  const needsPerson = binding.approval === 'person' && !canChange(context.caller, stored.entry);
  return needsPerson ? wait(turn) : open(turn);
}

function notInManifest({ dataClass }: Proposal): Objection {
  return {
    pointer: '/data_class',
    rule: 'AGIS-MAN-02',
    detail: `the service has no class '${dataClass.slice(0, 80)}'`,
  };
}

function unauthorized({ negotiationId, context }: Turn, what: string): HttpReply {
  const known = context.caller.kind !== 'anonymous';
  const detail = known
    ? `Your credential does not allow ${what}: its owner grants it to callers and scopes.`
    : `Authenticate to use ${what}: send an API key or an access token.`;
  const body = { status: 262, negotiation_id: negotiationId, mechanism: known ? 'grant' : 'bearer', detail };
  return jsonReply(body, {
    status: 262,
    headers: { ...headersOf(negotiationId), ...(known ? {} : { 'WWW-Authenticate': 'Bearer' }) },
  });
}

async function refuse(turn: Turn, objections: readonly Objection[], offered: readonly OfferedClass[]): Promise<never> {
  const { proposal } = turn;
  const reason = objections
    .map(({ detail }) => detail)
    .join('; ')
    .slice(0, 500);
  const record = turn.dryRun ? await sessionRecord(turn) : await settle(turn, { state: 'rejected', reason });
  const left = Math.max(0, maxTurns - readState(record?.document).rejections);
  throw rejected(turn, objections, {
    alternatives: offered.filter(({ class: name }) => name !== proposal.dataClass).map(({ class: name }) => name),
    turns_left: left,
    ...(left === 0 ? { escalate: true } : {}),
  });
}

/** A detail about a member starts with "is" or "must"; in a sentence it needs the member's name. */
function sentenceOf({ pointer, detail }: Objection): string {
  const name = pointer.split('/').at(-1) ?? '';
  return /^(?:is|must) /.test(detail) && name !== '' ? `'${name.slice(0, 80)}' ${detail}` : detail;
}

function rejected({ negotiationId }: Turn, objections: readonly Objection[], members: JsonObject): Failure {
  const [first] = objections;
  return new Failure('PROPOSAL_REJECTED', {
    message: `The proposed endpoint was not created: ${objections.map(sentenceOf).join('; ')}`.slice(0, 2_000),
    headers: headersOf(negotiationId),
    members: {
      negotiation_id: negotiationId,
      ...(first === undefined ? {} : { rule: first.rule, ...(first.pass === undefined ? {} : { pass: first.pass }) }),
      ...members,
    },
    fieldErrors: objections.map(({ pointer, rule, detail }) => ({
      field: pointer.slice(1).replaceAll('/', '.'),
      pointer,
      code: rule,
      detail,
    })),
  });
}

async function wait(turn: Turn): Promise<HttpReply> {
  if (turn.dryRun) return foresee(turn, 'pending');
  await settle(turn, { state: 'pending' });
  return pending(turn);
}

function pending({ negotiationId }: Turn): HttpReply {
  const body = {
    status: 261,
    negotiation_id: negotiationId,
    estimated_seconds: 60,
    detail: 'A person reviews the proposal; send it again with the Negotiation-ID.',
  };
  return jsonReply(body, { status: 261, headers: { ...headersOf(negotiationId), 'Retry-After': '60' } });
}

async function open(turn: Turn): Promise<HttpReply> {
  const { ports, proposal, stored, context } = turn;
  if (turn.dryRun) return foresee(turn, 'opened');
  const negotiation: Negotiation = {
    id: turn.negotiationId,
    state: 'opened',
    dataClass: proposal.dataClass,
    endpoint: proposal.endpoint,
    persistent: proposal.persistence === 'persistent',
  };
  if (negotiation.persistent)
    await ports.keep({ stored, caller: context.caller, traceId: context.traceId }, negotiation);
  else await settle(turn, { state: 'opened' });
  return opened(turn, negotiation);
}

/** What the proposal would do; the same limits reject it. */
async function foresee(turn: Turn, outcome: 'opened' | 'pending'): Promise<HttpReply> {
  const { proposal, stored } = turn;
  const isPersistent = proposal.persistence === 'persistent';
  if (outcome === 'opened' && isPersistent) requireFree(stored.entry, operationOf(stored.entry.id, proposal));
  else await requireSession(turn);
  const duration = isPersistent ? 'permanently' : 'for this session';
  const changes = [
    outcome === 'opened'
      ? `Opens an endpoint of the class ${proposal.dataClass} ${duration}.`
      : `Stores the proposal for the class ${proposal.dataClass}, which a person reviews.`,
  ];
  const body = { dry_run: true, would_change: true, reversible: true, outcome, changes };
  return jsonReply(body, { headers: { 'Cache-Control': 'private, no-store' } });
}

function opened({ negotiationId, stored }: Turn, { endpoint, persistent }: Negotiation): HttpReply {
  const body: JsonObject = {
    ...endpoint,
    proposed: true,
    scope_required: 'agents:invoke',
    expires: persistent ? 'never' : 'session',
  };
  const location = `/agents/${encodeURIComponent(stored.entry.id)}/agis${String(endpoint.path)}`;
  return jsonReply(body, { status: 263, headers: { ...headersOf(negotiationId), 'Content-Location': location } });
}

/** The session of this turn, if there is one. */
function sessionRecord(turn: Turn): Promise<SessionRecord | undefined> {
  const { store, steady } = turn.ports;
  return store.sessions.read(sessionOf(turn), timestamp(steady));
}

/** Rejects a new session above the limit. */
async function requireSession(turn: Turn): Promise<void> {
  const { store, steady } = turn.ports;
  if ((await sessionRecord(turn)) !== undefined) return;
  if ((await store.sessions.count(turn.context.caller.subject, timestamp(steady))) < maxSessions) return;
  throw new Failure('CONFLICT', {
    message: `A caller may have at most ${maxSessions} sessions at once; wait until some of them expire.`,
  });
}

/** Stores the outcome of a turn in the session; rejects a session above the limit. */
async function settle(turn: Turn, outcome: Pick<Negotiation, 'state' | 'reason'>): Promise<SessionRecord | undefined> {
  const { ports, context, stored, proposal, negotiationId } = turn;
  const { sessions } = ports.store;
  const id = sessionOf(turn);
  const owner = context.caller.subject;
  await requireSession(turn);
  const negotiation: Negotiation = {
    id: negotiationId,
    dataClass: proposal.dataClass,
    endpoint: proposal.endpoint,
    persistent: proposal.persistence === 'persistent',
    ...outcome,
  };
  const expiresAt = new Date(ports.steady.now() + ports.sessionSeconds * 1_000).toISOString();
  const record = await sessions.change(
    id,
    (current) => {
      const state = withNegotiation(readState(current?.document), negotiation);
      const rejections = state.rejections + (outcome.state === 'rejected' ? 1 : 0);
      return { id, entryId: stored.entry.id, owner, expiresAt, document: writeState({ ...state, rejections }) };
    },
    timestamp(ports.steady),
  );
  await audit(turn, outcome.state);
  return record;
}

async function audit({ ports, context, stored }: Turn, state: string): Promise<void> {
  const { caller, traceId } = context;
  const outcome = state === 'rejected' ? 'refused' : 'done';
  await ports.store.audit.append({
    at: timestamp(ports.clock),
    actor: caller.subject,
    action: 'agis.propose',
    target: stored.entry.id,
    outcome,
    code: state === 'rejected' ? 'PROPOSAL_REJECTED' : '',
    traceId,
  });
}

function sessionOf({ context, stored, proposal }: Turn): string {
  return sessionIdOf(context.caller.subject, stored.entry.id, proposal.sessionId);
}

function headersOf(negotiationId: string): Record<string, string> {
  return { 'Negotiation-ID': negotiationId, 'Cache-Control': 'private, no-store' };
}
