/**
 * Reads the mood of a request, clause by clause. A clause that asks for an action decides; negations, questions,
 * reports and conditions count only when no clause asks for an action. In other languages than English only negations are
 * recognized. Takes linear time.
 */
import type { Words } from '../words/words.js';
import type { Clause } from './clauses.js';
import { splitClauses } from './clauses.js';
import { findForeignLanguage } from './foreign-language.js';
import type { Mood, MoodKind } from './mood.js';
import { readPattern } from './mood-patterns.js';
import { readStatement } from './statements.js';

const negation = /\b(?:not|never|no|nobody|none|nothing|neither|nor|avoid|skip|refrain|forbid|forget|stop)\b/;

/** The first clause with a negation, also where it was read as part of a request ("don't forget to …"); undefined without. */
export function findNegation(request: string): string | undefined {
  return splitClauses(request)
    .find(({ text }) => negation.test(text))
    ?.said.slice(0, maxEvidenceLength);
}

/** A clause with its reading; `context` neither asks for anything nor forbids it. */
interface ReadClause extends Clause {
  kind: MoodKind | 'condition' | 'context';
}

/** Kinds that decide when nothing asks for an action, most important first. */
const ranks: readonly MoodKind[] = ['negated', 'hypothetical', 'how-to', 'question', 'quoted', 'past', 'other'];
/** Requests to leave things as they are. */
const passive = /^(?:keep|leave|stay|wait|hold|stop|pause|remain)\b/;
const maxEvidenceLength = 80;

/** Reads the mood of a request; text that is not understood counts as a request. */
export function readMood(request: string, words: Words): Mood {
  const mood = readEnglish(request, words);
  if (mood.kind !== 'request') return mood;
  const negation = findForeignLanguage(request, words)?.negation;
  return negation === undefined ? mood : { kind: 'negated', evidence: negation };
}

function readEnglish(request: string, words: Words): Mood {
  const clauses = splitClauses(request).map((clause, at, all): ReadClause => {
    if (isDone(clause, all[at + 1], words)) return { ...clause, kind: 'past' };
    const kind = readPattern(clause, at < all.length - 1, words) ?? readStatement(clause, words) ?? 'context';
    return { ...clause, kind };
  });
  const asked = clauses.filter(({ kind }) => kind === 'request');
  const opposed = asked.length === 0 ? undefined : findContradiction(clauses, asked, words);
  if (opposed !== undefined) return moodOf('contradictory', opposed);
  const negated = clauses.find(({ kind }) => kind === 'negated');
  if (negated !== undefined && asked.length > 0 && asked.every(({ text }) => passive.test(text)))
    return moodOf('negated', negated);
  if (asked.some(({ sentence }) => findCondition(clauses, sentence) === undefined))
    return { kind: 'request', evidence: '' };
  for (const kind of ranks) {
    const shown = clauses.find((clause) => clause.kind === kind);
    if (shown !== undefined) return moodOf(kind, shown);
  }
  const condition = findCondition(clauses);
  return condition === undefined ? { kind: 'request', evidence: '' } : moodOf('hypothetical', condition);
}

/** The first condition, of one sentence or of all. */
function findCondition(clauses: readonly ReadClause[], within?: number): ReadClause | undefined {
  return clauses.find(({ kind, sentence }) => kind === 'condition' && (within ?? sentence) === sentence);
}

/** "Flight booked, thanks". */
function isDone({ text }: Clause, next: Clause | undefined, words: Words): boolean {
  if (!/^(?:thanks|thank you|done|great|perfect)/.test(next?.text ?? '')) return false;
  const said = text.split(' ');
  return said.length > 1 && said.length < 5 && words.inflectionOf(said.at(-1) ?? '')?.form === 'past';
}

function moodOf(kind: MoodKind, { said }: Clause): Mood {
  const evidence = said.length > maxEvidenceLength ? `${said.slice(0, maxEvidenceLength).trimEnd()}…` : said;
  return { kind, evidence };
}

/** "Book it and do not book it": the negated verb was asked for, with no other object; or a bare "don't". */
function findContradiction(
  clauses: readonly ReadClause[],
  asked: readonly ReadClause[],
  words: Words,
): ReadClause | undefined {
  return clauses.find((clause) => {
    if (clause.kind !== 'negated') return false;
    const [verb, ...object] = contentOf(clause.text, words);
    if (verb === undefined) return true;
    return asked.some((other) => {
      const said = new Set(contentOf(other.text, words));
      return said.has(verb) && object.every((word) => said.has(word));
    });
  });
}

const emptyWords =
  /^(?:do|does|did|not|never|no|please|the|a|an|my|our|your|it|this|that|them|him|her|to|of|for|i|we|you|me|us|want|would|like|need|should|must|can|could|be|is|are|just|anymore|any|more|yet)$/;

function contentOf(text: string, words: Words): string[] {
  return text
    .split(' ')
    .filter((word) => !emptyWords.test(word))
    .map((word) => words.baseOf(word));
}
