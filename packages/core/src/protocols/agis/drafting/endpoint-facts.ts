/** What the address and the responses of an operation show, whatever its texts say. */
import type { JsonObject, JsonSchema, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
import { addressOf, fileEnding, schemaNoun } from './schema-thing.js';

/** Facts that generated sentences use where the texts are not understood. */
export interface EndpointFacts {
  /** True for reading the address of a collection, such as `/bucket` where there is `/bucket/{name}`. */
  isCollection: boolean;
  /** True when the response is an array of things, or an object around one. */
  returnsMany?: boolean;
  /** True when the response is an object with members of its own, none of which is an array or may hold one. */
  returnsOne?: boolean;
  /** The names of the arrays that the response has. */
  arrays?: readonly string[];
  /** What the keys among the inputs are of, in words: "berth harbor" of `berthId` and `harbor_uuid`. */
  keyed?: string;
  /** The inputs outside the address. */
  values?: readonly string[];
  /** True when an input limits what is returned. */
  isFiltered?: boolean;
  /** True when nothing is known about the response. */
  isOpen?: boolean;
  /** True when the response has headers only. */
  isHead: boolean;
  /** True for OPTIONS, which describes how an address may be called. */
  isOptions?: boolean;
  /** What the schema of the response names, where the address ends in a word that only qualifies it. */
  thing?: string;
  /** The name of what the response is or has several of. */
  schemaNoun?: string;
  /** The last word of the address as several words, where it was written so: "deploy keys" of `deploy_keys`. */
  spelled?: string;
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
  { binding, input, output }: Operation,
  { collections, things }: { collections: ReadonlySet<string>; things: ReadonlyMap<string, string> },
): EndpointFacts {
  if (binding.kind !== 'http') return { isCollection: false, isHead: false, content: 'data' };
  const types = binding.accept ?? [];
  const isText = types.some((type) => /json|xml|^\*\/\*/i.test(type)) || types.length === 0;
  const thing = things.get(addressOf(binding.urlTemplate));
  const noun = schemaNoun(output);
  const literal = addressOf(binding.urlTemplate)
    .split('/')
    .filter((segment) => !segment.includes('{'));
  return {
    spelled: (literal.at(-1) ?? '').replaceAll(/[-_]+|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase(),
    ...(thing === undefined ? {} : { thing }),
    ...(noun === undefined ? {} : { schemaNoun: noun }),
    isCollection:
      ['GET', 'HEAD'].includes(binding.method.toUpperCase()) &&
      collections.has(binding.urlTemplate.replace(/[?#].*$/, '').replace(/\/+$/, '')),
    returnsMany: binding.method.toUpperCase() === 'GET' && returnsArray(output, addressOf(binding.urlTemplate)),
    returnsOne: binding.method.toUpperCase() === 'GET' && returnsThing(output),
    isOpen: isOpen(output),
    arrays: arraysOf(output),
    keyed: Object.entries(binding.parameters)
      .flatMap(([input, { name }]) => keyName.exec(name ?? input)?.[1] ?? [])
      .map((name) => name.replaceAll(/[-_]+|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase())
      .join(' '),
    values: Object.keys(schemaProperties(input)).filter((name) => binding.parameters[name]?.in !== 'path'),
    isFiltered: Object.entries(binding.parameters).some(
      ([input, { in: where, name }]) => where === 'query' && !pageInputs.test(name ?? input),
    ),
    isHead: binding.method.toUpperCase() === 'HEAD',
    isOptions: binding.method.toUpperCase() === 'OPTIONS',
    content: isText ? 'data' : types.some((type) => /^text\/html/i.test(type)) ? 'page' : 'file',
  };
}

/** Inputs that name one thing by its key. */
const keyName = /^([A-Za-z][\w-]*?)[-_]?(?:id|uuid|guid|Id|ID|Uuid|UUID|Guid)$/;

/** Inputs that choose a page, an order or a form of what is returned. */
const pageInputs =
  /^(?:\$?(?:page\w*|pg|per_?page|rpp|limit|offset|cursor|skip|top|count|max\w*|size|start\w*|sort\w*|order\w*|fields?|include\w*|expand|embed|format|alt|pretty\w*|locale|lang\w*|version|api[-_]?\w*|access_?token|token|key|x-.*|continue|watch|timeout\w*|marker|next\w*|direction|select|populate|_\w+))$/i;

/** Members of a response that describe its page rather than its content. */
const pageMembers =
  /^(?:object|type|kind|has_?\w+|next\w*|prev\w*|first|last|page\w*|per_?page|limit|offset|cursor\w*|total\w*|(?:\w+_?)?count|(?:first|last|next|previous)_page_ur[il]|start|end|ur[il]|size|links?|_links|meta|metadata|pagination|paging|status|success|code|message|errors?|request_?id|self|etag|apiVersion|warnings?|included|timestamp|took|took_?ms)$/i;

/** Members that hold the content of a response. */
const envelopes = /^(?:data|results?|response|payload|body|content|_embedded|d|output)$/i;

/** True for an array of things, and for an object around one, or around that of the address among others. */
function returnsArray(output: JsonSchema, address: string): boolean {
  const last = address.replace(fileEnding, '').split('/').at(-1)?.toLowerCase().replaceAll(/[-_]/g, '');
  return holdsArray(followReference(output, output), { output, last, depth: 0 });
}

function holdsArray(
  root: ReturnType<typeof followReference>,
  { output, last, depth }: { output: JsonSchema; last: string | undefined; depth: number },
): boolean {
  if (root === undefined) return false;
  if (isArray(root)) {
    const items = followReference(root.items, output);
    // A pair of coordinates is one thing.
    return items?.type !== 'array' && items?.type !== 'number' && items?.type !== 'integer';
  }
  const content = membersOf(root, output).filter(([name]) => !pageMembers.test(name));
  const only =
    content.length === 1 ? content[0] : content.find(([name]) => name.toLowerCase().replaceAll('_', '') === last);
  const held = only === undefined ? undefined : followReference(only[1], output);
  if (only === undefined || held === undefined) return false;
  return (
    isArray(held) || (depth < 2 && envelopes.test(only[0]) && holdsArray(held, { output, last, depth: depth + 1 }))
  );
}

/** The members of an object, with those of the schemas that it combines. */
function membersOf(schema: JsonObject, output: JsonSchema): [string, JsonValue][] {
  const parts = Array.isArray(schema.allOf) ? schema.allOf.map((each) => followReference(each, output)) : [];
  return [schema, ...parts].flatMap((each) => (isJsonObject(each?.properties) ? Object.entries(each.properties) : []));
}

/** True for an object of at least two members of its own, all of which are values. */
function returnsThing(output: JsonSchema): boolean {
  const root = followReference(output, output);
  if (root === undefined || isArray(root)) return false;
  const content = membersOf(root, output).filter(([name]) => !pageMembers.test(name));
  return (
    content.length > 1 &&
    content.every(([name, schema]) => {
      const type = followReference(schema, output)?.type;
      return typeof type === 'string' && type !== 'array' && !(type === 'object' && envelopes.test(name));
    })
  );
}

/** The names of the members of a response that are arrays, without the words before the last one. */
function arraysOf(output: JsonSchema): string[] {
  const properties = followReference(output, output)?.properties;
  return Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, schema]) => {
    const member = followReference(schema, output);
    return member !== undefined && isArray(member)
      ? [
          name
            .split(/[-_]|(?=[A-Z])/)
            .at(-1)
            ?.toLowerCase() ?? '',
        ]
      : [];
  });
}

/** Members of a schema that say what it describes. */
const telling = ['$ref', 'properties', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'enum'];

/** True for a schema that says nothing, or only that it is an object, as of a response that declares no content. */
function isOpen(output: JsonSchema): boolean {
  if (!isJsonObject(output)) return true;
  return (output.type ?? 'object') === 'object' && !telling.some((key) => Object.hasOwn(output, key));
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
