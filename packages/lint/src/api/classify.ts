/** Sorts operations into the profile's kinds: reads and writes, lists and items, risky, slow and batch ones. */
import { isJsonObject } from '@dragoman/model';
import type { Names } from '../settings.js';
import type { ApiOperation, OperationKinds, SchemaNode } from './api.js';
import { literalSegments } from './list-path-operations.js';
import { isObjectSchema, isType } from './schema-facts.js';
import type { SchemaWalk } from './schema-walk.js';
import { plainName, tokensOf } from './words.js';

const readWords = words('search query lookup filter count preview validate estimate');
const riskyWords = words(
  'delete remove purge destroy wipe drop archive cancel terminate revoke transfer pay charge refund publish deploy ' +
    'reset close merge execute send',
);
const slowWords = words(
  'export import generate build provision train migrate sync render transcode backup restore deploy reindex',
);
const batchWords = words('batch bulk many multi');

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

type Unsorted = Omit<ApiOperation, 'kinds'>;

/** Sorts one operation. */
export function classify(operation: Unsorted, { walk, names }: { walk: SchemaWalk; names: Names }): OperationKinds {
  const { method, path, agent, id, summary } = operation;
  const segments = literalSegments(path);
  const last = segments.at(-1) ?? '';
  const read = isRead(operation, last);
  const write = !read && ['post', 'put', 'patch', 'delete'].includes(method);
  const named = [...tokensOf(id ?? ''), ...tokensOf(last)];
  const said = [...named, ...tokensOf((summary ?? '').split(/\s+/)[0] ?? '')];
  const statuses = operation.responses.map(({ status }) => status);
  const list = read && listOf(operation, { walk, names, last }) !== undefined;
  return {
    read,
    write,
    list,
    item: read && method !== 'post' && /\{[^{}]*\}\/?$/.test(path) && !list,
    risky: write && (method === 'delete' || agent.risk || said.some((word) => riskyWords.has(word))),
    slow:
      statuses.includes('202') ||
      (write && method !== 'delete' && verbsOf(id, last).some((word) => slowWords.has(word))),
    batch: write && (isBatchName(named, path) || takesManyObjects(operation, { walk, names })),
  };
}

function isRead({ method, agent }: Unsorted, last: string): boolean {
  if (['get', 'head', 'query'].includes(method)) return true;
  if (method !== 'post') return false;
  return agent.readOnly === true || readWords.has(tokensOf(last).at(-1) ?? '');
}

/** First and last words of a name: in between, "import" and "export" are nouns more often than deeds. */
function verbsOf(id: string | undefined, last: string): string[] {
  const tokens = tokensOf(id ?? '');
  const verb = /^(?:get|set|delete|create|update|list|add|remove|put|post|patch|cancel)$/;
  const plain = verb.test(tokens[0] ?? '') || verb.test(tokens.at(-2) ?? '');
  return [tokens[0], plain ? undefined : tokens.at(-1), ...(tokensOf(last).length === 1 ? tokensOf(last) : [])].filter(
    (word): word is string => word !== undefined,
  );
}

function isBatchName(named: readonly string[], path: string): boolean {
  return named.some((word) => batchWords.has(word)) || tokensOf(path).some((word) => batchWords.has(word));
}

/** One required list of objects is a batch when it is named as a list or after the collection; else it is one thing with parts. */
function takesManyObjects({ input, path }: Unsorted, { walk, names }: { walk: SchemaWalk; names: Names }): boolean {
  const required = input?.schema.required;
  if (input === undefined || !Array.isArray(required) || required.length !== 1) return false;
  const name = String(required[0]);
  const known = [...names.listKeys, 'operations', 'requests', 'actions', literalSegments(path).at(-1) ?? ''];
  const only = known.some((each) => plainName(each) === plainName(name)) ? walk.properties(input).get(name) : undefined;
  const items = only?.schema.items;
  if (only === undefined || !isJsonObject(items)) return false;
  const item = walk.follow({ value: items, pointer: only.pointer });
  return item !== undefined && isObjectSchema(item.value);
}

/** The array of a list's output: the output itself, or the property that holds it. */
export function listOf(
  { output, path }: Pick<ApiOperation, 'output' | 'path'>,
  { walk, names, last }: { walk: Pick<SchemaWalk, 'properties'>; names: Names; last?: string },
): SchemaNode | undefined {
  if (output === undefined) return undefined;
  if (isType(output.schema, 'array')) return output;
  const segment = plainName(last ?? literalSegments(path).at(-1) ?? '');
  const keys = new Set([...names.listKeys.map(plainName), segment]);
  const endsInParameter = /\{[^{}]*\}\/?$/.test(path);
  for (const [name, node] of walk.properties(output)) {
    if (!isType(node.schema, 'array') || !keys.has(plainName(name))) continue;
    if (!endsInParameter || plainName(name) !== segment) return node;
  }
  return undefined;
}
