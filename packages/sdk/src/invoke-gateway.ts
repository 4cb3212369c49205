/** A gateway call as a request: the body is the input, everything else is in headers. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { checkShape } from './check-shape.js';
import { headerValue } from './credential.js';
import { clientError } from './dragoman-error.js';
import { invalidInput } from './invalid-input.js';
import type { InvokeOptions } from './invocation.js';
import { chooseOperation } from './operation-of.js';
import type { Outgoing, Transport } from './transport.js';
import { cancelPreference } from './transport.js';
import { evaluateTrust } from './trust.js';

/** Options beyond a plain call. */
export interface GatewayOptions {
  dryRun?: boolean;
  stream?: boolean;
  async?: boolean;
  /** Webhook URL for the end of an asynchronous call. */
  webhook?: string;
  /** The input is an array of inputs. */
  batch?: boolean;
}

/** A gateway call that is ready to send. */
export interface GatewayCall {
  outgoing: Outgoing;
  idempotencyKey?: string;
}

/** Prepares a gateway call. */
export function gatewayCall(
  transport: Transport,
  { id, input }: { id: string; input: JsonValue },
  options: InvokeOptions,
  mode: GatewayOptions,
): GatewayCall {
  const harmless = checkAhead(input, options, mode)?.idempotent === true || mode.dryRun === true;
  const key = keyOf(transport, options, harmless, mode);
  const selected = select(id, input, options.operation);
  return {
    ...(key === undefined ? {} : { idempotencyKey: key }),
    outgoing: {
      method: 'POST',
      ...selected,
      headers: { ...headersOf(options, mode), ...(key === undefined ? {} : { 'idempotency-key': key }) },
      repeatable: harmless || key !== undefined,
      ...(mode.stream === true ? { accept: 'text/event-stream, application/json;q=0.5' } : {}),
    },
  };
}

/** With metadata, common errors are found before anything is sent; returns the operation. */
function checkAhead(input: JsonValue, { agent, operation, trust }: InvokeOptions, mode: GatewayOptions) {
  if (agent === undefined) return undefined;
  const verdict = evaluateTrust(agent, trust ?? {});
  if (!verdict.trusted) {
    throw clientError('UNTRUSTED_AGENT', { message: `The service was not called: ${verdict.reasons.join(', ')}.` });
  }
  const chosen = chooseOperation(agent, operation);
  const schema = mode.batch === true ? { type: 'array', items: chosen.inputs } : chosen.inputs;
  const { problems } = checkShape(schema, input);
  if (problems.length > 0) throw invalidInput(problems);
  return chosen;
}

/** An idempotent call needs no key; an asynchronous call does, because it would run twice. */
function keyOf(transport: Transport, { idempotencyKey }: InvokeOptions, harmless: boolean, mode: GatewayOptions) {
  if (mode.dryRun === true || idempotencyKey === false) return undefined;
  if (idempotencyKey !== undefined) return headerValue(idempotencyKey, 'idempotency key');
  return harmless && mode.async !== true ? undefined : transport.newId();
}

/**
 * AIDIP puts the operation name next to the inputs, which every gateway supports; when the input has no room for it,
 * the name goes into the URL (aidip.md GAP-27).
 */
function select(id: string, input: JsonValue, operation: string | undefined): Pick<Outgoing, 'to' | 'body'> {
  if (operation === undefined) return { to: ['agents', id, 'invoke'], body: input };
  if (!isJsonObject(input) || Object.hasOwn(input, 'operation')) {
    return { to: ['agents', id, 'invoke', operation], body: input };
  }
  return { to: ['agents', id, 'invoke'], body: { operation, ...input } };
}

function preferenceOf({ signal }: InvokeOptions, { async }: GatewayOptions): { prefer?: string } {
  if (async === true) return { prefer: 'respond-async' };
  return signal === undefined ? {} : { prefer: cancelPreference };
}

function headersOf(options: InvokeOptions, mode: GatewayOptions): Record<string, string> {
  const { confirm, requestId, credentials = {} } = options;
  if (credentials.token === undefined && Object.keys(credentials).length > 0) {
    throw clientError('INVALID_ARGUMENT', {
      message: 'The gateway forwards only a token for the service; store other credentials at the gateway.',
    });
  }
  return {
    ...(mode.dryRun === true ? { 'x-dry-run': 'true' } : {}),
    ...preferenceOf(options, mode),
    ...(mode.webhook === undefined ? {} : { 'x-webhook-url': mode.webhook }),
    ...(confirm === undefined ? {} : { 'x-confirm': headerValue(confirm, 'confirmation') }),
    ...(requestId === undefined ? {} : { 'x-request-id': headerValue(requestId, 'request id') }),
    ...(credentials.token === undefined
      ? {}
      : { 'x-agent-authorization': `Bearer ${headerValue(credentials.token, 'token')}` }),
  };
}
