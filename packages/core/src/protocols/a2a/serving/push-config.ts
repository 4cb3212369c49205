/**
 * Push notification configurations of clients (1.0 §4.3): parsing, storage with the task, and output to the task's
 * owner.
 */
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { RunRecord, RunWebhook } from '../../../catalogue/runs.js';
import type { WebhookMessage } from '../../../gateway/runs/notify-end.js';
import { a2aHeaders, face, memberOf, textOf } from '../wire.js';
import { statusOf } from './task-view.js';

/** A push notification configuration of a client. */
export interface PushConfig {
  id: string;
  url: string;
  /** Sent to the receiver, so that it can assign the notification. */
  token?: string;
}

/** Maximum length of the address. */
const maxUrlLength = 2000;

/** Reads a configuration, also the nested form of 0.3. */
export function readPushConfig(value: JsonValue, problems: FieldError[]): PushConfig | undefined {
  const wrapped = isJsonObject(value) ? memberOf(value, 'pushNotificationConfig') : undefined;
  const config = isJsonObject(wrapped) ? wrapped : value;
  const report = (field: string, detail: string) =>
    problems.push({ field, pointer: `/${field}`, code: 'a2a/push-config', detail });
  if (!isJsonObject(config)) {
    report('pushNotificationConfig', 'must be an object');
    return undefined;
  }
  const address = textOf(memberOf(config, 'url'), maxUrlLength + 1);
  const url =
    address !== undefined && address.length <= maxUrlLength && URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    report('url', `must be an https address of at most ${maxUrlLength} characters, without credentials`);
    return undefined;
  }
  const authentication = memberOf(config, 'authentication');
  if (isJsonObject(authentication) && textOf(memberOf(authentication, 'credentials')) !== undefined) {
    report('authentication', 'is not supported: notifications are signed and carry the token of the configuration');
  }
  const id = textOf(memberOf(config, 'id'), 200);
  const token = textOf(memberOf(config, 'token'), 1000);
  return { id: id ?? 'default', url: url.href, ...(token === undefined ? {} : { token }) };
}

/** A configuration as stored with its task. */
export function toWebhook({ id, url, token }: PushConfig): RunWebhook {
  return { url, attempts: 0, form: formOf({ id, url, ...(token === undefined ? {} : { token }) }) };
}

/** The members of a configuration that are stored in addition to its address. */
export function formOf({ id, token }: PushConfig): JsonObject {
  return { face, id, ...(token === undefined ? {} : { token }) };
}

/** The configuration that created a webhook; undefined when it was created otherwise. */
export function configOf({ url, form }: RunWebhook): PushConfig | undefined {
  if (form?.face !== face) return undefined;
  const { id, token } = form;
  return { id: String(id), url, ...(typeof token === 'string' ? { token } : {}) };
}

/** The configurations of a task, in order of creation. */
export function configsOf({ webhooks = [] }: RunRecord): PushConfig[] {
  return webhooks.flatMap((webhook) => configOf(webhook) ?? []);
}

/** A configuration as returned to clients. */
export function writePushConfig({ id, url, token }: PushConfig, taskId: string): JsonObject {
  return { taskId, id, url, ...(token === undefined ? {} : { token }) };
}

/** The notification of a task's end as A2A defines it; undefined for webhooks that were created otherwise. */
export function writeNotice(run: RunRecord, webhook: RunWebhook): WebhookMessage | undefined {
  const config = configOf(webhook);
  if (config === undefined) return undefined;
  const headers = config.token === undefined ? {} : { [a2aHeaders.token]: config.token };
  return { body: { statusUpdate: statusOf(run) }, headers, place: config.id };
}
