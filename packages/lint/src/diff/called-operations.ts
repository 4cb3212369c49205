/** Operations that the service calls at its clients: webhooks, and callbacks of operations. */
import { childPointer } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import { readApi } from '../api/read-api.js';

/** Lists them with names that say what they are. */
export function listCalledOperations(api: Api): ApiOperation[] {
  const items: JsonObject = {};
  const places = new Map<string, string>();
  const keep = (name: string, item: JsonObject[string], pointer: string) => {
    items[name] = item;
    places.set(childPointer('/paths', name), pointer);
  };
  const { webhooks } = api.root;
  if (isJsonObject(webhooks)) {
    for (const [name, item] of Object.entries(webhooks)) keep(`webhook ${name}`, item, childPointer('/webhooks', name));
  }
  for (const { value, pointer, method, path } of api.operations) {
    const callbacks = isJsonObject(value.callbacks) ? Object.entries(value.callbacks) : [];
    for (const [name, given] of callbacks) {
      const placed = api.follow({ value: given, pointer: childPointer(`${pointer}/callbacks`, name) });
      for (const [address, item] of Object.entries(placed?.value ?? {})) {
        const key = `callback ${name} of ${method.toUpperCase()} ${path} ${address}`;
        keep(key, item, childPointer(placed?.pointer ?? pointer, address));
      }
    }
  }
  if (places.size === 0) return [];
  const { operations } = readApi({ ...api.root, paths: items }, api.settings);
  return operations.map((operation) => rename(operation, places));
}

/** The operation under its own pointer; the operationId of a webhook is no name of a tool. */
function rename(operation: ApiOperation, places: ReadonlyMap<string, string>): ApiOperation {
  const { path, pointer, method } = operation;
  const start = childPointer('/paths', path);
  const place = places.get(start);
  const moved = place !== undefined && pointer.startsWith(start) ? place + pointer.slice(start.length) : pointer;
  return { ...operation, id: undefined, pointer: moved, label: `${method.toUpperCase()} ${path}`, security: undefined };
}
