/** Requests of A2A in its three bindings, and their responses in one form. */
import { expect } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { callGrpc, grpcAddressOf } from './grpc-client.js';

export type Json = Record<string, unknown>;

/** The bindings, as cards name them. */
export const bindings = ['JSONRPC', 'HTTP+JSON', 'GRPC'] as const;
export type Binding = (typeof bindings)[number];

/** How each method is sent over REST. */
const rest: Record<string, (params: Json) => [string, string, unknown?]> = {
  SendMessage: (params) => ['POST', '/message:send', params],
  SendStreamingMessage: (params) => ['POST', '/message:stream', params],
  GetTask: ({ id }) => ['GET', `/tasks/${id}`],
  ListTasks: (params) => ['GET', `/tasks?${new URLSearchParams(params as Record<string, string>)}`],
  CancelTask: ({ id }) => ['POST', `/tasks/${id}:cancel`, {}],
  SubscribeToTask: ({ id }) => ['POST', `/tasks/${id}:subscribe`, {}],
  GetExtendedAgentCard: () => ['GET', '/extendedAgentCard'],
  CreateTaskPushNotificationConfig: (params) => ['POST', `/tasks/${params.taskId}/pushNotificationConfigs`, params],
  GetTaskPushNotificationConfig: ({ taskId, id }) => ['GET', `/tasks/${taskId}/pushNotificationConfigs/${id}`],
  ListTaskPushNotificationConfigs: ({ taskId }) => ['GET', `/tasks/${taskId}/pushNotificationConfigs`],
  DeleteTaskPushNotificationConfig: ({ taskId, id }) => ['DELETE', `/tasks/${taskId}/pushNotificationConfigs/${id}`],
};

/** A response in the form that all bindings share. */
export interface Answered {
  result: Json;
  events: Json[];
  /** Code of JSON-RPC or status of HTTP. */
  code?: number;
  reason?: string;
  error?: Json;
  type: string;
}

/** Sends a method to an agent, given by its path. */
export type Ask = (agent: string, method: string, params: Json, headers?: Record<string, string>) => Promise<Answered>;

/** How methods are sent in each binding. */
export function createAsks(gateway: () => GatewayServer): Record<Binding, Ask> {
  return {
    async JSONRPC(agent, method, params, headers = {}) {
      const body = { jsonrpc: '2.0', id: 7, method, params };
      const {
        status,
        text,
        json,
        headers: got,
      } = await gateway().ask('POST', `${agent}/a2a`, body, { 'a2a-version': '1.0', ...headers });
      // A missing credential is reported by the transport.
      if (status === 401) return { events: [], result: {}, type: '', code: status, error: json };
      const events = eventsIn(text).map((event) => event.result as Json);
      if (events.length === 0) expect(json).toMatchObject({ jsonrpc: '2.0', id: 7 });
      const error = json.error as Json | undefined;
      const shared = { events, result: (json.result ?? {}) as Json, type: got.get('content-type') ?? '' };
      return error === undefined ? shared : { ...shared, error, code: error.code as number, ...reasonIn(error.data) };
    },
    async 'HTTP+JSON'(agent, method, params, headers = {}) {
      const [verb, path, body] = rest[method]?.(params) ?? ['GET', '/'];
      const {
        status,
        text,
        json,
        headers: got,
      } = await gateway().ask(verb, `${agent}/a2a${path}`, body, {
        'a2a-version': '1.0',
        ...headers,
      });
      const shared = { events: eventsIn(text), result: json, type: got.get('content-type') ?? '' };
      if (status < 300) return shared;
      const error = json.error as Json;
      return { ...shared, error, code: status, ...reasonIn(error.details) };
    },
    async GRPC(agent, method, params, headers = {}) {
      const address = await grpcAddressOf(gateway().url, agent);
      const given = { ...params, tenant: agent.slice('/agents/'.length) };
      const answered = await callGrpc(address, method, given, { metadata: { 'a2a-version': '1.0', ...headers } });
      return { ...answered, type: 'application/grpc' };
    },
  };
}

/** The events of a stream of server-sent events. */
export function eventsIn(text: string): Json[] {
  return [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '{}']) => JSON.parse(data) as Json);
}

function reasonIn(details: unknown): { reason?: string } {
  const info = Array.isArray(details)
    ? (details as Json[]).find(({ domain }) => domain === 'a2a-protocol.org')
    : undefined;
  return typeof info?.reason === 'string' ? { reason: info.reason } : {};
}

/** The codes of the errors that A2A defines (1.0 §5.4). */
export const codes = {
  TASK_NOT_FOUND: { JSONRPC: -32001, 'HTTP+JSON': 404, GRPC: 5 },
  TASK_NOT_CANCELABLE: { JSONRPC: -32002, 'HTTP+JSON': 400, GRPC: 9 },
  UNSUPPORTED_OPERATION: { JSONRPC: -32004, 'HTTP+JSON': 400, GRPC: 9 },
  CONTENT_TYPE_NOT_SUPPORTED: { JSONRPC: -32005, 'HTTP+JSON': 400, GRPC: 3 },
  VERSION_NOT_SUPPORTED: { JSONRPC: -32009, 'HTTP+JSON': 400, GRPC: 9 },
} as const;

/** A message of a client. */
export const message = (parts: unknown[], more: Json = {}) => ({
  messageId: crypto.randomUUID(),
  role: 'ROLE_USER',
  parts,
  ...more,
});
