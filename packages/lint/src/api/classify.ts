/**
 * Classifies operations by the profile's categories: reads and writes, lists and items, risky, slow and batch
 * operations.
 */
import { assessRisk } from '@dragoman/core/descriptions';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Names } from '../settings/settings.js';
import type { ApiOperation, OperationKinds, SchemaNode } from './api.js';
import { literalSegments } from './list-path-operations.js';
import { isObjectSchema, isScalar, isType } from './schema-facts.js';
import type { SchemaWalk } from './schema-walk.js';
import { isSameName, plainName, tokensOf } from './words.js';

const readWords = words('search query lookup filter count preview validate estimate read');
/** Verbs that only compute something; an operation that creates something may have such a name too. */
const thinkingWords = words(
  'calculate compute convert classify detect detection assess assessment analyze analyse analysis translate parse ' +
    'recognize recognise recognition predict prediction summarize tokenize lemmatize paraphrase compare ' +
    'categorize categorise compile evaluate evaluation',
);
const slowWords = words(
  'export import generate build provision train migrate sync render transcode backup restore deploy reindex',
);
const batchWords = words('batch bulk many multi');

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

type Unsorted = Omit<ApiOperation, 'kinds'>;

/** Classifies one operation. */
export function classify(operation: Unsorted, { walk, names }: { walk: SchemaWalk; names: Names }): OperationKinds {
  const { method, path, agent, id, summary, description } = operation;
  const segments = literalSegments(path);
  const last = segments.at(-1) ?? '';
  const read = isRead(operation, last);
  const write = !read && ['post', 'put', 'patch', 'delete'].includes(method);
  const risk = write ? assessRisk({ method, path, name: id, summary, description }) : undefined;
  const statuses = operation.responses.map(({ status }) => status);
  const list = read && listOf(operation, { walk, names, last }) !== undefined;
  return {
    read,
    write,
    list,
    item: read && method !== 'post' && /\{[^{}]*\}(?:\.\w+)?\/?$/.test(path) && !list,
    risky:
      write &&
      (agent.risk ||
        (risk?.risky === true && risk.guessed !== true && !endsSession(operation) && !sendsCode(operation))),
    harmless: risk?.impact === 'informational',
    slow:
      statuses.includes('202') ||
      (write && method !== 'delete' && verbsOf(id, last).some((word) => slowWords.has(word))),
    batch:
      write &&
      !isAsking(operation) &&
      !segments.some(looksUp) &&
      (isBatchName(operation) || takesManyObjects(operation, walk)),
  };
}

/** Signing out can be repeated and undone by signing in. */
function endsSession({ path, id }: Unsorted): boolean {
  return /log[-_]?out|sign[-_]?out/i.test(`${path} ${id ?? ''}`);
}

const code =
  /\b(?:re-?)?sends?\b[^.]{0,60}\b(?:codes?|otp|passcode|one-time|passwords?|passwordless|magic link|log-?in|sign-?in|(?:verification|activation|(?<!(?:order|booking|payment|reservation) )confirmation) (?:e-?mail|link|sms|message|instructions))\b/i;

/** A code, or a mail to confirm an address: a user who does not receive it requests another one. */
export function sendsCode({
  method,
  summary,
  description,
}: Pick<ApiOperation, 'method' | 'summary' | 'description'>): boolean {
  return method === 'post' && code.test(`${summary ?? ''}. ${description?.slice(0, 200) ?? ''}`);
}

/** `/lookups/bulk` asks about many things and changes none of them. */
function looksUp(segment: string): boolean {
  return tokensOf(segment).some((word) => /^(?:lookup|search|query|validation)s?$/.test(word));
}

function isRead(operation: Unsorted, last: string): boolean {
  const { method, agent, responses } = operation;
  if (['get', 'head', 'query'].includes(method) || operation.twin === true) return true;
  if (method !== 'post') return false;
  const tokens = tokensOf(last.replace(/\.(?:json|xml|csv)$/i, ''));
  const [word = '', first = ''] = [tokens.at(-1), tokens[0]];
  // Some frameworks add an empty 201 to every POST.
  const creates = responses.some(
    ({ status, content, headers }) =>
      status === '201' && (content.length + headers.length > 0 || !responses.some((each) => each.status === '200')),
  );
  if (agent.readOnly === true || readWords.has(word) || last === 'testIamPermissions') return true;
  if (convertsFile(operation)) return true;
  return !creates && (thinkingWords.has(word) || thinkingWords.has(first) || isAsking(operation));
}

/** A file is sent and a file comes back: nothing is kept. */
function convertsFile({ bodyTypes, responses, path }: Unsorted): boolean {
  const sends = bodyTypes.some(({ type }) => file.test(type) || type === 'multipart/form-data');
  const returned = responses.find(({ status }) => status === '200')?.content ?? [];
  return sends && !path.includes('{') && returned.length > 0 && returned.every(({ type }) => file.test(type));
}

const file = /^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|octet-stream|vnd\.)/;

/** First and last words of a name: in the middle, "import" and "export" are usually nouns. */
function verbsOf(id: string | undefined, last: string): string[] {
  const tokens = tokensOf(id ?? '');
  const verb = /^(?:get|set|delete|create|update|list|add|remove|put|post|patch|cancel)$/;
  const plain = verb.test(tokens[0] ?? '') || verb.test(tokens.at(-2) ?? '');
  return [tokens[0], plain ? undefined : tokens.at(-1), ...(tokensOf(last).length === 1 ? tokensOf(last) : [])].filter(
    (word): word is string => word !== undefined,
  );
}

const askingWords = words('get list fetch search find query read retrieve lookup calculate compute count detect');

/** Texts that say what is given back for what is sent; nothing is kept. */
const asks =
  /^\W*(?:uploads?|submits?|sends?)\b.{0,160}\breturns? (?:the )?(?:search |matching )?(?:results?|matches)\b|^\W*maps?\b.{0,80}\bto\b|^\W*(?:returns?|retrieves?|gets?|finds?|lists?)\b|\b(?:accepts?|takes?)\b[^.]{0,120}\band (?:returns?|responds?)\b/is;

/** A POST whose name or summary starts with a query verb, or whose text says what it returns, changes nothing. */
function isAsking({ id, summary, description, path }: Unsorted): boolean {
  if (asks.test(summary ?? '') || (verbless(summary) && asks.test(description ?? ''))) return true;
  const name = (id ?? '').split(/[./]/).at(-1) ?? '';
  const last = /(?:^|[/.])(get)[_A-Z-][^/]*$/.exec(path)?.[1] ?? '';
  const tokens = tokensOf(name);
  if (/^(?:query|search|lookup)$/.test(tokens.at(-1) ?? '') && !startsWriting.test(name)) return true;
  const verbs = [tokens[0], tokensOf((summary ?? '').split(/\s+/)[0] ?? '')[0], last];
  return verbs.some((word) => askingWords.has(word ?? ''));
}

/** Stored queries are created, too. */
const startsWriting = /^(?:create|add|save|store|update|delete|remove|set|put|register)/i;

/** A description is read only where no summary says what is done. */
function verbless(summary: string | undefined): boolean {
  const [first = ''] = (summary ?? '').split(/\s+/);
  return (
    summary === undefined ||
    !/^(?:create|add|update|delete|remove|set|send|post|start|stop|register|import|upload|save|store|insert|replace|submit|generate|refresh|reload|renew|sync|pull|trigger|run|execute|cancel|close|confirm|book|order|pay|buy|join|leave|invite|assign|activate|deactivate|enable|disable|approve|reject|accept|decline|revoke|restore|archive|clone|copy|duplicate|move|merge|lock|unlock|subscribe|unsubscribe)/i.test(
      first,
    )
  );
}

/**
 * True when the word starts or ends a name; before a parameter it names an entity, and after "to" it is part of another
 * word.
 */
function isBatchName({ id, path }: Unsorted): boolean {
  if (/(?:batch(?:es)?|bulks?|multi)\/\{/i.test(path)) return false;
  const names = [tokensOf(id ?? ''), tokensOf(literalSegments(path).at(-1) ?? '')];
  return names.some((each) =>
    [0, each.length - 1].some((at) => batchWords.has(each[at] ?? '') && each[at - 1] !== 'to' && each[at + 1] !== 'to'),
  );
}

/**
 * One required list of objects is a batch when it is named after the collection or after actions; otherwise it is one
 * resource with parts.
 */
function takesManyObjects({ input, path }: Unsorted, walk: SchemaWalk): boolean {
  const required = input?.schema.required;
  if (input === undefined || !Array.isArray(required) || required.length !== 1) return false;
  const name = String(required[0]);
  const known = ['operations', 'requests', 'actions', literalSegments(path).at(-1) ?? ''];
  const only = known.some((each) => plainName(each) === plainName(name)) ? walk.properties(input).get(name) : undefined;
  const items = only?.schema.items;
  if (only === undefined || !isJsonObject(items)) return false;
  const item = walk.follow({ value: items, pointer: only.pointer });
  return item !== undefined && isObjectSchema(item.value);
}

/** The array in a list's output: the output itself, the property with the array, or the only array where callers page. */
export function listOf(
  { output, path, parameters }: Pick<ApiOperation, 'output' | 'path' | 'parameters'>,
  { walk, names, last }: { walk: Pick<SchemaWalk, 'properties'>; names: Names; last?: string },
): SchemaNode | undefined {
  if (output === undefined) return undefined;
  if (isType(output.schema, 'array')) return output;
  const segment = last ?? literalSegments(path).at(-1) ?? '';
  const endsInParameter = /\{[^{}]*\}(?:\.\w+)?\/?$/.test(path);
  const properties = walk.properties(output);
  const arrays = [...properties].filter(([, { schema }]) => isType(schema, 'array'));
  for (const [name, node] of arrays) {
    const named = isSameName(name, segment);
    const known = named || names.listKeys.some((key) => isSameName(name, key));
    if (known && !(endsInParameter && named) && !isColumn(properties, node)) return node;
  }
  const [only] = arrays;
  // `GET /messages/{channel}?limit=20`
  const isPaged = () => parameters.some(({ name }) => names.pageSize.some((each) => isSameName(name, each)));
  return only !== undefined && arrays.length === 1 && isPaged() && isMain(properties, only[1]) ? only[1] : undefined;
}

/** True when the other members only describe the page; `unreachables` next to a map of items, and comments of a file, are details. */
function isMain(properties: ReadonlyMap<string, SchemaNode>, { schema, pointer }: SchemaNode): boolean {
  if (isScalarList(schema.items) && properties.size > 1) return false;
  return [...properties].every(
    ([name, other]) => other.pointer === pointer || isScalar(other.schema) || aboutPage.test(name),
  );
}

const aboutPage = /meta|pag(?:e|ing|ination)|links|cursor|next|prev/i;

/** `{"dates": [], "values": []}`: arrays of single values next to each other are the columns of one table. */
function isColumn(properties: ReadonlyMap<string, SchemaNode>, { schema, pointer }: SchemaNode): boolean {
  if (!isScalarList(schema.items)) return false;
  return [...properties.values()].some((other) => other.pointer !== pointer && isScalarList(other.schema.items));
}

function isScalarList(items: JsonValue | undefined): boolean {
  return isJsonObject(items) && isScalar(items);
}
