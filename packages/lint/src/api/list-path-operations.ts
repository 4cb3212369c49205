/** Path × method under `paths`, in the order of the document. */
import { childPointer } from '@dragoman/core/light';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Placed } from './api.js';

/** One operation and the path item around it. */
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

/** The segments of a path that are written out, without parameters. */
export function literalSegments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
}
