/** Reads our own API description into the form that the profile tests check: words of names, nodes of schemas. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Ask, TestServer } from '../server.support.js';

/** A described parameter. */
export interface DescribedParameter {
  name: string;
  in: string;
  description: string;
  schema: JsonObject;
}

/** One described operation. */
export interface DescribedOperation {
  method: string;
  path: string;
  id: string;
  summary: string;
  description: string;
  deprecated: boolean;
  parameters: DescribedParameter[];
  /** Schema of the JSON body, if any. */
  body: JsonObject | undefined;
  /** First example of the body. */
  example: JsonObject | undefined;
  responses: Record<string, { headers?: Record<string, JsonObject>; content?: Record<string, { schema: JsonObject }> }>;
  agent: JsonObject;
}

/** The description of a running server. */
export interface DescribedApi {
  document: JsonObject;
  operations: DescribedOperation[];
  /** Resolves a `$ref`; returns other nodes unchanged. */
  resolve(node: JsonObject): JsonObject;
}

type Media = Record<string, { schema: JsonObject; examples?: Record<string, { value: JsonObject }> }>;

/** Reads the server's own API description. */
export async function readApi(
  ask: (method: string, path: string, with_?: Ask) => Promise<Response>,
): Promise<DescribedApi> {
  const document = (await (await ask('GET', '/openapi.json')).json()) as JsonObject;
  const resolve = (node: JsonObject): JsonObject => {
    if (typeof node.$ref !== 'string') return node;
    const found = node.$ref
      .slice(2)
      .split('/')
      .reduce<JsonValue | undefined>((at, name) => (isJsonObject(at) ? at[name] : undefined), document);
    if (!isJsonObject(found)) throw new Error(`nothing at ${node.$ref}`);
    return resolve(found);
  };
  const paths = document.paths as Record<string, Record<string, JsonObject>>;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => readOperation(method.toUpperCase(), path, operation, resolve)),
  );
  return { document, operations, resolve };
}

function readOperation(
  method: string,
  path: string,
  operation: JsonObject,
  resolve: (node: JsonObject) => JsonObject,
): DescribedOperation {
  const content = (operation.requestBody as { content?: Media } | undefined)?.content?.['application/json'];
  const [example] = Object.values(content?.examples ?? {});
  const responses = Object.entries(operation.responses as Record<string, JsonObject>);
  return {
    method,
    path,
    id: String(operation.operationId ?? ''),
    summary: String(operation.summary ?? ''),
    description: String(operation.description ?? ''),
    deprecated: operation.deprecated === true,
    parameters: (operation.parameters ?? []) as unknown as DescribedParameter[],
    body: content === undefined ? undefined : resolve(content.schema),
    example: example?.value,
    responses: Object.fromEntries(
      responses.map(([status, each]) => [status, resolve(each)]),
    ) as DescribedOperation['responses'],
    agent: (operation['x-agent'] ?? {}) as JsonObject,
  };
}

/** The words of a name, in lower case and without a plural s. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase().replace(/(?<=\w{2})s$/, ''));
}

/** Every schema node at or below this one, with its name; shared nodes are listed once. */
export function schemaNodes(api: DescribedApi, root: JsonObject): Array<{ name: string; node: JsonObject }> {
  const seen = new Set<JsonObject>();
  const found: Array<{ name: string; node: JsonObject }> = [];
  const visit = (name: string, value: JsonValue | undefined) => {
    if (!isJsonObject(value)) return;
    const node = api.resolve(value);
    if (seen.has(node)) return;
    seen.add(node);
    found.push({ name, node });
    for (const [property, child] of Object.entries((node.properties ?? {}) as JsonObject)) visit(property, child);
    visit(name, node.items);
    visit(name, node.additionalProperties);
    for (const branch of [node.anyOf, node.oneOf, node.allOf].flat()) visit(name, branch);
  };
  visit('', root);
  return found;
}

/** JSON pointers of every string or member name in a value that contains the word. */
export function placesOf(value: JsonValue, word: string, at = ''): string[] {
  if (typeof value === 'string') return value.includes(word) ? [at] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => placesOf(item, word, `${at}/${index}`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]) => [
    ...(name.includes(word) ? [`${at}/${name}`] : []),
    ...placesOf(child, word, `${at}/${name}`),
  ]);
}

/** True when a pointer is at or below one of the given locations, in which `*` matches any segment. */
export function isBelow(pointer: string, places: readonly string[]): boolean {
  const segments = pointer.split('/');
  return places.some((place) =>
    place
      .split('/')
      .every((segment, index) => segment === segments[index] || (segment === '*' && index < segments.length)),
  );
}

/** Follows the next links of a list from its first page to its last; resolves to the pages. */
export async function walk({ ask }: Pick<TestServer, 'ask'>, first: string, with_: Ask): Promise<JsonValue[]> {
  const pages: JsonValue[] = [];
  for (let path: string | undefined = first; path !== undefined && pages.length < 1000; ) {
    const answer: Response = await ask('GET', path, with_);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    pages.push((await answer.json()) as JsonValue);
    path = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return pages;
}
