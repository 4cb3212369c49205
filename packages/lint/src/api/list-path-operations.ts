/** Path × method under `paths`, in document order. */
import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Placed } from './api.js';

/** One operation and its path item. */
export interface PathOperation extends Placed {
  method: string;
  path: string;
  item: Placed;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** Lists the operations. */
export function listPathOperations(
  root: JsonObject,
  follow: (placed: Placed<JsonValue>) => Placed | undefined,
): PathOperation[] {
  if (!isJsonObject(root.paths)) return [];
  return Object.entries(root.paths).flatMap(([path, value]) => {
    const item = path.startsWith('x-') ? undefined : follow({ value, pointer: childPointer('/paths', path) });
    if (item === undefined) return [];
    return methods.flatMap((method) => {
      const value = item.value[method];
      const operation = isJsonObject(value)
        ? follow({ value, pointer: childPointer(item.pointer, method) })
        : undefined;
      return operation === undefined
        ? []
        : [{ method, path, item, value: operation.value, pointer: operation.pointer }];
    });
  });
}

/** The literal segments of a path, without parameters. */
export function literalSegments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
}
