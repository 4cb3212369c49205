/** Outcomes of sentences with two actions: "Stores the step number and returns the saved step" says two things. */
import type { Words } from '@dragoman/agis';
import { articleOf } from './inflect-noun.js';

/** The two sentences of "Stores a step and returns the saved one"; undefined unless both verbs have the same form. */
export function twoSentences(sentence: string, words: Words): readonly [string, string] | undefined {
  const [, first = '', object = '', second = '', rest = ''] =
    /^([A-Za-z]+) ([^.;:]{3,80}?),? and (?:then )?([a-z]+) ((?!(?:it|them|the result)\b)[^.;:]{3,120})\.?$/.exec(
      sentence,
    ) ?? [];
  if (rest === '' || / (?:that|which|who|if|when|whether|while|or) /.test(` ${object} `)) return undefined;
  const isThird = (verb: string) => words.inflectionOf(verb.toLowerCase())?.form === 'third-person';
  const isVerb = (verb: string) => words.isListedVerb(words.baseOf(verb.toLowerCase()));
  const isDetermined = /^(?:an?|the|its|their|all|any|your|new)\b/.test(rest);
  // "returns saved data" needs no article where the form shows the verb.
  const isSame = isThird(first) ? isThird(second) : isDetermined && words.baseOf(second) === second;
  return isSame && isVerb(first) && isVerb(second)
    ? [`${first} ${object}`, `${second.charAt(0).toUpperCase()}${second.slice(1)} ${rest}`]
    : undefined;
}

/** "The step is stored", "The saved step is returned" → one sentence. */
export function joinOutcomes(first: string, second: string): string {
  // "export the contents and return a URL": one that did not exist before.
  const own = second.replace(/^The requested (?=(\S+))/, (_, noun: string) => `${articleOf(noun)} `);
  return `${first} and ${own.charAt(0).toLowerCase()}${own.slice(1)}`;
}
