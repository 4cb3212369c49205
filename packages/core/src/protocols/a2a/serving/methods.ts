/** The A2A methods by name, independent of the binding. */

import type { HttpRequest } from '../../../transport/http-request.js';
import { a2aHeaders, versions } from '../wire.js';
import { getExtendedCard } from './extended-card.js';
import { a2aFailure } from './faults.js';
import type { Method, StreamMethod } from './method.js';
import { createConfig, deleteConfig, getConfig, listConfigs } from './push-configs.js';
import { sendMessage } from './send-message.js';
import { streamMessage, subscribe } from './stream.js';
import { cancelTask, getTask, listTasks } from './tasks.js';

/** Methods with a single response, by their names in 1.0 (§9.4). */
export const methods: Readonly<Record<string, Method>> = Object.freeze({
  SendMessage: sendMessage,
  GetTask: getTask,
  ListTasks: listTasks,
  CancelTask: cancelTask,
  CreateTaskPushNotificationConfig: createConfig,
  GetTaskPushNotificationConfig: getConfig,
  ListTaskPushNotificationConfigs: listConfigs,
  DeleteTaskPushNotificationConfig: deleteConfig,
  GetExtendedAgentCard: getExtendedCard,
});

/** Methods that return a stream. */
export const streamMethods: Readonly<Record<string, StreamMethod>> = Object.freeze({
  SendStreamingMessage: streamMessage,
  SubscribeToTask: subscribe,
});

/** Rejects unsupported revisions; `older` says whether 0.3 is supported. */
export function checkVersion(request: Pick<HttpRequest, 'headers'>, { older }: { older: boolean }): void {
  const asked = request.headers.get(a2aHeaders.version)?.trim() ?? '';
  if (asked === '' || /^1(\.|$)/.test(asked) || (older && /^0\.3(\.|$)/.test(asked))) return;
  const spoken = older ? `${versions.current} and ${versions.older} are` : `${versions.current} is`;
  throw a2aFailure('VERSION_NOT_SUPPORTED', `A2A ${asked.slice(0, 20)} is not supported; ${spoken} supported.`);
}
