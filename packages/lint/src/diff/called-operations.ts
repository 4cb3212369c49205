/** Operations that the service calls at its clients: webhooks, and callbacks of operations. */
import { childPointer } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import { readApi } from '../api/read-api.js';

/** The operations, and where their path items really are. */
export interface CalledOperations {
  operations: readonly ApiOperation[];
  /** The pointer in the document of a pointer below `/paths`. */
  placeOf(pointer: string): string;
}

/** Lists them with names that say what they are. */
export function listCalledOperations(api: Api): CalledOperations {
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
  const placeOf = (pointer: string) => {
    const start = /^\/paths\/[^/]*/.exec(pointer)?.[0] ?? '';
    const place = places.get(start);
    return place === undefined ? pointer : place + pointer.slice(start.length);
  };
  if (places.size === 0) return { operations: [], placeOf };
  const { operations } = readApi({ ...api.root, paths: items }, api.settings);
  return { operations: operations.map(rename), placeOf };
}

/** The operationId of a webhook is no name of a tool. */
function rename(operation: ApiOperation): ApiOperation {
  const { path, method } = operation;
  return { ...operation, id: undefined, label: `${method.toUpperCase()} ${path}`, security: undefined };
}
