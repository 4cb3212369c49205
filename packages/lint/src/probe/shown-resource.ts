/**
 * Whether the structure of a document shows that a GET returns a resource, whatever its words say. A list in the response
 * shows nothing: "/clientes/bloquear" may return those that it blocked.
 */
import type { Api, ApiOperation } from '../api/api.js';
import { literalSegments } from '../api/list-path-operations.js';
import { plainName } from '../api/words.js';

/** True for a path that is written to as well, for an item of such a path, and for the name of a schema. */
export function isShownResource(api: Api, operation: ApiOperation): boolean {
  const { path } = operation;
  if (isWritten(api, path)) return true;
  const parent = parentOf(api, operation);
  if (parent !== undefined) return isShownResource(api, parent);
  return schemaNames(api).has(stemOf(literalSegments(path).at(-1) ?? ''));
}

/** The GET on the collection of an item. */
export function parentOf({ operations }: Api, { path }: ApiOperation): ApiOperation | undefined {
  const collection = path.replace(/\/\{[^{}/]*\}\/?$/, '');
  if (collection === path) return undefined;
  return operations.find((each) => each.method === 'get' && each.path === collection);
}

/** True for a list with a GET for one of its items: an action has none. */
export function hasItems({ operations }: Api, { path, kinds }: ApiOperation): boolean {
  const isItem = (other: string) =>
    other.startsWith(`${path}/{`) && /^\{[^{}/]*\}\/?$/.test(other.slice(path.length + 1));
  return kinds.list && operations.some((each) => each.method === 'get' && isItem(each.path));
}

function isWritten({ operations }: Api, path: string): boolean {
  return operations.some((each) => each.path === path && /^(?:post|put|patch|delete)$/.test(each.method));
}

function schemaNames(api: Api): ReadonlySet<string> {
  return api.once(listNames);
}

function listNames({ root }: Api): ReadonlySet<string> {
  const { components, definitions } = root as { components?: { schemas?: object }; definitions?: object };
  return new Set(Object.keys(components?.schemas ?? definitions ?? {}).map(stemOf));
}

/** "Kunde" and "kunden" have the same stem. */
function stemOf(name: string): string {
  const plain = plainName(name);
  return plain.length < 5 ? plain : plain.replace(/(?:[aeo]?[ns]|[aeiou])$/, '');
}
