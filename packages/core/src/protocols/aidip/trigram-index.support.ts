/**
 * Another matching method, for tests of the response form: texts become vectors of hashed trigrams, compared by
 * cosine. It is deliberately slow and simple; it shares only the port with the real index.
 */
import type { Entry } from '@dragoman/model';
import type { Caller } from '../../access/caller.js';
import { canSee } from '../../access/caller.js';
import type { Condition, EntryIndex, FindQuery, Hit, NamePosition } from '../../catalogue/index-port.js';

const dimensions = 512;

function embed(text: string): Float64Array {
  const vector = new Float64Array(dimensions);
  const padded = `  ${text.toLowerCase()}  `;
  for (let at = 0; at + 3 <= padded.length; at += 1) {
    let hash = 7;
    for (const letter of padded.slice(at, at + 3)) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + 1;
  }
  return vector;
}

function cosine(one: Float64Array, other: Float64Array): number {
  let dot = 0;
  let left = 0;
  let right = 0;
  for (let at = 0; at < dimensions; at += 1) {
    dot += (one[at] ?? 0) * (other[at] ?? 0);
    left += (one[at] ?? 0) ** 2;
    right += (other[at] ?? 0) ** 2;
  }
  return dot / Math.sqrt(left * right);
}

function labels(entry: Entry, field: string): string[] {
  if (field === 'capability') return entry.capabilities;
  if (field === 'tag') return entry.tags;
  if (field === 'language') return entry.languages;
  return field === 'status' ? [entry.status] : [];
}

function satisfies(entry: Entry, { field, values, mode }: Condition): boolean {
  const has = labels(entry, field).map((label) => label.toLowerCase());
  if (field === 'language' && has.length === 0) return true;
  const met = values.map((value) => has.includes(value.trim().toLowerCase()));
  return mode === 'all' ? met.every(Boolean) : met.some(Boolean);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: NamePosition, b: NamePosition) => compare(a.name, b.name) || compare(a.id, b.id);

/** Creates an empty index of this kind. */
export function createTrigramIndex(floor = 0.25): EntryIndex {
  const entries = new Map<string, Entry>();
  const seqs = new Map<string, number>();
  const matches = ({ text = '', conditions }: FindQuery, caller: Caller): Hit[] => {
    const wanted = text.trim() === '' ? undefined : embed(text);
    const fitting = [...entries.values()].filter(
      (entry) => canSee(caller, entry) && conditions.every((condition) => satisfies(entry, condition)),
    );
    return fitting.flatMap((entry): Hit[] => {
      const { id, name, description, capabilities, endpoint } = entry;
      const hit = { id, name, description, capabilities, ...(endpoint === undefined ? {} : { endpoint }) };
      if (wanted === undefined) return [hit];
      const score = cosine(wanted, embed(`${name} ${description} ${entry.tags.join(' ')}`));
      return score < floor ? [] : [{ ...hit, score }];
    });
  };
  return {
    put({ entry, seq, deletedAt }) {
      seqs.set(entry.id, seq);
      if (deletedAt === undefined) entries.set(entry.id, entry);
      else entries.delete(entry.id);
    },
    remove: (id) => void entries.delete(id),
    seqOf: (id) => (entries.has(id) ? seqs.get(id) : undefined),
    find(query, caller) {
      const order =
        query.order === 'name' ? byName : (a: Hit, b: Hit) => (b.score ?? 0) - (a.score ?? 0) || byName(a, b);
      const all = matches(query, caller).sort(order);
      const { after, afterId } = query;
      const last = all.findIndex(({ id }) => id === afterId);
      const skip = afterId === undefined ? query.skip : last < 0 ? query.skip - 1 : last + 1;
      const start = after === undefined ? skip : all.filter((hit) => byName(hit, after) <= 0).length;
      return { hits: all.slice(start, start + query.top), count: all.length };
    },
    access: (id) => entries.get(id),
    describe: () => undefined,
    idsLike: () => [],
    knowsField: (field, caller) =>
      [...entries.values()].some((entry) => canSee(caller, entry) && Object.hasOwn(entry.extra, field)),
    get size() {
      return entries.size;
    },
    get changes() {
      return seqs.size;
    },
  };
}
