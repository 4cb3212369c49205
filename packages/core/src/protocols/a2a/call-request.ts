/** Builds requests to an agent: a message with an operation's input, and requests about the resulting task. */
import type { A2aBinding, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { nameUuid } from '../../documents/name-uuid.js';
import type { Call, Target } from '../../gateway/call.js';
import type { PreparedCall } from '../../gateway/prepared-call.js';
import { rpcRequest } from '../../transport/json-rpc.js';
import type { Conversation } from './conversation-ids.js';
import { grpcRequest } from './grpc/grpc-line.js';
import type { PartContent } from './message-parts.js';
import { toOlderPart, writeParts } from './message-parts.js';
import { contentOfInput } from './skill-schemas.js';
import { a2aHeaders, extensionMember, operationsExtension, versions } from './wire.js';

/** What the requests are built from. */
export interface MessageRequest {
  target: Target;
  binding: A2aBinding;
  call: Call;
  /** Conversation and task that the message continues. */
  conversation: Conversation;
  /** Creates a message id. */
  newId: () => string;
  /** True when the response should be streamed. */
  streamed: boolean;
}

/** The request that sends an operation's input as a message. */
export function sendRequest(request: MessageRequest): PreparedCall {
  const { binding, streamed } = request;
  const params = binding.version === '0.3' ? olderParams(request) : currentParams(request);
  if (binding.transport === 'HTTP+JSON') {
    return restRequest(binding, { method: 'POST', path: streamed ? '/message:stream' : '/message:send', body: params });
  }
  const [current, older] = streamed ? ['SendStreamingMessage', 'message/stream'] : ['SendMessage', 'message/send'];
  return rpcCall(binding, binding.version === '0.3' ? older : current, params);
}

/** The request that reads or cancels a task. */
export function taskRequest(binding: A2aBinding, action: 'get' | 'cancel', id: string): PreparedCall {
  if (binding.transport === 'HTTP+JSON') {
    const path = `/tasks/${encodeURIComponent(id)}`;
    return action === 'get'
      ? restRequest(binding, { method: 'GET', path })
      : restRequest(binding, { method: 'POST', path: `${path}:cancel`, body: { id } });
  }
  if (binding.version === '0.3') return rpcCall(binding, `tasks/${action}`, { id });
  return rpcCall(binding, action === 'get' ? 'GetTask' : 'CancelTask', withTenant(binding, { id }));
}

/** The request that registers a push notification address of this gateway for a task. */
export function pushRequest(binding: A2aBinding, taskId: string, place: { url: string; token: string }): PreparedCall {
  const config = { id: 'dragoman', url: place.url, token: place.token };
  if (binding.transport === 'HTTP+JSON') {
    const path = `/tasks/${encodeURIComponent(taskId)}/pushNotificationConfigs`;
    return restRequest(binding, { method: 'POST', path, body: { taskId, ...config } });
  }
  if (binding.version === '0.3') {
    return rpcCall(binding, 'tasks/pushNotificationConfig/set', { taskId, pushNotificationConfig: config });
  }
  return rpcCall(binding, 'CreateTaskPushNotificationConfig', withTenant(binding, { taskId, ...config }));
}

/** A method over JSON-RPC, or over gRPC, whose methods have the same names. */
function rpcCall(binding: A2aBinding, method: string, params: JsonObject): PreparedCall {
  if (binding.transport === 'GRPC') return grpcRequest(binding, { method, params, headers: headersFor(binding) });
  return {
    url: binding.agent,
    method: 'POST',
    headers: headersFor(binding),
    body: rpcRequest(1, method, params),
  };
}

function restRequest(
  binding: A2aBinding,
  { method, path, body }: { method: string; path: string; body?: JsonObject },
): PreparedCall {
  const root = binding.agent.replace(/\/+$/, '');
  const tenant = binding.tenant === undefined ? '' : `/${encodeURIComponent(binding.tenant)}`;
  const { 'content-type': type, ...headers } = headersFor(binding);
  if (body === undefined) return { url: `${root}${tenant}${path}`, method, headers };
  return { url: `${root}${tenant}${path}`, method, headers: { ...headers, 'content-type': type ?? '' }, body };
}

function headersFor({ version, structured }: A2aBinding): Record<string, string> {
  return {
    'content-type': 'application/json',
    [a2aHeaders.version]: version ?? versions.current,
    ...(structured === true ? { [a2aHeaders.extensions]: operationsExtension } : {}),
  };
}

function withTenant({ tenant, transport }: A2aBinding, params: JsonObject): JsonObject {
  return tenant === undefined || transport === 'HTTP+JSON' ? params : { ...params, tenant };
}

const acceptedOutputModes = ['application/json', 'text/plain'];

function currentParams({ binding, call, ...rest }: MessageRequest): JsonObject {
  const message = {
    messageId: messageIdOf({ binding, call, ...rest }),
    role: 'ROLE_USER',
    parts: writeParts(contentOf(binding, call.input)),
    ...rest.conversation.place,
    metadata: { [extensionMember.skill]: binding.skill },
    ...(binding.structured === true ? { extensions: [operationsExtension] } : {}),
  };
  return withTenant(binding, { message, configuration: { acceptedOutputModes, returnImmediately: true } });
}

function olderParams({ binding, call, ...rest }: MessageRequest): JsonObject {
  const message = {
    kind: 'message',
    messageId: messageIdOf({ binding, call, ...rest }),
    role: 'user',
    parts: writeParts(contentOf(binding, call.input)).map(toOlderPart),
    ...rest.conversation.place,
    metadata: { [extensionMember.skill]: binding.skill },
  };
  return { message, configuration: { acceptedOutputModes, blocking: false } };
}

/** A call with an idempotency key always gets the same message id, so that the agent can detect duplicates. */
function messageIdOf({ target, call, newId }: MessageRequest): string {
  if (call.idempotencyKey === undefined) return newId();
  return nameUuid('a2a-message', call.caller.subject, target.operation.id, call.idempotencyKey);
}

function contentOf({ structured }: A2aBinding, input: JsonValue): PartContent {
  if (structured === true) return { data: [input], files: [] };
  return contentOfInput(isJsonObject(input) ? input : {});
}
