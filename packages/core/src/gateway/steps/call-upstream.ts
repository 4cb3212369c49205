/**
 * The innermost step: the only one that sends a call. The caller's own credential stays here; the service gets the
 * gateway's, or the one that the caller brought for it (aidip.md GAP-31).
 */
import { createHash } from 'node:crypto';
import { accountOf } from '../../access/caller.js';
import type { Awaitable } from '../../documents/awaitable.js';
import type { GatewayStep, Outcome, TargetedCall, UpstreamLine } from '../call.js';
import { markDoubt, withDoubt } from '../doubt.js';
import { cleanAnswer, cleanFailure } from '../error-answer.js';
import { isRepeatable } from '../is-repeatable.js';
import type { GatewayPorts, GatewaySettings } from '../ports.js';
import type { Prepare } from '../prepare-call.js';
import type { PreparedCall } from '../prepared-call.js';
import { passOnHeaders, readAnswer } from '../read-answer.js';
import { asFailure, eventStreamType, relayStream } from '../relay-stream.js';
import type { UpstreamCredential, UpstreamRequest, UpstreamResponse } from '../upstream.js';
import { canChange, writeIntent } from '../write-intent.js';

export { isRepeatable } from '../is-repeatable.js';

/** Dependencies of the step. */
export interface CallUpstreamPorts extends Pick<GatewayPorts, 'upstream' | 'credentialsFor'> {
  prepare: Prepare;
  /** Maximum size of an answer that is read whole, in bytes. */
  answerBytes: number;
  errorDetails: GatewaySettings['errorDetails'];
}

/** Creates the step; it has no next one. */
export function createCallUpstream(ports: CallUpstreamPorts): GatewayStep {
  return (call) => {
    const prepared = ports.prepare(call);
    call.timeline?.enter('credential');
    const credential = credentialOf(ports, call);
    if (call.intend !== undefined && canChange(call)) return announce(ports, call, prepared, credential);
    return credential instanceof Promise
      ? credential.then((given) => leave(ports, call, prepared, given))
      : leave(ports, call, prepared, credential);
  };
}

/** The call leaves once its intent is stored; together with what else is stored before it leaves, if anything is. */
async function announce(
  ports: CallUpstreamPorts,
  call: TargetedCall,
  prepared: ReturnType<Prepare>,
  credential: Awaitable<UpstreamCredential | undefined>,
): Promise<Outcome> {
  const { onSend } = call;
  if (onSend === undefined) {
    call.timeline?.enter('intent');
    const [given] = await Promise.all([credential, writeIntent(call)]);
    return leave(ports, call, prepared, given);
  }
  const storeBoth = async () => {
    await Promise.all([onSend(), writeIntent(call)]);
  };
  return leave(ports, { ...call, signal: call.signal, onSend: storeBoth }, prepared, await credential);
}

function leave(
  ports: CallUpstreamPorts,
  call: TargetedCall,
  prepared: ReturnType<Prepare>,
  credential: UpstreamCredential | undefined,
): Promise<Outcome> {
  const { converse } = prepared.caller;
  if (converse === undefined) return sendOnce(ports, call, prepared, credential);
  const line = new Line(ports, call, credential);
  call.timeline?.enter('connect');
  const policy = { details: ports.errorDetails, credential };
  return converse(call, prepared.request, line).then(
    (outcome) => (outcome.kind === 'answer' ? cleanAnswer(call, markDoubt(call, outcome), policy) : outcome),
    (thrown) => {
      const clean = cleanFailure(thrown, policy);
      throw line.departed ? withDoubt(call, clean) : clean;
    },
  );
}

async function sendOnce(
  ports: CallUpstreamPorts,
  call: TargetedCall,
  { request, caller }: ReturnType<Prepare>,
  credential: UpstreamCredential | undefined,
): Promise<Outcome> {
  const trip: Trip = { departed: false };
  try {
    const response = noteResponse(call, await send(ports, call, { request, credential, trip }));
    if (isStream(call, response)) return toStream(call, response);
    call.timeline?.enter('answer');
    const { emptyAnswers: mayBeEmpty = false, acceptsText = false } = caller;
    const read = readAnswer(response, call, { bytes: ports.answerBytes, mayBeEmpty, acceptsText });
    const answer = read instanceof Promise ? await read : read;
    const converted = caller.readAnswer?.(call.target, answer) ?? answer;
    return cleanAnswer(call, markDoubt(call, converted), { details: ports.errorDetails, credential });
  } catch (thrown) {
    throw trip.departed ? withDoubt(call, thrown) : thrown;
  }
}

/** Whether a request that may take effect was sent. */
interface Trip {
  departed: boolean;
}

function noteResponse({ facts }: TargetedCall, response: UpstreamResponse): UpstreamResponse {
  facts.upstream = response.origin;
  facts.attempts = Math.max(facts.attempts ?? 0, response.attempts);
  facts.upstreamStatus = response.status;
  return response;
}

class Line implements UpstreamLine, Trip {
  departed = false;
  readonly answerBytes: number;
  readonly credentialIdentity: string | undefined;
  readonly #ports: CallUpstreamPorts;
  readonly #call: TargetedCall;
  readonly #credential: UpstreamCredential | undefined;

  constructor(ports: CallUpstreamPorts, call: TargetedCall, credential: UpstreamCredential | undefined) {
    this.answerBytes = ports.answerBytes;
    this.credentialIdentity = credential?.identity;
    this.#ports = ports;
    this.#call = call;
    this.#credential = credential;
  }

  async send(request: PreparedCall, how?: Parameters<UpstreamLine['send']>[1]): Promise<UpstreamResponse> {
    const sending: Sending = { request, credential: this.#credential, how, trip: this };
    return noteResponse(this.#call, await send(this.#ports, this.#call, sending));
  }

  depart(): Awaitable<void> {
    const { facts, onSend, timeline } = this.#call;
    const leave = () => {
      timeline?.enter('try');
      this.departed = true;
      facts.attempts = (facts.attempts ?? 0) + 1;
    };
    if (onSend === undefined) return leave();
    timeline?.enter('intent');
    return onSend().then(leave);
  }
}

function credentialOf(ports: CallUpstreamPorts, call: TargetedCall): Awaitable<UpstreamCredential | undefined> {
  if (call.agentAuthorization !== undefined) return { headers: { authorization: call.agentAuthorization } };
  return ports.credentialsFor(call);
}

interface Sending {
  request: PreparedCall;
  credential: UpstreamCredential | undefined;
  how?: Parameters<UpstreamLine['send']>[1];
  trip: Trip;
}

async function send(
  { upstream }: CallUpstreamPorts,
  call: TargetedCall,
  { request, credential, how, trip }: Sending,
): Promise<UpstreamResponse> {
  const { facts } = call;
  facts.upstream = request.origin ?? originOf(request.url);
  try {
    // A request that only polls has no effect.
    const wanted = requestFor(call, { request, credential, trip: how?.repeatable === true ? undefined : trip });
    if (how === undefined) return await upstream.send(wanted);
    // The ledger need not record it either.
    if (how.repeatable === true) delete wanted.onSend;
    if (how.signal !== undefined) delete wanted.hasLeft;
    return await upstream.send({ ...wanted, signal: how.signal ?? call.signal, ...how });
  } catch (thrown) {
    throw call.signal.aborted ? asFailure(thrown, call.signal) : thrown;
  }
}

interface Wanted extends Pick<Sending, 'request' | 'credential'> {
  trip: Trip | undefined;
}

function requestFor(call: TargetedCall, { request: prepared, credential, trip }: Wanted): UpstreamRequest {
  const request: UpstreamRequest = new CallRequest(call, prepared, trip);
  if (call.tracestate !== undefined) request.tracestate = call.tracestate;
  if (call.hasLeft !== undefined) request.hasLeft = call.hasLeft;
  if (prepared.body !== undefined) request.body = prepared.body;
  if (prepared.bytes !== undefined) request.bytes = prepared.bytes;
  if (prepared.grpc !== undefined) request.grpc = prepared.grpc;
  if (credential !== undefined) request.credential = credential;
  if (call.totalMs !== undefined) request.totalMs = call.totalMs;
  // An attempt with a listener sends its body in pieces, so only calls with a key have one.
  if (call.onSend !== undefined) request.onSend = call.onSend;
  return request;
}

/** The request of a call; its signal is the call's own, created on first access. A copy has to name it. */
class CallRequest implements UpstreamRequest {
  readonly account: string;
  readonly loginAt: string;
  readonly expectsLogin: boolean;
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly repeatable: boolean;
  readonly traceparent: string;
  readonly timeline: TargetedCall['timeline'];
  readonly onDeparture: () => void;
  readonly #call: TargetedCall;

  constructor(call: TargetedCall, { url, method, headers }: PreparedCall, trip: Trip | undefined) {
    const { facts, timeline } = call;
    this.account = accountOf(call.caller);
    this.loginAt = call.agentId;
    this.expectsLogin = call.target.operation.binding.kind === 'mcp';
    this.url = url;
    this.method = method;
    this.headers = headersFor(call, headers);
    this.repeatable = isRepeatable(call.target.operation, call);
    this.traceparent = call.traceparent;
    this.timeline = timeline;
    this.onDeparture = () => {
      timeline?.enter('try');
      if (trip !== undefined) trip.departed = true;
      facts.attempts = (facts.attempts ?? 0) + 1;
    };
    this.#call = call;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

function headersFor(call: TargetedCall, given: Readonly<Record<string, string>>): Record<string, string> {
  const { safety } = call.target.operation;
  const headers: Record<string, string> = {};
  for (const name in given) headers[name] = given[name] ?? '';
  if (call.wantsStream) headers.accept = `${eventStreamType}, application/json`;
  else headers.accept ??= 'application/json';
  if (call.requestId !== undefined) headers['x-request-id'] = call.requestId;
  if (call.dryRun) headers['x-dry-run'] = 'true';
  if (safety?.idempotencyKey === true && call.idempotencyKey !== undefined) {
    headers['idempotency-key'] = upstreamKey(call, call.idempotencyKey);
  }
  return headers;
}

/** Two callers may choose the same key, and the service sees one gateway: so the key is made specific to the caller. */
function upstreamKey(call: TargetedCall, key: string): string {
  const parts = [call.caller.subject, call.target.operation.id, key];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Media types whose parts are useful before the whole has arrived. */
const streamTypes: readonly string[] = [
  eventStreamType,
  'application/x-ndjson',
  'application/jsonl',
  'application/json-seq',
  'text/plain',
];

/** A text of known length is a whole answer, which can be checked. */
function isStream(call: TargetedCall, { status, mediaType, headers }: UpstreamResponse): boolean {
  if (!call.wantsStream || status < 200 || status > 299 || !streamTypes.includes(mediaType)) return false;
  return mediaType !== 'text/plain' || headers['content-length'] === undefined;
}

function toStream(call: TargetedCall, response: UpstreamResponse): Outcome {
  const { status, mediaType, headers } = response;
  call.timeline?.enter('stream');
  return { kind: 'stream', status, mediaType, headers: passOnHeaders(headers), ...relayStream(response, call) };
}
