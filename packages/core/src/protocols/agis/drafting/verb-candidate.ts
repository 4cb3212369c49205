/** A possible verb of an operation with its reason, and the verbs that a single word stands for. */
import type { Words } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { cancelled, makingVerbs, wordVerbs } from './verb-table.js';

/** A verb with its reason. */
export interface VerbCandidate {
  method: string;
  reason: string;
  /** True when the author or the provider's own sentence says it. */
  said?: boolean;
}

/** The members that the choice uses. */
export type Named = Pick<Operation, 'name' | 'verb' | 'summary' | 'description' | 'impact' | 'binding' | 'extra'>;

/** The lower-case words of a snake_case name. */
export function nameWords(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** HTTP words that say nothing about the intent. */
export const vagueWords: ReadonlySet<string> = new Set(['post', 'put', 'patch', 'options', 'connect', 'trace']);

/** Part of the reason of a verb that was chosen for its object. */
export const aboutReason = ' and is about ';

/** A possible verb, its object, and where it was found. */
export interface Clue {
  word: string;
  object?: string | undefined;
  because: string;
}

/** The verbs that a word stands for, with the special ones of its object first. */
export function verbsFor({ word, object, because }: Clue, words: Words): VerbCandidate[] {
  const reason = object === undefined ? because : `${because}${aboutReason}"${object}"`;
  const special = object === undefined ? [] : specialVerbs(word, object);
  const plain = Object.hasOwn(wordVerbs, word) ? (wordVerbs[word] ?? []) : [];
  const base = words.inflectionOf(word)?.base;
  const own = words.isVerb(word) ? [word] : base === undefined ? [] : [base];
  const about = special.map((method) => ({ method, reason }));
  // "Create an order" creates one; "New order" places it. A reservation is booked also where it is created (draft, Appendix B).
  const isSaid = word === 'create' && !special.includes('BOOK');
  return [
    ...(isSaid ? [{ method: 'CREATE', reason: because }] : []),
    ...about,
    ...[...plain, ...own.map((each) => each.toUpperCase())].map((method) => ({ method, reason: because })),
  ];
}

function specialVerbs(word: string, object: string): readonly string[] {
  if (['create', 'new', 'post', 'make'].includes(word)) {
    return Object.hasOwn(makingVerbs, object) ? (makingVerbs[object] ?? []) : [];
  }
  return ['delete', 'del', 'destroy', 'remove'].includes(word) && cancelled.has(object) ? ['CANCEL'] : [];
}
