/** Calls of services: plain, dry run, streamed, asynchronous, batch; through the gateway or directly. */
import type { JsonValue } from '@dragoman/model';
import type { RegisteredAgent } from './agent-document.js';
import { clientError } from './dragoman-error.js';
import { collectEvents, readEvents } from './event-stream.js';
import type { BatchAnswer, CallAnswer, CallPreview, CallStream, InvokeOptions } from './invocation.js';
import type { CertificateFetch, DirectCall } from './invoke-direct.js';
import { directCall } from './invoke-direct.js';
import type { GatewayOptions } from './invoke-gateway.js';
import { gatewayCall } from './invoke-gateway.js';
import type { LongCall, OperationCalls } from './operations.js';
import { readLongCall } from './operations.js';
import type { CallFacts } from './read-invocation.js';
import { provenanceOf, readAnswer, readBatch, readPreview } from './read-invocation.js';
import type { Outgoing, Transport } from './transport.js';

/** Calls a service; the return value depends on the options. */
export interface Invoke {
  /** Reports what the call would do, without executing it; gateway only. */
  (id: string, input: JsonValue, options: InvokeOptions & { dryRun: true }): Promise<CallPreview>;
  /** Returns the response as a stream of events. */
  (id: string, input: JsonValue, options: InvokeOptions & { stream: true }): Promise<CallStream>;
  /** Starts an asynchronous call at the gateway and returns at once with a handle. */
  (id: string, input: JsonValue, options: InvokeOptions & { async: true; webhook?: string }): Promise<LongCall>;
  /** Calls and waits for the result, also when the gateway switches to asynchronous processing. */
  (id: string, input: JsonValue, options?: InvokeOptions): Promise<CallAnswer>;
}

/** Calls a batch operation with several inputs at once; gateway only. */
export type InvokeBatch = (id: string, inputs: readonly JsonValue[], options?: InvokeOptions) => Promise<BatchAnswer>;

/** Dependencies. */
export interface InvokePorts {
  transport: Transport;
  operations: OperationCalls;
  certificateFetch: CertificateFetch | undefined;
  /** Reads the metadata of a service. */
  read(id: string, signal: AbortSignal | undefined): Promise<RegisteredAgent>;
}

/** Timeout of one attempt in milliseconds: a service may take longer than a registry. */
const defaultTimeoutMs = 60_000;

type InvokeModes = InvokeOptions & { dryRun?: boolean; stream?: boolean; async?: boolean; webhook?: string };

/** Creates both kinds of calls. */
export function createInvoke(ports: InvokePorts): { invoke: Invoke; invokeBatch: InvokeBatch } {
  const invoke = (id: string, input: JsonValue, options: InvokeModes = {}) => {
    if ([options.dryRun, options.stream, options.async].filter((invokeMode) => invokeMode === true).length > 1) {
      return Promise.reject(
        clientError('INVALID_ARGUMENT', { message: 'dryRun, stream and async cannot be combined.' }),
      );
    }
    return options.mode === 'direct'
      ? invokeDirectly(ports, id, input, options)
      : throughGateway(ports, id, input, options);
  };
  return {
    // The overloads map each option to its result type.
    invoke: invoke as Invoke,
    invokeBatch: (id, inputs, options = {}) => invokeMany(ports, id, inputs, options),
  };
}

async function throughGateway(ports: InvokePorts, id: string, input: JsonValue, options: InvokeModes) {
  const { transport } = ports;
  const mode = { ...options, stream: options.stream === true || options.onEvent !== undefined };
  const call = gatewayCall(transport, { id, input }, await informed(ports, id, options), mode);
  const facts: CallFacts = { agentId: id, direct: false, ...keyOf(call.idempotencyKey) };
  const outgoing = within(call.outgoing, options);
  if (options.stream === true) return openStream(transport, outgoing, facts);
  const { onEvent } = options;
  const incoming =
    onEvent === undefined ? await transport.send(outgoing) : await collectEvents(transport, outgoing, onEvent);
  if (options.dryRun === true) return readPreview(incoming, facts, input);
  if (incoming.status !== 202) {
    if (options.async !== true) return readAnswer(incoming, facts);
    throw clientError('INVALID_RESPONSE', {
      message: 'The gateway does not support asynchronous calls; it executed the call synchronously.',
      status: incoming.status,
    });
  }
  const accepted = readLongCall(incoming, ports.operations);
  if (options.async === true) return accepted;
  const answer = await accepted.wait(signalOf(options));
  return { ...answer, ...keyOf(call.idempotencyKey) };
}

/** Trust rules apply to the current metadata. */
async function informed(ports: InvokePorts, id: string, options: InvokeOptions): Promise<InvokeOptions> {
  if (options.trust === undefined || options.agent !== undefined) return options;
  return { ...options, agent: await ports.read(id, options.signal) };
}

async function invokeDirectly(ports: InvokePorts, id: string, input: JsonValue, options: InvokeModes) {
  if (options.dryRun === true || options.async === true || options.onEvent !== undefined) {
    throw clientError('INVALID_ARGUMENT', {
      message: 'Dry runs, asynchronous calls and onEvent need the gateway; a direct call supports none of them.',
    });
  }
  const { transport } = ports;
  const agent = options.agent ?? (await ports.read(id, options.signal));
  const call = directCall(ports, agent, input, options);
  const { outgoing, origin, operation } = call;
  const facts: CallFacts = {
    agentId: id,
    origin,
    direct: true,
    outputs: operation.outputs,
    ...keyOf(call.idempotencyKey),
  };
  if (options.stream === true) return openStream(transport, within(requestStream(call), options), facts);
  return readAnswer(await transport.send(within(outgoing, options)), facts);
}

/** Streaming is requested by a member of the input (aidip.md GAP-29). */
function requestStream({ outgoing }: DirectCall): Outgoing {
  const { body } = outgoing;
  const accept = 'text/event-stream, application/json;q=0.5';
  return { ...outgoing, accept, body: typeof body === 'object' && body !== null ? { ...body, stream: true } : body };
}

async function openStream(transport: Transport, outgoing: Outgoing, facts: CallFacts): Promise<CallStream> {
  const { response } = await transport.open(outgoing);
  const { headers } = response;
  return {
    kind: 'stream',
    mediaType: (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '',
    events: readEvents(response, { maxBytes: transport.maxResponseBytes, ...signalOf(outgoing) }),
    ...provenanceOf(headers, facts),
    ...keyOf(facts.idempotencyKey),
  };
}

async function invokeMany(ports: InvokePorts, id: string, inputs: readonly JsonValue[], options: InvokeOptions) {
  if (options.mode === 'direct') {
    throw clientError('INVALID_ARGUMENT', { message: 'A batch needs the gateway.' });
  }
  const mode: GatewayOptions = { batch: true };
  const known = await informed(ports, id, options);
  const { outgoing, idempotencyKey } = gatewayCall(ports.transport, { id, input: [...inputs] }, known, mode);
  const incoming = await ports.transport.send(within(outgoing, options));
  return readBatch(incoming, { agentId: id, direct: false, ...keyOf(idempotencyKey) }, inputs.length);
}

function within(outgoing: Outgoing, { signal, timeoutMs = defaultTimeoutMs }: InvokeOptions): Outgoing {
  return { ...outgoing, timeoutMs, ...(signal === undefined ? {} : { signal }) };
}

function signalOf({ signal }: { signal?: AbortSignal }): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

function keyOf(idempotencyKey: string | undefined): { idempotencyKey?: string } {
  return idempotencyKey === undefined ? {} : { idempotencyKey };
}
