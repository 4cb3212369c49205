/** Callbacks and webhooks of a document, with their headers and fields. */
import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../../api/api.js';

/** One notification that the API sends. */
export interface Notification {
  name: string;
  pointer: string;
  headers: readonly string[];
  /** Names of the fields in its body, top levels only. */
  fields: readonly string[];
  secured: boolean;
  /** True when the caller that asks for the notification gives the credentials or headers that it has. */
  isKeyed?: boolean;
}

/** Lists the webhooks of the document and the callbacks of its operations. */
export function listNotifications(api: Api): Notification[] {
  const hooks = items(api.root.webhooks, '/webhooks');
  const callbacks = api.operations.flatMap((operation) =>
    items(operation.value.callbacks, `${operation.pointer}/callbacks`).flatMap(({ name, value, pointer: at }) => {
      const placed = api.follow({ value, pointer: at });
      if (placed === undefined) return [];
      const isKeyed =
        givesCredentials(api, operation) || signs.test(`${operation.summary ?? ''} ${operation.description ?? ''}`);
      return items(placed.value, placed.pointer).map((each) => ({ ...each, name, isKeyed }));
    }),
  );
  const all: readonly (Named & { isKeyed?: boolean })[] = [...hooks, ...callbacks];
  return all.flatMap(({ name, value, pointer, isKeyed = false }) => {
    const item = api.follow({ value, pointer });
    if (item === undefined) return [];
    // What is sent over a socket comes through a connection that the receiver has opened itself.
    if (/\/wss?:[^/]*$/i.test(pointer)) return [];
    return readItem(api, name, { value: item.value, pointer: item.pointer }).map((each) => ({ ...each, isKeyed }));
  });
}

const signs = /\b(?:hmac|signatures?|signed|signing)\b/i;
const notified = /call_?back|web_?hook|hook|notif/i;
const credential = /authori[sz]ation|headers?$|secret|token|password|credential|api_?key|signature|signing/i;

/** The caller sends credentials or headers for the callback with its URL. */
function givesCredentials(api: Api, { input, parameters }: ApiOperation): boolean {
  if (parameters.some(({ name }) => notified.test(name) && credential.test(name))) return true;
  const fields = input === undefined ? [] : api.walk(input);
  return fields.some(({ name = '', owner }) => {
    if (!credential.test(name)) return false;
    for (let at = owner, steps = 0; at !== undefined && steps < 10; at = at.owner, steps += 1)
      if (notified.test(at.name ?? '')) return true;
    return notified.test(name);
  });
}

interface Named {
  name: string;
  value: JsonValue;
  pointer: string;
}

function items(value: JsonValue | undefined, pointer: string): Named[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('x-'))
    .map(([name, each]) => ({ name, value: each, pointer: childPointer(pointer, name) }));
}

function readItem(api: Api, name: string, item: { value: JsonObject; pointer: string }): Notification[] {
  return ['post', 'put'].flatMap((method) => {
    const operation = item.value[method];
    if (!isJsonObject(operation)) return [];
    const pointer = `${item.pointer}/${method}`;
    const parameters = [item.value.parameters, operation.parameters].flatMap((list) =>
      Array.isArray(list) ? list : [],
    );
    const headers = parameters.flatMap((value) => {
      const found = api.follow({ value, pointer })?.value;
      return found?.in === 'header' && typeof found.name === 'string' ? [found.name.toLowerCase()] : [];
    });
    const secured = Array.isArray(operation.security) && operation.security.length > 0;
    return [{ name, pointer, headers, fields: fieldsOf(api, operation, pointer), secured }];
  });
}

function fieldsOf(api: Api, operation: JsonObject, pointer: string): string[] {
  const body = api.follow({ value: operation.requestBody ?? null, pointer })?.value;
  const content = isJsonObject(body?.content) ? Object.values(body.content)[0] : undefined;
  const schema = isJsonObject(content) ? api.follow({ value: content.schema ?? null, pointer }) : undefined;
  if (schema === undefined) return [];
  const node = { schema: schema.value, pointer: schema.pointer, at: schema.pointer, role: 'root' as const };
  return api.walk(node).flatMap(({ name }) => name ?? []);
}
