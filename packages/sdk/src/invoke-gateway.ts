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
import { judgeTrust } from './trust.js';

/** Options beyond a plain call. */
export interface GatewayWishes {
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
  wishes: GatewayWishes,
): GatewayCall {
  const harmless = checkAhead(input, options, wishes)?.idempotent === true || wishes.dryRun === true;
  const key = keyOf(transport, options, harmless, wishes);
  const selected = select(id, input, options.operation);
  return {
    ...(key === undefined ? {} : { idempotencyKey: key }),
    outgoing: {
      method: 'POST',
      ...selected,
      headers: { ...headersOf(options, wishes), ...(key === undefined ? {} : { 'idempotency-key': key }) },
      repeatable: harmless || key !== undefined,
      ...(wishes.stream === true ? { accept: 'text/event-stream, application/json;q=0.5' } : {}),
    },
  };
}

/** With metadata, common errors are found before anything is sent; returns the operation. */
function checkAhead(input: JsonValue, { agent, operation, trust }: InvokeOptions, wishes: GatewayWishes) {
  if (agent === undefined) return undefined;
  const verdict = judgeTrust(agent, trust ?? {});
  if (!verdict.trusted) {
    throw clientError('UNTRUSTED_AGENT', { message: `The service was not called: ${verdict.reasons.join(', ')}.` });
  }
  const chosen = chooseOperation(agent, operation);
  const schema = wishes.batch === true ? { type: 'array', items: chosen.inputs } : chosen.inputs;
  const { problems } = checkShape(schema, input);
  if (problems.length > 0) throw invalidInput(problems);
  return chosen;
}

/** An idempotent call needs no key; an asynchronous call does, because it would run twice. */
function keyOf(transport: Transport, { idempotencyKey }: InvokeOptions, harmless: boolean, wishes: GatewayWishes) {
  if (wishes.dryRun === true || idempotencyKey === false) return undefined;
  if (idempotencyKey !== undefined) return headerValue(idempotencyKey, 'idempotency key');
  return harmless && wishes.async !== true ? undefined : transport.newId();
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

function headersOf(options: InvokeOptions, wishes: GatewayWishes): Record<string, string> {
  const { confirm, requestId, credentials = {} } = options;
  if (credentials.token === undefined && Object.keys(credentials).length > 0) {
    throw clientError('INVALID_ARGUMENT', {
      message: 'The gateway forwards only a token for the service; store other credentials at the gateway.',
    });
  }
  return {
    ...(wishes.dryRun === true ? { 'x-dry-run': 'true' } : {}),
    ...(wishes.async === true ? { prefer: 'respond-async' } : {}),
    ...(wishes.webhook === undefined ? {} : { 'x-webhook-url': wishes.webhook }),
    ...(confirm === undefined ? {} : { 'x-confirm': headerValue(confirm, 'confirmation') }),
    ...(requestId === undefined ? {} : { 'x-request-id': headerValue(requestId, 'request id') }),
    ...(credentials.token === undefined
      ? {}
      : { 'x-agent-authorization': `Bearer ${headerValue(credentials.token, 'token')}` }),
  };
}
