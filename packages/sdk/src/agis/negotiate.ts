/**
 * Asks a service for an unpublished endpoint: PROPOSE over the HTTP binding, at most three turns. Published endpoints
 * come first, and the manifest sets the limits; an opened endpoint is validated before use.
 */
import type { AgisValidator, MappedEndpoint } from '@dragoman/agis';
import { mapService, parseAgis } from '@dragoman/agis';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from '../dragoman-error.js';
import type { CallOptions, Incoming, Transport } from '../transport.js';
import type { DiscoveredService } from './discover-service.js';

/** The request. */
export interface Proposal {
  /** Data class of the manifest that the endpoint would expose. */
  dataClass: string;
  /** A complete endpoint: method, path, semantic, input, output, errors. */
  endpoint: JsonObject;
  /** Binds the endpoint to one session; the same text for every turn and every call. */
  sessionId: string;
  scopeRequested?: string;
  /** `persistent` needs more than ordinary authorization. */
  persistence?: 'session' | 'persistent';
}

/** The outcome. */
export type Negotiated =
  | { outcome: 'instantiated'; negotiationId: string; endpoint: MappedEndpoint; definition: JsonObject }
  | { outcome: 'authorization'; negotiationId: string; detail: string }
  | { outcome: 'rejected'; reason: string; alternatives: readonly string[]; turnsLeft: number }
  | { outcome: 'pending'; negotiationId: string };

/** Dependencies of a negotiation. */
export interface NegotiationPorts {
  transport: Transport;
  validator: AgisValidator;
}

/** Maximum number of turns per proposal before a person must review it. */
export const mostTurns = 3;
const mostPolls = 10;
const longestPollMs = 10_000;

/** Rejects proposals that are unnecessary or impossible, before anything is sent. */
export function checkProposal({ service, endpoints }: DiscoveredService, { dataClass, endpoint }: Proposal): void {
  const method = String(endpoint.method ?? '').toUpperCase();
  const blank = (path: unknown) => String(path ?? '').replace(/\{[^{}]*\}/g, '{}');
  if (endpoints.some((each) => each.method === method && blank(each.path) === blank(endpoint.path))) {
    throw clientError('INVALID_ARGUMENT', {
      message: `${service.namespace} already publishes ${method} ${String(endpoint.path)}; call it.`,
    });
  }
  if (!service.negotiable)
    throw clientError('INVALID_ARGUMENT', { message: `${service.namespace} does not negotiate.` });
  if (service.classes.some(({ name }) => name === dataClass)) return;
  const offered = service.classes.map(({ name }) => name).join(', ');
  throw clientError('INVALID_ARGUMENT', {
    message: `${service.namespace} has no class '${dataClass}'; it offers: ${offered}.`,
  });
}

/** One turn: sends the proposal, waits while it is evaluated, and reads the response. */
export async function propose(
  ports: NegotiationPorts,
  discovered: DiscoveredService,
  proposal: Proposal,
  call: CallOptions & { negotiationId?: string; turn?: number } = {},
): Promise<Negotiated> {
  const { negotiationId, turn = 1, ...options } = call;
  if (turn > mostTurns)
    throw clientError('ESCALATION_NEEDED', {
      message: `No agreement after ${mostTurns} turns: let a person decide.`,
    });
  checkProposal(discovered, proposal);
  let known = negotiationId;
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const answer = await sendProposal(ports, proposal, known, options);
    const read = readOutcome(answer, { ports, discovered, turn });
    if (read.outcome !== 'pending') return read;
    known = read.negotiationId;
    await ports.transport.sleep(Math.min(longestPollMs, waitOf(answer)), options.signal);
  }
  throw clientError('TIMED_OUT', { message: 'The service is still evaluating the proposal.' });
}

function sendProposal(
  { transport }: NegotiationPorts,
  proposal: Proposal,
  negotiationId: string | undefined,
  options: CallOptions,
): Promise<Incoming> {
  const { dataClass, endpoint, sessionId, scopeRequested, persistence = 'session' } = proposal;
  return transport.send({
    ...options,
    method: 'POST',
    to: new URL(transport.base.href.replace(/\/+$/, '')),
    body: {
      proposal: endpoint,
      data_class: dataClass,
      session_id: sessionId,
      persistence,
      ...(scopeRequested === undefined ? {} : { scope_requested: scopeRequested }),
    },
    headers: {
      'x-agis-method': 'PROPOSE',
      'x-agis-grammar': 'AGIS/1.0',
      ...(negotiationId === undefined ? {} : { 'negotiation-id': negotiationId }),
    },
    repeatable: false,
    expected: [460],
  });
}

interface Reading {
  ports: NegotiationPorts;
  discovered: DiscoveredService;
  turn: number;
}

function readOutcome({ status, body, headers }: Incoming, { ports, discovered, turn }: Reading): Negotiated {
  const answer = isJsonObject(body) ? (body as JsonObject) : {};
  const negotiationId = headers.get('negotiation-id') ?? textOf(answer.negotiation_id);
  if (status === 261) return { outcome: 'pending', negotiationId };
  if (status === 262) return { outcome: 'authorization', negotiationId, detail: textOf(answer.detail) };
  if (status === 460) {
    const listed = Array.isArray(answer.alternatives)
      ? answer.alternatives.filter((each): each is string => typeof each === 'string')
      : [];
    return {
      outcome: 'rejected',
      reason: textOf(answer.detail),
      alternatives: listed,
      turnsLeft: Math.max(0, mostTurns - turn),
    };
  }
  if (status !== 263) throw clientError('INVALID_RESPONSE', { message: `PROPOSE returned status ${status}.`, status });
  const definition = isJsonObject(answer.endpoint) ? answer.endpoint : answer;
  return {
    outcome: 'instantiated',
    negotiationId,
    definition,
    endpoint: takeEndpoint(definition, ports.validator, discovered),
  };
}

/** The opened endpoint, validated against the same grammar as a published one. */
function takeEndpoint(
  definition: JsonObject,
  validator: AgisValidator,
  { document }: DiscoveredService,
): MappedEndpoint {
  const { expires: _expires, scope_required: _scope, proposed: _proposed, ...endpoint } = definition;
  const whole = {
    ...document,
    endpoints: [endpoint],
    vocabulary: {
      ...(isJsonObject(document.vocabulary) ? document.vocabulary : {}),
      declared_verbs: [endpoint.method ?? ''],
    },
  };
  const { value } = parseAgis(new TextEncoder().encode(JSON.stringify(whole)), { syntax: 'json' });
  const report = value === undefined ? undefined : validator.validate(value);
  const [mapped] = report?.conforms === true ? mapService(whole, report.findings).endpoints : [];
  if (mapped !== undefined) return mapped;
  const first = report?.findings.find(({ severity }) => severity === 'error');
  throw clientError('DISCOVERY_FAILED', {
    message: `The opened endpoint does not conform: ${first?.message ?? 'it is not an endpoint'}`,
  });
}

function waitOf({ headers, body }: Incoming): number {
  const seconds = Number(headers.get('retry-after') ?? (isJsonObject(body) ? body.estimated_seconds : undefined) ?? 1);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 1_000;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.slice(0, 1_000) : '';
}
