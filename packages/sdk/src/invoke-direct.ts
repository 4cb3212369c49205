/**
 * A call straight to the agent's own address, as its metadata describes it (AIDIP -01 §5.1): the address as it stands,
 * the header that it demands, the inputs without a wrapper. Everything that stands against the call is found first.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { RegisteredAgent } from './agent-document.js';
import { checkShape } from './check-shape.js';
import { headerValue } from './credential.js';
import { clientError } from './dragoman-error.js';
import { invalidInput } from './invalid-input.js';
import type { InvokeOptions } from './invocation.js';
import type { ChosenOperation } from './operation-of.js';
import { chooseOperation } from './operation-of.js';
import type { ClientCertificate } from './prepare-call.js';
import { prepareCall } from './prepare-call.js';
import type { Fetch, Outgoing, Transport } from './transport.js';

/** Makes a fetch that shows a certificate in the TLS handshake. */
export type CertificateFetch = (certificate: ClientCertificate) => Fetch;

/** A direct call that may leave. */
export interface DirectCall {
  outgoing: Outgoing;
  operation: ChosenOperation;
  origin: string;
  idempotencyKey?: string;
}

/** What making direct calls needs. */
export interface DirectPorts {
  transport: Transport;
  certificateFetch: CertificateFetch | undefined;
}

/** Prepares a direct call, or throws what stands against it before anything is sent. */
export function directCall(
  { transport, certificateFetch }: DirectPorts,
  agent: RegisteredAgent,
  input: JsonValue,
  options: InvokeOptions,
): DirectCall {
  const operation = chooseOperation(agent, options.operation);
  const address = { url: transport.base, allowInsecure: transport.allowInsecure };
  const endpoint = operation.endpoint ?? agent.endpoint;
  const atGateway = leadsToGateway(endpoint, transport.base);
  const { credentials, trust, requestId } = options;
  const prepared = prepareCall(
    // The gateway has its own way to prove itself to the agent; what it asks of its callers is their key for it.
    { ...agent, endpoint, ...(atGateway ? { authentication: { type: 'none' } } : {}) },
    { ...(credentials === undefined ? {} : { credentials }), ...(trust === undefined ? {} : { trust }) },
    address,
  );
  const { problems } = checkShape(operation.inputs, input);
  if (problems.length > 0) throw invalidInput(problems);
  const key = keyFor(operation, transport, options);
  const fetch = fetchFor(prepared.certificate, certificateFetch);
  return {
    operation,
    origin: new URL(prepared.url).origin,
    ...(key === undefined ? {} : { idempotencyKey: key }),
    outgoing: {
      method: 'POST',
      to: new URL(prepared.url),
      body: bodyOf(operation, input),
      headers: {
        ...prepared.headers,
        ...(key === undefined ? {} : { 'idempotency-key': headerValue(key, 'idempotency key') }),
        ...(requestId === undefined ? {} : { 'x-request-id': headerValue(requestId, 'request id') }),
      },
      repeatable: operation.idempotent === true || key !== undefined,
      credential: atGateway,
      ...(fetch === undefined ? {} : { fetch }),
    },
  };
}

/**
 * True for an invocation address of the registry itself (AIDIP-GATE-04). Only there may the registry's credential go:
 * an agent whose address is any other place of the registry would have callers do what only they may do.
 */
function leadsToGateway(endpoint: string, base: URL): boolean {
  if (!URL.canParse(endpoint, base.href)) return false;
  const { origin, pathname } = new URL(endpoint, base);
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return false;
  return /^agents\/[^/]+\/invoke(\/[^/]+)?$/.test(pathname.slice(base.pathname.length));
}

/** An agent that says it honours keys gets one; to others only a key that the caller vouches for is sent. */
function keyFor(operation: ChosenOperation, transport: Transport, { idempotencyKey }: InvokeOptions) {
  if (idempotencyKey === false) return undefined;
  return idempotencyKey ?? (operation.takesKey ? transport.newId() : undefined);
}

function fetchFor(certificate: ClientCertificate | undefined, make: CertificateFetch | undefined): Fetch | undefined {
  if (certificate === undefined) return undefined;
  if (make !== undefined) return make(certificate);
  throw clientError('CREDENTIAL_MISSING', {
    message: 'The agent demands a client certificate, and this client has no certificateFetch to show one with.',
  });
}

/** Flat, with the operation's name beside the inputs only where several share one address (aidip.md GAP-27). */
function bodyOf({ name, endpoint, several }: ChosenOperation, input: JsonValue): JsonValue {
  if (name === undefined || endpoint !== undefined || !several) return input;
  if (!isJsonObject(input)) {
    throw clientError('INVALID_ARGUMENT', {
      message: 'The agent tells its operations apart by a member of the input, so the input must be an object.',
    });
  }
  if (Object.hasOwn(input, 'operation')) {
    throw clientError('INVALID_ARGUMENT', {
      message: 'The input has a member "operation" of its own; call the agent through the gateway.',
    });
  }
  return { operation: name, ...input };
}
