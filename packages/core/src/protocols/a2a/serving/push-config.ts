/**
 * Push notification configurations of clients (1.0 §4.3): parsing, storage with the task, and output to the task's
 * owner.
 */
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { RunRecord, RunWebhook } from '../../../catalogue/runs.js';
import type { WebhookMessage } from '../../../gateway/runs/notify-end.js';
import { a2aHeaders, a2aType, face, memberOf, textOf } from '../wire.js';
import { olderTask } from './older.js';
import { openCredentials, sealCredentials } from './seal-credentials.js';
import { statusOf, taskOf } from './task-view.js';

/** A push notification configuration of a client. */
export interface PushConfig {
  id: string;
  url: string;
  /** Sent to the receiver, so that it can assign the notification. */
  token?: string;
  /** Sent to the receiver as its `Authorization`; the credentials are sealed. */
  authentication?: PushAuthentication;
  /** True for a client of 0.3, whose notifications are whole tasks. */
  isOlder?: boolean;
}

/** How notifications authenticate to the receiver. */
export interface PushAuthentication {
  scheme: string;
  sealed: string;
}

/** Maximum length of the address. */
const maxUrlLength = 2000;

/** How a configuration is read. */
export interface PushReading {
  problems: FieldError[];
  /** Seals credentials. */
  secret: string;
  /** True when it came in the form of 0.3. */
  isOlder?: boolean;
}

/** Reads a configuration, also the nested form of 0.3. */
export function readPushConfig(
  value: JsonValue,
  { problems, secret, isOlder = false }: PushReading,
): PushConfig | undefined {
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
  const authentication = readAuthentication(memberOf(config, 'authentication'), secret, report);
  const id = textOf(memberOf(config, 'id'), 200);
  const token = textOf(memberOf(config, 'token'), 1000);
  return {
    id: id ?? 'default',
    url: url.href,
    ...(token === undefined ? {} : { token }),
    ...(authentication === undefined ? {} : { authentication }),
    ...(isOlder || isJsonObject(wrapped) ? { isOlder: true } : {}),
  };
}

/** `scheme` and `credentials`; in 0.3 a list of schemes, of which the first is used. */
function readAuthentication(
  given: JsonValue | undefined,
  secret: string,
  report: (field: string, detail: string) => void,
): PushAuthentication | undefined {
  if (!isJsonObject(given)) return undefined;
  const credentials = memberOf(given, 'credentials');
  if (credentials === undefined || credentials === '') return undefined;
  const schemes = memberOf(given, 'schemes');
  const scheme = memberOf(given, 'scheme') ?? (Array.isArray(schemes) ? schemes[0] : undefined) ?? 'Bearer';
  if (typeof scheme !== 'string' || !/^[\w-]{1,40}$/.test(scheme)) {
    report('authentication.scheme', 'must be the name of an HTTP authentication scheme, such as Bearer');
  } else if (typeof credentials !== 'string' || !/^[\x20-\x7e]{1,4000}$/.test(credentials)) {
    report('authentication.credentials', 'must be 1 to 4000 visible ASCII characters');
  } else {
    return { scheme, sealed: sealCredentials(secret, credentials) };
  }
  return undefined;
}

/** A configuration as stored with its task. */
export function toWebhook(config: PushConfig): RunWebhook {
  return { url: config.url, attempts: 0, form: formOf(config) };
}

/** The members of a configuration that are stored in addition to its address. */
export function formOf({ url: _, authentication, ...config }: PushConfig): JsonObject {
  return { face, ...config, ...(authentication === undefined ? {} : { authentication: { ...authentication } }) };
}

/** The configuration that created a webhook; undefined when it was created otherwise. */
export function configOf({ url, form }: RunWebhook): PushConfig | undefined {
  if (form?.face !== face) return undefined;
  const { id, token, authentication, isOlder } = form;
  return {
    id: String(id),
    url,
    ...(typeof token === 'string' ? { token } : {}),
    ...(isJsonObject(authentication) ? { authentication: authentication as unknown as PushAuthentication } : {}),
    ...(isOlder === true ? { isOlder } : {}),
  };
}

/** The configurations of a task, in order of creation. */
export function configsOf({ webhooks = [] }: RunRecord): PushConfig[] {
  return webhooks.flatMap((webhook) => configOf(webhook) ?? []);
}

/** A configuration as returned to clients; without credentials. */
export function writePushConfig({ id, url, token, authentication }: PushConfig, taskId: string): JsonObject {
  return {
    taskId,
    id,
    url,
    ...(token === undefined ? {} : { token }),
    ...(authentication === undefined ? {} : { authentication: { scheme: authentication.scheme } }),
  };
}

/** Writes the notification of a task's end as A2A defines it; undefined for webhooks that were created otherwise. */
export function createWriteNotice(secret: string): (run: RunRecord, webhook: RunWebhook) => WebhookMessage | undefined {
  return (run, webhook) => {
    const config = configOf(webhook);
    if (config === undefined) return undefined;
    const { token, authentication, isOlder } = config;
    const credentials = authentication === undefined ? undefined : openCredentials(secret, authentication.sealed);
    return {
      body: isOlder === true ? olderTask(taskOf(run, undefined)) : { statusUpdate: statusOf(run) },
      headers: {
        'content-type': isOlder === true ? 'application/json' : a2aType,
        ...(token === undefined ? {} : { [a2aHeaders.token]: token }),
        ...(credentials === undefined ? {} : { authorization: `${authentication?.scheme} ${credentials}` }),
      },
      place: config.id,
    };
  };
}
