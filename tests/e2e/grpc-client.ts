/** Calls the gRPC binding of A2A with `@grpc/grpc-js` and the messages of the official library, in the JSON form. */
import * as sdk from '@a2a-js/sdk';
import { fromGrpcError } from '@a2a-js/sdk/errors/grpc';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import * as grpc from '@grpc/grpc-js';

type Json = Record<string, unknown>;

/** How a call ended. */
export interface GrpcAnswer {
  result: Json;
  events: Json[];
  /** Status code of a call that failed. */
  code?: number;
  /** Reason that A2A defines. */
  reason?: string;
  error?: Json;
  metadata: grpc.Metadata;
}

const forms = sdk as unknown as Record<string, { fromJSON(json: Json): unknown; toJSON(value: unknown): Json }>;

const types: Record<string, [request: string, response?: string]> = {
  SendMessage: ['SendMessageRequest', 'SendMessageResponse'],
  SendStreamingMessage: ['SendMessageRequest', 'StreamResponse'],
  GetTask: ['GetTaskRequest', 'Task'],
  ListTasks: ['ListTasksRequest', 'ListTasksResponse'],
  CancelTask: ['CancelTaskRequest', 'Task'],
  SubscribeToTask: ['SubscribeToTaskRequest', 'StreamResponse'],
  CreateTaskPushNotificationConfig: ['TaskPushNotificationConfig', 'TaskPushNotificationConfig'],
  GetTaskPushNotificationConfig: ['GetTaskPushNotificationConfigRequest', 'TaskPushNotificationConfig'],
  ListTaskPushNotificationConfigs: [
    'ListTaskPushNotificationConfigsRequest',
    'ListTaskPushNotificationConfigsResponse',
  ],
  DeleteTaskPushNotificationConfig: ['DeleteTaskPushNotificationConfigRequest'],
  GetExtendedAgentCard: ['GetExtendedAgentCardRequest'],
};

/** What a call may set. */
export interface GrpcOptions {
  metadata?: Record<string, string>;
  /** Milliseconds. */
  deadline?: number;
  credentials?: grpc.ChannelCredentials;
  signal?: AbortSignal;
}

/** A call whose response is a stream, after its first event. */
export interface OpenGrpcStream {
  ended: Promise<GrpcAnswer>;
  cancel(): void;
}

function open(address: string, method: string, params: Json, options: GrpcOptions) {
  const client = new grpc.Client(address, options.credentials ?? grpc.credentials.createInsecure());
  const metadata = new grpc.Metadata();
  for (const [name, value] of Object.entries({ 'a2a-version': '1.0', ...options.metadata })) metadata.set(name, value);
  const definition = A2AService[`${method.charAt(0).toLowerCase()}${method.slice(1)}` as keyof typeof A2AService];
  const [request = '', response] = types[method] ?? [];
  const call = client.makeServerStreamRequest(
    definition.path,
    definition.requestSerialize as (value: unknown) => Buffer,
    definition.responseDeserialize as (bytes: Buffer) => unknown,
    forms[request]?.fromJSON(params),
    metadata,
    options.deadline === undefined ? {} : { deadline: Date.now() + options.deadline },
  );
  options.signal?.addEventListener('abort', () => call.cancel(), { once: true });
  const show = (value: unknown): Json => (response === undefined ? {} : (forms[response]?.toJSON(value) ?? {}));
  const ended = new Promise<GrpcAnswer>((resolve) => {
    const events: Json[] = [];
    let received = new grpc.Metadata();
    call.on('metadata', (given: grpc.Metadata) => {
      received = given;
    });
    call.on('data', (value: unknown) => events.push(show(value)));
    call.on('error', (error: grpc.ServiceError) => {
      client.close();
      const known = fromGrpcError(error, method) as { reason?: string };
      const reason = known.reason === undefined ? {} : { reason: known.reason };
      resolve({
        result: {},
        events,
        code: error.code,
        ...reason,
        error: { message: error.details },
        metadata: error.metadata,
      });
    });
    call.on('end', () => {
      client.close();
      resolve({ result: events[0] ?? {}, events, metadata: received });
    });
  });
  return { call, ended };
}

/** Calls a method and reads its response to the end. */
export function callGrpc(
  address: string,
  method: string,
  params: Json,
  options: GrpcOptions = {},
): Promise<GrpcAnswer> {
  return open(address, method, params, options).ended;
}

/** Calls a method and resolves with its first event. */
export async function openGrpcStream(
  address: string,
  method: string,
  params: Json,
  options: GrpcOptions = {},
): Promise<OpenGrpcStream> {
  const { call, ended } = open(address, method, params, options);
  await Promise.race([new Promise((resolve) => call.once('data', resolve)), ended]);
  return { ended, cancel: () => call.cancel() };
}

/** The address of the gRPC binding in the card of a service. */
export async function grpcAddressOf(origin: string, agent: string): Promise<string> {
  const card = (await (await fetch(`${origin}${agent}/.well-known/agent-card.json`)).json()) as {
    supportedInterfaces: { url: string; protocolBinding: string }[];
  };
  return card.supportedInterfaces.find(({ protocolBinding }) => protocolBinding === 'GRPC')?.url ?? '';
}
