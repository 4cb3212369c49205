/** Callbacks and webhooks of a document, with their headers and fields. */
import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api } from '../../api/api.js';

/** One notification that the API sends. */
export interface Notification {
  name: string;
  pointer: string;
  headers: readonly string[];
  /** Names of the fields in its body, top levels only. */
  fields: readonly string[];
  secured: boolean;
}

/** Lists the webhooks of the document and the callbacks of its operations. */
export function listNotifications(api: Api): Notification[] {
  const hooks = items(api.root.webhooks, '/webhooks');
  const callbacks = api.operations.flatMap(({ value, pointer }) =>
    items(value.callbacks, `${pointer}/callbacks`).flatMap(({ name, value: callback, pointer: at }) => {
      const placed = api.follow({ value: callback, pointer: at });
      return placed === undefined ? [] : items(placed.value, placed.pointer).map((each) => ({ ...each, name }));
    }),
  );
  return [...hooks, ...callbacks].flatMap(({ name, value, pointer }) => {
    const item = api.follow({ value, pointer });
    return item === undefined ? [] : readItem(api, name, { value: item.value, pointer: item.pointer });
  });
}

function items(value: JsonValue | undefined, pointer: string) {
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
