/**
 * A small grammar of orders to a reader: who is addressed, what is ordered, and which data or tools it is about. A text
 * becomes a skeleton with one letter per word, and the rules are read on the skeleton. A gap never leaves a sentence.
 */
import { letterOfWord, unspacedLetters, unspacedTerms, type WordClass, wordClasses } from './order-lexicon.js';
import type { TextCode as Code } from './untrusted-diagnostics.js';

/** Words, addresses and the marks that end or divide a sentence, in lower case. */
const tokens =
  /~\/\.?[a-z]{1,20}|https?:\/\/|(?<![\w.])(?:\.[a-z]{2,10}[_-]?[a-z]{0,12}|\/etc\/[a-z]{1,20})(?![a-z])|[a-zа-яёіїєґ\d_-]+(?:'(?:s|t|re|ve|ll|d|m)(?![a-z]))?|[.!?;](?![^\s"')*_<])|\n(?=[^a-z])|[,:|]|@(?=[a-z\d-]{1,60}\.[a-z])/gu;
const unspacedScript = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;

const classNamed = (name: string) => `\\${wordClasses[name as WordClass]}`.replace(/\\(?=\w)/, '');

/** A rule; every matching skeleton has one letter of each list. */
interface Rule {
  code: Code;
  needs: readonly (readonly string[])[];
  pattern: RegExp;
}

/**
 * A rule of names: `give|send` is one word of either class, `_4` up to four words of one sentence, `^` the start of a
 * sentence or clause, `__4` of any sentences, `x?` an optional word, `!x` not after such a word, `!!x` nor after it and one more.
 */
function rule(code: Code, source: string): Rule {
  const needs: string[][] = [];
  const pattern = source
    .split(' ')
    .map((part) => {
      if (part === '^') return '(?<![^|,:>my=&])';
      if (part.startsWith('__')) return `.{0,${part.slice(2)}}`;
      if (part.startsWith('_')) return `[^|]{0,${part.slice(1)}}`;
      const optional = part.endsWith('?') ? '?' : '';
      const negated = /^!*/.exec(part)?.[0].length ?? 0;
      const names = part.slice(negated, optional === '' ? undefined : -1).split('|');
      if (negated === 0 && optional === '') needs.push(names.map((name) => wordClasses[name as WordClass]));
      const group = `[${names.map(classNamed).join('')}]`;
      return negated === 0 ? `${group}${optional}` : `(?<!${group}${negated === 1 ? '' : '[^|]?'})`;
    })
    .join('');
  return { code, needs, pattern: new RegExp(pattern, 'g') };
}

const rules = [
  // Words to a model, text that speaks of itself, and data of the reader: what descriptions for programs never have.
  rule('text/instruction-override', 'earlier this text'),
  rule('text/addressed-to-model', 'reads this _1 you'),
  rule('text/concealment', 'tell this text'),
  rule('text/concealment', 'tell _6 your answer'),
  rule('text/role-change', 'every _1 later answer'),
  rule('text/concealment', '!!if user _2 !descriptive not _2 know'),
  rule('text/concealment', 'must _2 unseen _2 user'),
  rule('text/addressed-to-model', 'text|member _2 reader colon'),
  rule('text/concealment', 'must|if user _1 ask|wants _8 comma _1 tell|say|claim'),
  rule('text/tool-hijack', 'consent descriptive off'),
  rule('text/role-change', 'restriction _4 off _4 this|session'),
  rule('text/exfiltration', 'this|earlier conversation _5 mailbox|link|member'),
  rule('text/exfiltration', 'answer _4 tool _3 give'),
  rule('text/tool-hijack', 'consented _3 ask _3 not'),
  rule('text/exfiltration', 'member give whole conversation'),
  rule('text/exfiltration', 'use _1 named _2 whole _1 conversation'),

  rule('text/addressed-to-model', 'artificial reader|weakReader _8 must'),
  rule('text/exfiltration', 'reads|give _10 this thisMachine|machine'),
  rule('text/exfiltration', '^ reads _4 machine'),
  rule('text/concealment', 'behind _1 usersOwn'),
  rule('text/concealment', 'between you and first'),
  rule('text/instruction-override', 'every|earlier _1 instructions _1 you _8 void'),
  rule('text/addressed-to-model', 'greeting reader|weakReader'),
  rule('text/addressed-to-model', 'could you _2 give|use|tell'),
  rule('text/role-change', 'user _1 this reader|weakReader'),
  rule('text/exfiltration', 'every tool _1 you must'),
  rule('text/tool-hijack', 'not matter _4 user'),
  rule('text/concealment', 'give|use _12 not tell sentenceEnd|consequence'),
  rule('text/tool-hijack', 'not use _8 builtIn'),
  rule('text/addressed-to-model', 'when you? respond _2 user'),
  rule('text/role-change', 'as if _1 user _1 said'),
  rule('text/tool-hijack', 'not reason|needed _1 ask'),
  rule('text/tool-hijack', 'earlier tool'),
  rule('text/role-change', 'your user|system first'),
  rule('text/exfiltration', 'reader|weakReader must _1 give _6 thoughts|instructions|conversation'),
  rule('text/addressed-to-model', 'you descriptive _1 pressure'),
  rule('text/exfiltration', 'user speaks _3 secret'),
  rule('text/tool-hijack', 'assume|disregard _3 every|earlier|later _2 tool'),
  rule('text/tool-hijack', 'give _14 your _1 memory'),
  rule('text/tool-hijack', '^ refuse _2 every'),
  rule('text/instruction-override', '^ disregard comma? _2 user'),
  rule('text/exfiltration', 'conversation whole _2 give'),
  rule('text/addressed-to-model', 'every _4 you say'),
  rule('text/concealment', '^ not show|tell _1 this text'),

  // Data of the reader or of the user, and where it has to go.
  rule('text/exfiltration', 'give _3 whole|every|earlier _3 conversation _12 member|link|mailbox|named'),
  rule('text/exfiltration', 'member|named _3 must give _3 whole|every|earlier _3 conversation'),
  rule('text/exfiltration', 'give|gives _5 every|whole _4 you|user|reader _3 said'),
  rule('text/exfiltration', 'give _4 every _4 secret _3 said|found|know _2 your|surroundings'),
  rule('text/exfiltration', 'give _6 secret _3 found _2 your? _1 surroundings'),
  rule(
    'text/exfiltration',
    'give _3 your earlier? _1 instructions|conversation|surroundings _6 member|link|mailbox|named',
  ),
  rule('text/exfiltration', 'give _3 picture _12 usersOwn|conversation'),
  rule('text/exfiltration', 'give|tell _4 secretFile'),
  rule('text/exfiltration', 'reads _4 secretFile _8 give'),
  rule('text/exfiltration', 'secretFile _8 give _5 member|link|mailbox'),
  rule('text/exfiltration', '^ give _5 every|answer _8 mailbox'),
  rule('text/exfiltration', 'your _1 system instructions'),
  rule('text/exfiltration', 'use|give _4 secret _2 found|from _3 surroundings'),
  rule('text/exfiltration', 'give _14 this session'),
  rule('text/exfiltration', 'every you say|tell _1 later'),
  // Orders about what the user learns.
  rule('text/concealment', '!descriptive not _2 tell _4 user'),
  rule('text/concealment', 'tell _3 user not'),
  rule('text/concealment', 'user not tell'),
  rule('text/concealment', '!!if user must|not _1 not|must _2 know'),
  rule('text/concealment', 'not must _2 know _2 user'),
  rule('text/concealment', 'hide _6 from _1 user'),
  rule('text/concealment', 'hideFrom _4 user'),
  rule('text/concealment', 'not _2 tell _5 your answer'),
  rule('text/concealment', 'tell _2 not _4 user'),
  rule('text/concealment', 'user unaware'),
  rule('text/concealment', 'user _6 must|not _2 unaware'),
  rule('text/concealment', '^ claim _2 user'),
  rule('text/concealment', 'if|must|when _1 user _1 wants _6 comma _1 tell|say|claim|answer this'),
  rule('text/concealment', 'if _1 user _1 wants _5 comma _1 claim'),
  rule('text/concealment', '^ not tell|report this sentenceEnd'),
  rule('text/concealment', 'your really? answer _4 leaveOut|not|hide'),
  rule('text/concealment', 'leaveOut|hide _6 your really? answer'),
  // Consent that the text itself declares given or needless.
  rule('text/tool-hijack', 'user _3 consented|consent _14 not|consequence _3 ask|consent|instructions'),
  rule('text/tool-hijack', 'consent|consented __20 ^ not _1 ask _3 user'),
  rule('text/tool-hijack', '^ not _1 ask _3 user __20 consent|consented'),
  rule('text/tool-hijack', '^ not _1 ask _3 consent'),
  rule('text/tool-hijack', 'user not ask'),
  rule('text/tool-hijack', '^ assume _4 consented|consent'),
  rule('text/tool-hijack', 'not _1 needed _2 ask _3 user'),
  rule('text/tool-hijack', '^ assume _5 silence'),
  rule('text/tool-hijack', 'not ask _12 named'),
  // Orders about other tools.
  rule('text/tool-hijack', 'rather _1 every _3 tool'),
  rule('text/tool-hijack', 'every use _2 every tool'),
  rule('text/tool-hijack', 'named tool _6 unsafe'),
  rule('text/tool-hijack', '^ use _8 every conversation|session'),
  rule('text/tool-hijack', 'every _4 wants _4 comma doing'),
  rule('text/tool-hijack', 'weakReader|reader _2 disregard _1 this tool'),
  rule('text/tool-hijack', '^ remember _4 later|every'),
  rule('text/tool-hijack', 'use|used _8 rather _4 every _2 tool'),
  rule('text/tool-hijack', '^ not _1 use|obey _3 every _2 tool'),
  rule('text/tool-hijack', 'every _2 tool _4 unsafe'),
  rule('text/tool-hijack', 'when _3 this _4 loaded _5 use|give'),
  rule('text/tool-hijack', 'when _3 this _4 loaded _8 must _2 used'),
  rule('text/tool-hijack', 'use|used|give _3 named _6 mailbox'),
  rule('text/tool-hijack', 'named tool? must _3 used _6 mailbox'),
  rule('text/tool-hijack', 'even _2 user _2 wants'),
  rule('text/tool-hijack', 'obey _2 every _8 tool|found|named|answer'),
  rule('text/tool-hijack', 'unsafe _3 rival'),
  // Earlier instructions, and what the user wants.
  rule('text/instruction-override', 'disregard _2 earlier|your|every _3 instructions'),
  rule('text/instruction-override', 'disregard _2 instructions earlier'),
  rule('text/instruction-override', '^ disregard _1 restriction'),
  rule('text/tool-hijack', 'not ask comma _2 consent'),
  rule('text/exfiltration', '^ give _2 conversation _3 link|mailbox'),
  rule('text/role-change', 'your really user'),
  rule('text/tool-hijack', 'tool _8 descriptive unsafe'),
  rule('text/role-change', 'as your user sentenceEnd|comma'),
  rule('text/concealment', 'every _3 comma _1 tell _1 user'),
  rule('text/tool-hijack', 'consent _6 user comma consequence'),
  rule('text/instruction-override', 'earlier _2 instructions _4 disregard'),
  rule('text/instruction-override', '^ disregard this? _1 user'),
  rule('text/instruction-override', 'your _2 instructions _4 void'),
  rule('text/role-change', 'your really goal'),
  // Words to a reader that is a model.
  rule(
    'text/addressed-to-model',
    'artificial|good reader|weakReader _3 must not? give|use|tell|hide|disregard|obey|ask',
  ),
  rule('text/addressed-to-model', 'good reader _1 give|gives|use|tell|hide|not'),
  rule('text/addressed-to-model', 'you _2 artificial weakReader|reader'),
  rule('text/addressed-to-model', 'artificial? reader|weakReader _2 reads _1 this'),
  rule('text/addressed-to-model', 'reader _3 must not? _1 give|use|tell|hide|disregard|obey|ask'),
  rule('text/addressed-to-model', 'reader _12 must _1 use|give|tell'),
  rule('text/role-change', 'your _2 training _5 not|void'),
  rule('text/instruction-override', 'disregard _1 every _6 said'),
];

/** The letters of a text in lower case. */
export function skeletonOf(text: string): string {
  let letters = '';
  if (unspacedScript.test(text)) for (const { letter } of unspacedWords(text)) letters += letter;
  else {
    tokens.lastIndex = 0;
    for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) letters += letterOf(found[0]);
  }
  return letters;
}

/** Where the word of each letter begins and ends; only needed for what was found. */
function placesOf(text: string): { start: number; end: number }[] {
  if (unspacedScript.test(text)) return [...unspacedWords(text)];
  return [...text.matchAll(tokens)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}

function* unspacedWords(text: string): Generator<{ letter: string; start: number; end: number }> {
  for (const found of text.matchAll(unspacedTerms)) {
    const at = found.slice(1).findIndex((group) => group !== undefined);
    for (const letter of unspacedLetters[at] ?? '')
      yield { letter, start: found.index, end: found.index + found[0].length };
  }
}

function letterOf(word: string): string {
  const known = letterOfWord.get(word);
  if (known !== undefined) return known;
  if (word === ',' || word === ':') return word;
  if (word.startsWith('~')) return wordClasses.secretFile;
  if (word.startsWith('http')) return wordClasses.link;
  if (word === '@') return wordClasses.mailbox;
  if (/^[.!?;|\n]/.test(word)) return wordClasses.sentenceEnd;
  if (word.length >= 20) return wordClasses.long;
  if (word.includes('_')) return wordClasses.named;
  return '.';
}

/** Orders of one rule in a normalized text. */
export interface OrderMatches {
  code: Code;
  /** The words of each match and their offset. */
  matches: Iterable<{ 0: string; index: number }>;
}

/** Orders in a normalized text, by rule; with the text in lower case and its skeleton. */
export function* matchOrders({
  folded,
  lower,
  letters,
}: {
  folded: string;
  lower: string;
  letters: string;
}): Generator<OrderMatches> {
  let places: ReturnType<typeof placesOf> | undefined;
  function* matchesOf(pattern: RegExp): Generator<{ 0: string; index: number }> {
    for (const { 0: found, index } of letters.matchAll(pattern)) {
      places ??= placesOf(lower);
      const start = places[index]?.start ?? 0;
      yield { 0: folded.slice(start, places[index + found.length - 1]?.end), index: start };
    }
  }
  for (const { code, needs, pattern } of rules) {
    if (needs.every((some) => some.some((letter) => letters.includes(letter))))
      yield { code, matches: matchesOf(pattern) };
  }
}
