/** The A2A methods by name, independent of the binding. */

import type { Caller } from '../../../access/caller.js';
import { requireScope } from '../../../access/require-scope.js';
import type { RouteContext } from '../../../transport/route.js';
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

/** Methods that do not read or change tasks: the gateway decides about their callers, since some services are open. */
const sending = ['SendMessage', 'SendStreamingMessage'];

/** Requires the scope of a method of one route for all, as the routes of the REST binding do. */
export function authorizeMethod(name: string, caller: Caller): void {
  if (!sending.includes(name)) requireScope(caller, 'agents:invoke');
}

/** The revision in the query, for clients that cannot set headers (1.0 §3.6.1). */
function versionIn(search: string): string {
  return search === '' ? '' : (new URLSearchParams(search).get('A2A-Version') ?? '');
}

/**
 * The revision of a request, which is 0.3 if it names none (1.0 §3.6.2). Rejects unsupported revisions; `older` says
 * whether 0.3 is supported.
 */
export function readVersion(
  { request, search }: Pick<RouteContext, 'request' | 'search'>,
  { older }: { older: boolean },
): (typeof versions)[keyof typeof versions] {
  const named = (request.headers.get(a2aHeaders.version) || versionIn(search)).trim();
  const asked = named === '' ? versions.older : named;
  if (/^1(\.|$)/.test(asked)) return versions.current;
  if (older && /^0\.3(\.|$)/.test(asked)) return versions.older;
  const spoken = older ? `${versions.current} and ${versions.older} are` : `${versions.current} is`;
  const help = named === '' ? ` A request without a version is one of ${versions.older}. ${sendVersion}` : '';
  throw a2aFailure('VERSION_NOT_SUPPORTED', `A2A ${asked.slice(0, 20)} is not supported; ${spoken} supported.${help}`);
}

/** How a client asks for the current revision. */
export const sendVersion = `Send the header 'A2A-Version: ${versions.current}'.`;
