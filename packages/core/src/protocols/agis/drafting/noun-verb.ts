/** Words that a dictionary has as verbs, although in titles they are nouns, qualities or particles. */
import type { Words } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { addressOf } from './schema-thing.js';
import { isDeterminer } from './title-facts.js';

const nounVerbs = /^(?:bar|bulk|chart|chat|draft|form|image|line|profile|up|down|out|off|on|in|back)$/;

/** "Team invite", "Full scan", "Bar chart": the word is the verb only with an article after it, or at the end of an address, after a key. */
export function isNounVerb(
  verb: string,
  { summary = '', description = '', binding }: Pick<Operation, 'summary' | 'description' | 'binding'>,
  words: Words,
): boolean {
  const isRather =
    !words.isFiled(verb) && words.isListedVerb(verb) && (words.isRatherNoun(verb) || words.isAdjective(verb));
  if (!isRather && !nounVerbs.test(verb)) return false;
  const address = binding.kind === 'http' ? addressOf(binding.urlTemplate).toLowerCase() : '';
  const isSaid = [summary, description].some((text) => {
    const [first = '', second = '', third = ''] = text.toLowerCase().split(/\s+/, 3);
    // "Power off a server"
    const isParted = /^(?:on|off|up|down|out|in)$/.test(second) && isDeterminer(third);
    const isWhole = second === '' && address.endsWith(`/${verb}`);
    return words.baseOf(first) === verb && (isDeterminer(second) || isParted || isWhole);
  });
  return !isSaid && !address.endsWith(`}/${verb}`);
}
