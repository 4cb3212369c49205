/** Splits an intent that asks for several things into its parts: "find a flight and book it" has two. */
import type { Words } from '../words/words.js';

/** Maximum number of steps; a longer list is one text, not a request. */
const maxSteps = 6;
const maxIntentLength = 1_000;
/** Shorter parts say too little to be found. */
const minWords = 2;
const quoted = /"[^"]*"|“[^”]*”|'[^']*'(?![a-z])/gi;
/** Between two sentences, before "then", before "and", or before "but first". */
const boundary =
  /\s*[.;!?]\s+(?:and\s+)?|\s+-\s+|,?\s*\b(?:and\s+)?(?:then|afterwards|after that|finally|next)\b,?\s+|,?\s+but first,?\s+|,\s*(?:and\s+)?|\s+and\s+(?:also\s+)?|\s+&\s+/gi;
/** Between two choices, of which a call would be one. */
const choice = /,?\s+or\s+(?:else\s+)?/gi;
const courtesy = /^(?:please|also|can you|could you|would you|let's)\b[\s,]*/i;
const wanting = /^(?:i|we)(?:'d| would)? (?:want|need|like)\b/i;
const asking: ReadonlySet<string> = new Set(
  'who what which where when how whether is are was has have did do does'.split(' '),
);

/** The parts of the intent, in order; one part when it asks for one thing. */
export function splitSteps(intent: string, words: Words): string[] {
  return splitAt(boundary, intent, words);
}

/** As `splitSteps`, and also at "or": a request for one of two actions leaves the choice to somebody else. */
export function splitActions(instruction: string, words: Words): string[] {
  return splitSteps(instruction, words).flatMap((step) => splitAt(choice, step, words));
}

function splitAt(marks: RegExp, intent: string, words: Words): string[] {
  if (intent.length > maxIntentLength) return [intent];
  const steps: { text: string; asks: boolean }[] = [];
  for (const { before, text } of cut(intent, marks)) {
    const asks = asksForSomething(text, words);
    const last = steps.at(-1);
    if (last === undefined || (asks && last.asks)) {
      steps.push({ text, asks });
      continue;
    }
    // "My card is gone, block it": a part that asks for nothing is a reason or a detail.
    last.text += before + text;
    last.asks ||= asks;
  }
  const parts = steps.map(({ text }) => text);
  return parts.length > maxSteps || parts.some((part) => part.split(/\s+/).length < minWords) ? [intent] : parts;
}

/** The text between boundaries; quoted text is never cut. */
function cut(intent: string, marks: RegExp): { before: string; text: string }[] {
  const hidden = intent.replace(quoted, (text) => '\u0000'.repeat(text.length));
  const parts: { before: string; text: string }[] = [];
  let start = 0;
  let before = '';
  for (const match of hidden.matchAll(marks)) {
    if (match.index > start) parts.push({ before, text: intent.slice(start, match.index) });
    before = match[0];
    start = match.index + match[0].length;
  }
  if (start < intent.length) parts.push({ before, text: intent.slice(start) });
  return parts;
}

/** True for an imperative: a part that begins with a verb, perhaps after "please" or "I want to". */
function asksForSomething(part: string, words: Words): boolean {
  let text = part.trim().toLowerCase();
  if (wanting.test(text)) return true;
  for (let rest = text.replace(courtesy, ''); rest !== text; rest = text.replace(courtesy, '')) text = rest;
  const [first = '', second = ''] = text.split(/[\s,]+/);
  if (asking.has(first)) return true;
  if (!words.isVerb(first) || !words.isListedVerb(first)) return false;
  // "and book shops": a verb is followed by an object, not by another verb or the end.
  return second !== '' && !words.isPlainlyNoun(first);
}
