/** Finds the verbs in addition to the main one: "finds a slot **and books** it", "ends it **by handing** it back". */
import type { FoundVerb } from './found-verb.js';
import { listed } from './word-lists.js';
import type { VerbForm, Words } from './words.js';

const joiners = listed('and or then , also');
/** From these words on, the sentence describes something and no longer states an action. */
const describing = listed(
  'that which who whose whom where when if whether while unless because so how what why under once',
);
const objectStarts = listed(
  'a an the this that these those each every all any some its their his her your our one it them him',
);

/** Words that follow a noun rather than a verb: "names and amounts out of a contract". */
const linking = listed('of out from for in on at by with into to that which who and or , is are per via');

/** With these verbs, somebody else does what follows: "forbids the driver to enter the yard". */
const ordering = listed('command compel forbid force instruct oblige order prohibit');

/** Further verbs of the main clause, in order. */
export function findFurtherVerbs(tokens: readonly string[], main: FoundVerb, words: Words): FoundVerb[] {
  const form = formOf(tokens[main.at] ?? '', words);
  const toOthers = ordering.has(main.verb);
  const found: FoundVerb[] = [];
  let described = false;
  for (let at = main.at + 1; at < tokens.length; at++) {
    described ||= describing.has(tokens[at] ?? '');
    const isComplement = toOthers && tokens[at - 1] === 'to';
    const verb = isComplement ? undefined : verbAt(tokens, at, { form, described, words });
    if (verb !== undefined) found.push({ verb, at });
  }
  return found;
}

interface Place {
  form: VerbForm | 'base';
  described: boolean;
  words: Words;
}

function verbAt(tokens: readonly string[], at: number, { form, described, words }: Place): string | undefined {
  const token = tokens[at] ?? '';
  const before = tokens[at - 1]?.endsWith('ly') ? (tokens[at - 2] ?? '') : (tokens[at - 1] ?? '');
  const base = words.baseOf(token);
  if (!words.isVerb(base) || words.isAdjective(token)) return undefined;
  const own = formOf(token, words);
  if (!described && before === 'by' && own === 'participle') return base;
  if (!described && before === 'to' && own === 'base' && isPurpose(tokens, at, words)) return base;
  if (!joiners.has(before) || own !== form) return undefined;
  return isFollowedByObject(tokens, at, described) ? base : undefined;
}

/** "… the bank to cancel a card", but not "the key used to make the request" nor "… to order". */
function isPurpose(tokens: readonly string[], at: number, words: Words): boolean {
  const bearer = tokens[at - 2] ?? '';
  const participle = words.inflectionOf(bearer) !== undefined && !words.isNoun(bearer);
  return !participle && !words.hasNounReading(tokens[at] ?? '');
}

function isFollowedByObject(tokens: readonly string[], at: number, described: boolean): boolean {
  const next = tokens[at + 1];
  if (described) return next === 'it' || next === 'them';
  if (next === undefined) return false;
  return objectStarts.has(next) || (tokens[at - 1] !== ',' && !linking.has(next));
}

function formOf(token: string, words: Words): VerbForm | 'base' {
  return words.inflectionOf(token)?.form ?? 'base';
}
