/** What the address and the responses of an operation show, whatever its texts say. */
import type { JsonSchema, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { addressOf, schemaNoun } from './schema-thing.js';

/** Facts that generated sentences use where the texts are not understood. */
export interface EndpointFacts {
  /** True for reading the address of a collection, such as `/bucket` where there is `/bucket/{name}`. */
  isCollection: boolean;
  /** True when the response is an array of objects, or an object around one. */
  returnsMany?: boolean;
  /** True when nothing is known about the response. */
  isOpen?: boolean;
  /** True when the response has headers only. */
  isHead: boolean;
  /** What the schema of the response names, where the address ends in a word that only qualifies it. */
  thing?: string;
  /** The name of what the response is or has several of. */
  schemaNoun?: string;
  /** True when the path names the service because the address names nothing. */
  isNameless?: boolean;
  /** True when its sentence is made from its operationId. */
  isNamed?: boolean;
  /** What is returned: data, a page or a file. */
  content: 'data' | 'page' | 'file';
}

/** Addresses below which another operation has one parameter: `/buckets` of `/buckets/{id}`. */
export function collectionsOf(operations: readonly Operation[]): ReadonlySet<string> {
  return new Set(
    operations.flatMap(({ binding }) => {
      const [, collection] =
        binding.kind === 'http'
          ? (/^(.*[^/}])\/\{(?!(?:token|code|format|type|hash|query|q|date|year|status|path|filename)\})[^{}/]+\}\/?$/i.exec(
              binding.urlTemplate,
            ) ?? [])
          : [];
      return collection === undefined ? [] : [collection];
    }),
  );
}

/** The facts of one operation. */
export function factsOf(
  { binding, output }: Operation,
  { collections, things }: { collections: ReadonlySet<string>; things: ReadonlyMap<string, string> },
): EndpointFacts {
  if (binding.kind !== 'http') return { isCollection: false, isHead: false, content: 'data' };
  const types = binding.accept ?? [];
  const isText = types.some((type) => /json|xml/i.test(type)) || types.length === 0;
  const thing = things.get(addressOf(binding.urlTemplate));
  const noun = schemaNoun(output);
  return {
    ...(thing === undefined ? {} : { thing }),
    ...(noun === undefined ? {} : { schemaNoun: noun }),
    isCollection:
      ['GET', 'HEAD'].includes(binding.method.toUpperCase()) &&
      collections.has(binding.urlTemplate.replace(/[?#].*$/, '').replace(/\/+$/, '')),
    returnsMany: binding.method.toUpperCase() === 'GET' && isArrayOfObjects(output),
    isOpen: isOpen(output),
    isHead: binding.method.toUpperCase() === 'HEAD',
    content: isText ? 'data' : types.some((type) => /^text\/html/i.test(type)) ? 'page' : 'file',
  };
}

/** Members of a response that describe its page rather than its content. */
const pageMembers =
  /^(?:object|type|kind|has_?more|next\w*|prev\w*|first|last|page\w*|per_?page|limit|offset|cursor\w*|total\w*|count|size|links?|_links|meta|metadata|pagination|paging|status|success|code|message|errors?|request_?id|self|etag|apiVersion|warnings?)$/i;

function isArrayOfObjects(output: JsonSchema): boolean {
  const root = followReference(output, output);
  if (root === undefined) return false;
  if (isArray(root)) {
    const items = followReference(root.items, output);
    return items === undefined || items.type === undefined || items.type === 'object' || items.type === 'string';
  }
  const properties = isJsonObject(root.properties) ? Object.entries(root.properties) : [];
  const content = properties.filter(([name]) => !pageMembers.test(name));
  const [only] = content;
  const held = only === undefined || content.length > 1 ? undefined : followReference(only[1], output);
  return held !== undefined && isArray(held);
}

/** True for a schema that says nothing. */
function isOpen(output: JsonSchema): boolean {
  return (
    !isJsonObject(output) ||
    !['type', '$ref', 'properties', 'allOf', 'anyOf', 'oneOf', 'enum'].some((key) => Object.hasOwn(output, key))
  );
}

function isArray({ type }: { type?: JsonValue }): boolean {
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}

/** The schema, or what its local reference refers to. */
function followReference(schema: JsonValue | undefined, root: JsonSchema) {
  if (!isJsonObject(schema)) return undefined;
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const [, name = ''] = /^#\/\$defs\/([^/]+)$/.exec($ref) ?? [];
  const defs = isJsonObject(root) && isJsonObject(root.$defs) ? root.$defs : {};
  const found = Object.hasOwn(defs, name) ? defs[name] : undefined;
  return isJsonObject(found) ? found : undefined;
}
