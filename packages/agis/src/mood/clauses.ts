/**
 * Splits a request into clauses of plain lower-case words: contractions are written out, quoted text becomes one
 * placeholder, polite openings are dropped. The reader of moods classifies each clause.
 */
import type { Token } from '../matching/tokens.js';
import { cutTokens } from '../matching/tokens.js';

/** One clause of a request. */
export interface Clause {
  /** Words in lower case, separated by single spaces, with contractions written out. */
  text: string;
  /** As written, for explanations. */
  said: string;
  /** The mark that ends it; empty at the end of the text or before a conjunction. */
  mark: string;
  /** Number of its sentence. */
  sentence: number;
}

/** What replaces quoted text. */
export const quoteMark = '“”';

const contractions: readonly (readonly [RegExp, string])[] = [
  [/^(?:can't|cant|cannot)$/, 'can not'],
  [/^(?:won't|wont)$/, 'will not'],
  [/^(?:shan't)$/, 'shall not'],
  [/^(dont|doesnt|didnt|isnt|wasnt|shouldnt|wouldnt|couldnt|hasnt|havent|neednt|mustnt)$/, ''],
  [/^(\p{L}+)n't$/u, '$1 not'],
  [/^let's$/, 'let us'],
  [/^(\p{L}+)'m$/u, '$1 am'],
  [/^(\p{L}+)'ll$/u, '$1 will'],
  [/^(\p{L}+)'ve$/u, '$1 have'],
  [/^(\p{L}+)'re$/u, '$1 are'],
  [/^(i|we|you|he|she|they|it|who|that)'d$/, '$1 would'],
  [/^(what|where|when|who|how|why|that|there|it|he|she|here)'s$/, '$1 is'],
  [/^(?:wanna)$/, 'want to'],
  [/^(?:gonna)$/, 'going to'],
  [/^(?:gotta)$/, 'have to'],
  [/^(?:pls|plz)$/, 'please'],
];

const openings =
  /^(?:please|kindly|hi|hello|hey|ok|okay|well|so|then|now|just|also|and|but|or|yes|yeah|sorry|actually|absolutely|definitely|certainly|fyi|by the way|finally|next|first|instead|maybe you|perhaps you|otherwise|oh|dear assistant|for now|yesterday|today|earlier|last (?:week|night|month|year|time)|this (?:morning|week|afternoon)|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|whatever you do|there)(?: |$)/;
/** Conjunctions that always start a clause, and those that do so only before certain words. */
const joins: ReadonlySet<string> = new Set(['but', 'so', 'then', 'because', 'since', 'although', 'though', 'while']);
const softJoins: ReadonlySet<string> = new Set(['and', 'or']);
const clauseStarts =
  /^(?:do not|don't|dont|never|please|not|i|we|i'm|i'd|i'll|we'd|need|want|would|could|can|then|let's|tell|thanks)(?: |$)/;
/** Maximum number of clauses that are read. */
const maxClauses = 60;

/** The clauses of a request, in order. */
export function splitClauses(request: string): Clause[] {
  const clauses: Clause[] = [];
  let open: Token[] = [];
  let sentence = 0;
  const close = (mark: string) => {
    if (open.length > 0) clauses.push({ ...makeClause(open, mark), sentence });
    open = [];
    if (/[.!?;]/.test(mark)) sentence += 1;
  };
  const tokens = cutTokens(request);
  for (const [at, token] of tokens.entries()) {
    // A colon before quoted text does not end the clause that introduces it.
    if (token.kind === 'mark') {
      if (token.text !== ':' || tokens[at + 1]?.kind !== 'quoted') close(token.text);
    } else {
      const [next = '', second = ''] = tokens.slice(at + 1, at + 3).map(({ lower }) => lower);
      if (token.kind === 'word' && startsClause(token.lower, `${next} ${second}`, tokens[at - 1]?.lower)) close('');
      open.push(token);
    }
  }
  close('');
  return clauses.slice(0, maxClauses).filter(({ text }) => text !== '');
}

function startsClause(word: string, following: string, before: string | undefined): boolean {
  if (softJoins.has(word)) return clauseStarts.test(following);
  // "so that" and "as well as" do not start a request of their own.
  return joins.has(word) && before !== 'not' && before !== 'and' && !(word === 'so' && following.startsWith('that '));
}

function makeClause(tokens: readonly Token[], mark: string): Omit<Clause, 'sentence'> {
  let text = tokens
    .map(({ kind, lower }) => (kind === 'quoted' ? quoteMark : kind === 'word' ? expand(lower) : lower))
    .join(' ');
  for (let rest = text.replace(openings, ''); rest !== text; rest = text.replace(openings, '')) text = rest;
  return { text, said: tokens.map((token) => token.text).join(' '), mark };
}

function expand(word: string): string {
  for (const [pattern, plain] of contractions) {
    if (!pattern.test(word)) continue;
    return plain === '' ? `${word.slice(0, -2)} not` : word.replace(pattern, plain);
  }
  return word;
}
