/**
 * Names operations: the operationId where it expresses an intent, else a verb and the nouns of the path. Names are
 * unique in the entry, at most 64 characters, and the same whenever the same document is read, whatever its order.
 */
import { sha256Hex } from '#digest';
import { toSnakeCase } from '../../documents/identifier.js';

/** Input of a name. */
export interface NamedByDocument {
  method: string;
  path: string;
  operationId?: string;
  summary?: string;
}

/** A name and its origin. */
export interface OperationName {
  name: string;
  /** True when it was derived by rule. */
  derived: boolean;
}

const maxLength = 64;

/** Names every operation, in order. */
export function nameOperations(operations: readonly NamedByDocument[]): OperationName[] {
  const wanted = operations.map((operation) => wantedName(operation));
  const groups = new Map<string, number[]>();
  wanted.forEach(({ name }, at) => {
    groups.set(name, [...(groups.get(name) ?? []), at]);
  });
  const taken = new Set<string>();
  const names = [...wanted];
  for (const [name, members] of groups) {
    const ordered = [...members].sort((one, other) => compareKeys(operations[one], operations[other]));
    for (const [rank, at] of ordered.entries()) {
      const operation = operations[at];
      if (operation === undefined) continue;
      const free = rank === 0 && !taken.has(name) ? name : makeDistinct(name, operation, taken, groups);
      taken.add(free);
      names[at] = { name: free, derived: free !== name || (wanted[at]?.derived ?? true) };
    }
  }
  return names;
}

/** The noun of a path: its last fixed segment in the singular; empty when there is none. */
export function entityOf(path: string): string {
  const nouns = segments(path).filter((segment) => !segment.placeholder);
  return singular(nouns.at(-1)?.text ?? '');
}

function compareKeys(one: NamedByDocument | undefined, other: NamedByDocument | undefined): number {
  const key = (each: NamedByDocument | undefined) => `${each?.path.length ?? 0}`.padStart(6, '0') + keyOf(each);
  return key(one) < key(other) ? -1 : 1;
}

function keyOf(operation: NamedByDocument | undefined): string {
  return ` ${operation?.path ?? ''} ${operation?.method ?? ''}`;
}

function wantedName(operation: NamedByDocument): OperationName {
  const { operationId } = operation;
  if (operationId !== undefined && revealsIntent(operationId) && !repeatsPath(operation)) {
    return { name: fit(toSnakeCase(operationId.replaceAll(/[{}]/g, ' '), ''), operationId), derived: false };
  }
  return { name: nameByPath(operation), derived: true };
}

/** Numbers, hashes and bare methods express no intent. */
function revealsIntent(operationId: string): boolean {
  const name = toSnakeCase(operationId, '');
  const words = name.split('_').filter((word) => /[a-z]{2}/.test(word) && !/^[0-9a-f]{8,}$/.test(word));
  if (words.length === 0) return false;
  const plain = words.filter((word) => !filler.has(word));
  return plain.length > 0 && !/^(operation|endpoint|route|method|api|call|request)?\d*$/.test(plain.join(''));
}

/**
 * `PostFileLinksLink` for `POST /v1/file_links/{link}` was generated from the path; our name is more descriptive. That of
 * `QUERY` or `COPY` says what is done.
 */
function repeatsPath({ operationId = '', method, path }: NamedByDocument): boolean {
  if (!filler.has(method)) return false;
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const bare = letters(operationId).replaceAll(/by/g, '');
  const spelled = [path, path.replace(/^\/(api\/)?v\d+(?=\/)/, '')].map((each) => letters(each).replaceAll(/by/g, ''));
  return spelled.some((each) => bare === `${method}${each}` || bare === `${each}${method}`);
}

const filler = new Set([
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'head',
  'options',
  'trace',
  'operation',
  'endpoint',
  'api',
  'id',
  'uuid',
  'unnamed',
]);

const verbs: Readonly<Record<string, string>> = {
  get: 'get',
  head: 'check',
  post: 'create',
  put: 'replace',
  patch: 'update',
  delete: 'delete',
  options: 'list_options_of',
  trace: 'trace',
  query: 'search',
};

interface Segment {
  text: string;
  placeholder: boolean;
}

/** `/api/v2/orgs/{org}/repos` → orgs, {org}, repos: versions and `api` are dropped. */
function segments(path: string): Segment[] {
  const parts = path.split(/[/?&#]/).filter((part) => part !== '');
  return parts.flatMap((part): Segment[] => {
    const placeholder = /^[{:].*\}?$/.test(part);
    const text = toSnakeCase(part.replaceAll(/\.(json|xml|php|aspx?|html)$/gi, '').replaceAll(/[{}:]/g, ' '), '');
    return text === '' || /^(v\d+(_\d+)*|api|rest|public|index)$/.test(text) ? [] : [{ text, placeholder }];
  });
}

/** `GET /orgs/{org}/repos` → `list_org_repos`; `GET /orgs/{org}` → `get_org`. */
function nameByPath({ method, path, summary }: NamedByDocument): string {
  const parts = segments(path);
  if (parts.length === 0) {
    const said = summary === undefined ? '' : toSnakeCase(summary, '');
    const verb = verbs[method] ?? method;
    // A path in another script has no word for a name; the hash keeps the name when paths are added.
    const bare = /(?!\p{ASCII})\p{L}/u.test(path) ? mark(`${verb}_resource`, path) : `${verb}_root`;
    return fit(said === '' ? bare : said, summary ?? path);
  }
  const last = parts.at(-1);
  const one = last?.placeholder === true;
  const nouns = parts.filter(({ placeholder }) => !placeholder);
  const ofSeveral = !one && isPlural(last?.text ?? '');
  const collection = ofSeveral && method === 'get';
  const verb = collection ? 'list' : (verbs[method] ?? method);
  const several =
    collection ||
    (ofSeveral && method === 'query') ||
    (!one && (method === 'delete' || method === 'put' || method === 'patch'));
  const words = nouns.map(({ text }, at) => (at === nouns.length - 1 && several ? text : singular(text)));
  const key = one && nouns.length === 0 ? (last?.text ?? '') : '';
  return fit([verb, ...words, key].filter((word) => word !== '').join('_'), `${method} ${path}`);
}

function isPlural(word: string): boolean {
  return /[^su]s$|ies$|sses$|xes$|people$|children$/.test(word);
}

/** The singular of an English noun, by its ending; a word that only resembles a plural stays. */
export function singular(word: string): string {
  if (!isPlural(word)) return word;
  if (/ies$/.test(word) && word.length > 4) return word.replace(/ies$/, 'y');
  if (/(ss|x|ch|sh)es$/.test(word)) return word.replace(/es$/, '');
  if (/people$/.test(word)) return word.replace(/people$/, 'person');
  if (/children$/.test(word)) return word.replace(/ren$/, '');
  return /(is|us|ss|news|series|status)$/.test(word) ? word : word.replace(/s$/, '');
}

/** Two operations with the same name are distinguished by the difference of their paths, else by a hash of the path. */
function makeDistinct(
  name: string,
  operation: NamedByDocument,
  taken: ReadonlySet<string>,
  groups: ReadonlyMap<string, unknown>,
): string {
  const isFree = (candidate: string) =>
    candidate.length <= maxLength && !taken.has(candidate) && !groups.has(candidate);
  const holders = segments(operation.path).filter(({ placeholder }) => placeholder);
  const byKey = holders.length === 0 ? '' : `${name}_by_${holders.map(({ text }) => text).join('_and_')}`;
  const byMethod = `${name}_${operation.method}`;
  for (const candidate of [byKey, byMethod]) if (candidate !== '' && isFree(candidate)) return candidate;
  return mark(name, `${operation.method} ${operation.path}`);
}

function fit(name: string, source: string): string {
  if (name.length < maxLength && name !== '') return name;
  return name === '' ? mark('operation', source) : mark(name, source);
}

/** A long name is cut at a word and gets a hash suffix, so that two long ones stay different. */
function mark(name: string, source: string): string {
  const hash = sha256Hex(source).slice(0, 6);
  const room = maxLength - hash.length - 1;
  const cut = name.length <= room ? name : name.slice(0, room).replace(/_[^_]*$/, '');
  return `${cut}_${hash}`;
}
