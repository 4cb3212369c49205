/**
 * A direct call to the service's own URL, as its metadata describes it (AIDIP -01 §5.1): the URL as given, the required
 * header, the inputs without a wrapper. All checks run before anything is sent.
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

/** Creates a fetch function that presents a client certificate. */
export type CertificateFetch = (certificate: ClientCertificate) => Fetch;

/** A direct call that is ready to send. */
export interface DirectCall {
  outgoing: Outgoing;
  operation: ChosenOperation;
  origin: string;
  idempotencyKey?: string;
}

/** Dependencies. */
export interface DirectPorts {
  transport: Transport;
  certificateFetch: CertificateFetch | undefined;
}

/** Prepares a direct call, or throws the reason against it before anything is sent. */
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
    // The gateway authenticates to the service itself; its callers need only their registry key.
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
 * True for an invocation URL of the registry itself (AIDIP-GATE-04). The registry's credentials may only be sent there:
 * a service with any other registry URL could make callers perform privileged requests.
 */
function leadsToGateway(endpoint: string, base: URL): boolean {
  if (!URL.canParse(endpoint, base.href)) return false;
  const { origin, pathname } = new URL(endpoint, base);
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return false;
  return /^agents\/[^/]+\/invoke(\/[^/]+)?$/.test(pathname.slice(base.pathname.length));
}

/** A key is sent to services that declare support; to others only when the caller provides it. */
function keyFor(operation: ChosenOperation, transport: Transport, { idempotencyKey }: InvokeOptions) {
  if (idempotencyKey === false) return undefined;
  return idempotencyKey ?? (operation.takesKey ? transport.newId() : undefined);
}

function fetchFor(certificate: ClientCertificate | undefined, make: CertificateFetch | undefined): Fetch | undefined {
  if (certificate === undefined) return undefined;
  if (make !== undefined) return make(certificate);
  throw clientError('CREDENTIAL_MISSING', {
    message: 'The service requires a client certificate, but the client has no certificateFetch option.',
  });
}

/** Flat, with the operation's name next to the inputs only where several share one URL (aidip.md GAP-27). */
function bodyOf({ name, endpoint, several }: ChosenOperation, input: JsonValue): JsonValue {
  if (name === undefined || endpoint !== undefined || !several) return input;
  if (!isJsonObject(input)) {
    throw clientError('INVALID_ARGUMENT', {
      message: 'The service selects its operations by an input member, so the input must be an object.',
    });
  }
  if (Object.hasOwn(input, 'operation')) {
    throw clientError('INVALID_ARGUMENT', {
      message: 'The input has its own member "operation"; call the service through the gateway.',
    });
  }
  return { operation: name, ...input };
}
