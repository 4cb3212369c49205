/** The number of what a sentence lists: a list has several. */
import type { Words } from '@dragoman/agis';
import { pluralNoun, singularOf } from './inflect-noun.js';
import { type PolishPlace, uncountable } from './polish-sentence.js';

/** "List this user extension" of `/users/{id}/extensions`: a list has several. */
export function agreeingList(given: string, { method, path, words }: PolishPlace): string {
  const text = method === 'LIST' ? wholeList(given, words) : given;
  const last = path.split('/').at(-1)?.replace(/^.*-/, '') ?? '';
  const one = singularOf(last, words);
  if (method !== 'LIST' || last.includes('{') || one === last || !words.isNoun(one)) return text;
  const object = new RegExp(
    `^((?:[A-Z][a-z]+) (?!an? |one )(?:(?!(?:of|for|in|from|to|on|by|with) )[\\w'’-]+ ){0,3})${one}(?=\\.?$| (?:of|for|in|from|by|with|on) )`,
    'i',
  );
  return text.replace(object, (_, before: string) => `${before}${last}`);
}

/** "Retrieve a list existing report", "the list of step definition" → "a list of existing reports". */
function wholeList(text: string, words: Words): string {
  return text.replace(
    /^([A-Z][a-z]+ (?:an?|the) list) (?:of )?(?!of |all |the |an? |for |with |from |by |to |in |on |containing |that |and )([a-z]+(?: [a-z]+)?)(?=[.]?$| (?:for|in|on|from|with|by|to|of (?:an?|the)) )/,
    (whole, list: string, thing: string) => {
      const [first = '', second] = thing.split(' ');
      const last = second ?? first;
      const isThing =
        words.isNoun(singularOf(last, words)) &&
        (second === undefined ||
          words.isNoun(first) ||
          words.isAdjective(first) ||
          words.inflectionOf(first) !== undefined);
      return isThing && !uncountable.test(last) ? `${list} of ${pluralNoun(thing, words)}` : whole;
    },
  );
}
