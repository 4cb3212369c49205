/**
 * Calls one endpoint over the HTTP binding (AGIS §10.1). The gates stand here, so that no way leads around them: input
 * against the contract, confidence against its threshold, a person's word before what cannot be undone.
 */
import type { MappedEndpoint, VerifiedTransition } from '@dragoman/agis';
import { thresholdOf, verifyTransitions } from '@dragoman/agis';
import type { SchemaProblem } from '@dragoman/documents';
import { compileSchema } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { clientError } from '../dragoman-error.js';
import type { CallOptions, Incoming, Transport } from '../transport.js';

/** How a call is made. */
export interface EndpointCallOptions extends CallOptions {
  /** How sure the agent is that this is what the user wants, 0..1; without it a person must have decided. */
  confidence?: number;
  /** True when a person has seen this very call and agreed. */
  confirmed?: boolean;
  /** The same for every attempt of one call; made up unless given. */
  idempotencyKey?: string;
  /** Session in which the endpoint was negotiated. */
  sessionId?: string;
  /** Asks what would happen, without doing it, where the service can tell. */
  dryRun?: boolean;
}

/** What a call brought. */
export interface EndpointAnswer {
  status: number;
  output: JsonValue;
  /** Ways in which the output breaks its contract; empty when it keeps to it. */
  problems: readonly SchemaProblem[];
  /** Each declared change of state against what the answer shows. */
  transitions: readonly VerifiedTransition[];
  /** True when no declared change was contradicted. */
  asDeclared: boolean;
  attempts: number;
}

/** Calls an endpoint of the service behind the transport. */
export async function callEndpoint(
  transport: Transport,
  endpoint: MappedEndpoint,
  input: JsonObject,
  options: EndpointCallOptions = {},
): Promise<EndpointAnswer> {
  checkGates(endpoint, options);
  checkInput(endpoint, input);
  const { idempotent } = endpoint;
  const { signal } = options;
  const answer = await transport.send({
    method: 'POST',
    to: new URL(`${transport.base.href.replace(/\/+$/, '')}${fillPath(endpoint.path, input)}`),
    body: input,
    headers: headersFor(endpoint, options, transport),
    // A network fault leaves open whether it was done; only what is idempotent may be sent again.
    repeatable: idempotent,
    ...(signal === undefined ? {} : { signal }),
  });
  return readAnswer(endpoint, answer);
}

/** Refuses a call that a person has to decide on first. */
export function checkGates(endpoint: MappedEndpoint, { confidence, confirmed = false }: EndpointCallOptions): void {
  if (confirmed) return;
  const { label, actor, impact } = endpoint;
  if (actor !== 'agent')
    throw clientError('ESCALATION_NEEDED', {
      message: `${label} is for ${actor === 'user' ? 'a person' : 'an automated process'}, not for an agent alone.`,
    });
  if (impact === 'irreversible')
    throw clientError('CONFIRMATION_NEEDED', {
      message: `${label} cannot be undone: a person has to agree to this very call first.`,
    });
  const threshold = thresholdOf(endpoint);
  if (confidence !== undefined && confidence >= threshold) return;
  const said = confidence === undefined ? 'No confidence was stated' : `Confidence ${confidence} was stated`;
  throw clientError('ESCALATION_NEEDED', { message: `${said}; ${label} asks for ${threshold}: let a person decide.` });
}

function checkInput({ label, input: schema }: MappedEndpoint, input: JsonObject): void {
  const problems = compileSchema(schema).validate(input);
  if (problems.length === 0) return;
  throw clientError('INVALID_ARGUMENT', {
    message: `The input does not fit ${label}; nothing was sent.`,
    fieldErrors: problems.map(({ pointer, keyword, message }) => ({
      field: pointer.slice(1).replaceAll('/', '.'),
      pointer,
      code: keyword,
      detail: message,
    })),
  });
}

function headersFor(
  { method, service }: MappedEndpoint,
  options: EndpointCallOptions,
  transport: Transport,
): Record<string, string> {
  const { confidence, dryRun = false, idempotencyKey, sessionId } = options;
  const namespace = /^[\x21-\x7e]{1,200}$/.test(service.namespace) ? { 'x-agis-namespace': service.namespace } : {};
  return {
    'x-agis-method': method,
    'x-agis-grammar': 'AGIS/1.0',
    ...namespace,
    'idempotency-key': idempotencyKey ?? transport.newId(),
    ...(confidence === undefined ? {} : { 'x-agis-confidence': String(confidence) }),
    ...(sessionId === undefined ? {} : { 'session-id': sessionId }),
    ...(dryRun ? { 'x-dry-run': 'true' } : {}),
  };
}

/** The path with its parameters; each stays one segment, whatever it holds. */
export function fillPath(template: string, input: JsonObject): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (text !== '' && text !== '.' && text !== '..') return encodeURIComponent(text);
    throw clientError('INVALID_ARGUMENT', { message: `The path needs '${name}' as a text or a number.` });
  });
}

function readAnswer(
  { output: schema, transitions }: MappedEndpoint,
  { status, body, attempts }: Incoming,
): EndpointAnswer {
  const output = (body ?? null) as JsonValue;
  const verified = verifyTransitions(transitions, output);
  return {
    status,
    output,
    problems: status === 204 ? [] : compileSchema(schema).validate(output),
    transitions: verified,
    asDeclared: verified.every(({ verdict }) => verdict !== 'contradicted'),
    attempts,
  };
}
