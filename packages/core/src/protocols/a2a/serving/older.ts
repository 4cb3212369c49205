/** Converts 0.3 requests and responses over JSON-RPC to and from 1.0: names, kinds, states. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { toOlderPart } from '../message-parts.js';
import { memberOf, taskWord } from '../wire.js';

/** Names of methods in 0.3 and in 1.0. */
export const olderMethods: Readonly<Record<string, string>> = Object.freeze({
  'message/send': 'SendMessage',
  'message/stream': 'SendStreamingMessage',
  'tasks/get': 'GetTask',
  'tasks/cancel': 'CancelTask',
  'tasks/resubscribe': 'SubscribeToTask',
  'tasks/pushNotificationConfig/set': 'CreateTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/get': 'GetTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/list': 'ListTaskPushNotificationConfigs',
  'tasks/pushNotificationConfig/delete': 'DeleteTaskPushNotificationConfig',
  'agent/getAuthenticatedExtendedCard': 'GetExtendedAgentCard',
});

/** Parameters of 0.3 name the task by `id` where 1.0 has `taskId`. */
export function fromOlderParams(method: string, params: JsonObject): JsonObject {
  if (!method.includes('pushNotificationConfig') || memberOf(params, 'taskId') !== undefined) return params;
  const { id = null, pushNotificationConfigId, ...rest } = params;
  return { ...rest, taskId: id, ...(pushNotificationConfigId === undefined ? {} : { id: pushNotificationConfigId }) };
}

/** Converts a 1.0 result to 0.3. */
export function toOlderResult(method: string, result: JsonObject): JsonValue {
  const { message, task, statusUpdate, artifactUpdate } = result;
  if (isJsonObject(message)) return olderMessage(message);
  if (isJsonObject(task)) return olderTask(task);
  if (isJsonObject(statusUpdate)) return olderStatusUpdate(statusUpdate);
  if (isJsonObject(artifactUpdate)) return olderArtifactUpdate(artifactUpdate);
  if (method.endsWith('pushNotificationConfig/list')) return listOf(result.configs).map(olderConfig);
  if (method.endsWith('pushNotificationConfig/delete')) return null;
  if (method.includes('pushNotificationConfig')) return olderConfig(result);
  return olderTask(result);
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function olderMessage(message: JsonObject): JsonObject {
  return { ...message, kind: 'message', role: 'agent', parts: listOf(message.parts).map(toOlderPart) };
}

function olderArtifact(artifact: JsonObject): JsonObject {
  return { ...artifact, parts: listOf(artifact.parts).map(toOlderPart) };
}

function olderStatus(status: JsonValue | undefined): JsonObject {
  if (!isJsonObject(status)) return { state: 'unknown' };
  const { message } = status;
  return {
    ...status,
    state: taskWord(status.state) ?? 'unknown',
    ...(isJsonObject(message) ? { message: olderMessage(message) } : {}),
  };
}

/** A task in the form of 0.3. */
export function olderTask(task: JsonObject): JsonObject {
  const artifacts = listOf(task.artifacts).map(olderArtifact);
  return { ...task, kind: 'task', status: olderStatus(task.status), ...(artifacts.length === 0 ? {} : { artifacts }) };
}

const finals: readonly JsonValue[] = ['completed', 'failed', 'canceled', 'rejected', 'input-required'];

function olderStatusUpdate(update: JsonObject): JsonObject {
  const status = olderStatus(update.status);
  return { ...update, kind: 'status-update', status, final: finals.includes(status.state ?? null) };
}

function olderArtifactUpdate(update: JsonObject): JsonObject {
  const { artifact } = update;
  return { ...update, kind: 'artifact-update', artifact: isJsonObject(artifact) ? olderArtifact(artifact) : {} };
}

function olderConfig({ taskId = '', ...config }: JsonObject): JsonObject {
  return { taskId, pushNotificationConfig: config };
}
