/** Where a client wants to be told of a task (1.0 §4.3): read, kept with the task, shown again without its secrets. */
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { RunRecord } from '../../../catalogue/runs.js';
import type { WebhookMessage } from '../../../gateway/runs/tell-ends.js';
import { a2aHeaders, face, memberOf, textOf } from '../wire.js';
import { statusOf } from './task-view.js';

/** A place to tell a client of its task. */
export interface PushConfig {
  id: string;
  url: string;
  /** Shown to the receiver, so that it knows what the notice belongs to. */
  token?: string;
}

/** Longest address that can be told. */
const longestUrl = 2000;

/** Reads a configuration, also one wrapped in another as 0.3 has it. */
export function readPushConfig(value: JsonValue, problems: FieldError[]): PushConfig | undefined {
  const wrapped = isJsonObject(value) ? memberOf(value, 'pushNotificationConfig') : undefined;
  const config = isJsonObject(wrapped) ? wrapped : value;
  const report = (field: string, detail: string) =>
    problems.push({ field, pointer: `/${field}`, code: 'a2a/push-config', detail });
  if (!isJsonObject(config)) {
    report('pushNotificationConfig', 'must be an object');
    return undefined;
  }
  const address = textOf(memberOf(config, 'url'), longestUrl + 1);
  const url =
    address !== undefined && address.length <= longestUrl && URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    report('url', `must be an https address of at most ${longestUrl} characters, without credentials`);
    return undefined;
  }
  const authentication = memberOf(config, 'authentication');
  if (isJsonObject(authentication) && textOf(memberOf(authentication, 'credentials')) !== undefined) {
    report('authentication', 'is not taken: notices are signed, and carry the token of the configuration');
  }
  const id = textOf(memberOf(config, 'id'), 200);
  const token = textOf(memberOf(config, 'token'), 1000);
  return { id: id ?? 'default', url: url.href, ...(token === undefined ? {} : { token }) };
}

/** What is kept of a configuration beside its address. */
export function formOf({ id, token }: PushConfig): JsonObject {
  return { face, id, ...(token === undefined ? {} : { token }) };
}

/** The configuration that a task has; undefined when it has none of this protocol. */
export function configOf({ webhook }: RunRecord): PushConfig | undefined {
  const form = webhook?.form;
  if (webhook === undefined || form?.face !== face) return undefined;
  const { id, token } = form;
  return { id: String(id), url: webhook.url, ...(typeof token === 'string' ? { token } : {}) };
}

/** A configuration as it is answered. */
export function writePushConfig({ id, url, token }: PushConfig, taskId: string): JsonObject {
  return { taskId, id, url, ...(token === undefined ? {} : { token }) };
}

/** The notice of a task's end in this protocol's form; undefined for tasks that came another way. */
export function writeNotice(run: RunRecord): WebhookMessage | undefined {
  const config = configOf(run);
  if (config === undefined) return undefined;
  const headers = config.token === undefined ? {} : { [a2aHeaders.token]: config.token };
  return { body: { statusUpdate: statusOf(run) }, headers };
}
