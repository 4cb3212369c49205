/** Operations that do nearly the same at a longer or shorter path, so that a caller has to choose between them. */
import type { Api, ApiOperation } from '../../api/api.js';
import { contentWords, singular, tokensOf } from '../../api/words.js';
import { areConfusable, oneNamesMore } from '../frame/confusable-operations.js';

/** Another operation for the same kind of thing: `/calls/{id}/recordings` and `/recordings`. */
export function findRival(api: Api, operation: ApiOperation): ApiOperation | undefined {
  return api.once(pairRivals).get(operation);
}

function pairRivals({ exposed }: Api): ReadonlyMap<ApiOperation, ApiOperation> {
  const byKey = new Map<string, ApiOperation>();
  const rivals = new Map<ApiOperation, ApiOperation>();
  const pair = (one: ApiOperation, other: ApiOperation) => {
    if (!haveOneTitle(one, other) && (!areConfusable(one, other) || oneNamesMore(one, other))) return;
    if (!rivals.has(one) && !statesDifference(one, other)) rivals.set(one, other);
    if (!rivals.has(other) && !statesDifference(other, one)) rivals.set(other, one);
  };
  // A path of parameters alone says nothing about its kind of thing.
  const namedOnes = exposed.filter((operation) => namesOf(operation).length > 0);
  for (const operation of namedOnes) {
    const key = keyOf(operation, namesOf(operation));
    const other = byKey.get(key);
    if (other === undefined) byKey.set(key, operation);
    else if (other.path !== operation.path) pair(other, operation);
  }
  for (const operation of namedOnes) {
    for (const names of shorten(namesOf(operation))) {
      const other = byKey.get(keyOf(operation, names));
      if (other !== undefined) pair(operation, other);
    }
  }
  return rivals;
}

/** The summary has a word that neither its own path nor the other title has: "across all regions". */
function statesDifference({ summary, path }: ApiOperation, other: ApiOperation): boolean {
  const known = new Set([...tokensOf(path), ...contentWords(other.summary ?? '').map(singular)]);
  const own = contentWords(summary ?? '').map(singular);
  return other.summary !== undefined && own.slice(1).some((word) => !known.has(word) && !empty.has(word));
}

const empty = new Set('specific given existing single all new detail information data list'.split(' '));

function haveOneTitle({ summary: one }: ApiOperation, { summary: other }: ApiOperation): boolean {
  return one !== undefined && one.trim() === other?.trim();
}

function keyOf({ method, kinds, path }: ApiOperation, names: readonly string[]): string {
  const kind = kinds.list ? 'list' : path.endsWith('}') ? 'item' : 'other';
  return `${method} ${kind} ${names.join('/')}`;
}

/** The literal segments without versions and query. */
function namesOf({ path }: ApiOperation): string[] {
  const [bare = ''] = path.split('?');
  const parts = bare.split('/').filter((part) => part !== '' && !part.includes('{'));
  return parts.filter((part) => !/^(?:api|rest|beta|v?\d+(?:\.\d+)*)$/i.test(part)).slice(-6);
}

/** The names without one run of names before the last one. */
function shorten(names: readonly string[]): string[][] {
  const found: string[][] = [];
  for (let from = 0; from < names.length - 1; from += 1) {
    for (let to = from + 1; to < names.length; to += 1) found.push([...names.slice(0, from), ...names.slice(to)]);
  }
  return found;
}
