/**
 * Maps British and American spellings, and a few word families that Porter's rules separate, to one term. Both the
 * index and queries use it, so a form only has to be consistent, not correct.
 */
import { stemmer } from 'stemmer';

/**
 * Words in -ise that have no form in -ize; their other forms (advertisement, revision) would be separated from them.
 */
const alwaysIse =
  /^(?:advert|merchand|franch|exerc|prom|comprom|enterpr|surpr|compr|superv|telev|improv|rev|prec|expert|prem|disgu|adv|dev|conc|ra|no|po|other|like|clock|pract|treat)is/;
const britishIse = /^(.{3,})is(e|es|ed|er|ers|ing|ation|ations)$/;
const britishYse = /^(anal|paral|catal)ys(e|ed|er|ers|ing)$/;
const britishOur = /^(col|behavi|fav|hon|lab|neighb|flav|harb|hum|rum|vap)our/;

const variants: ReadonlyMap<string, string> = new Map([
  ['centre', 'center'],
  ['centres', 'centers'],
  ['catalogue', 'catalog'],
  ['catalogues', 'catalogs'],
  ['dialogue', 'dialog'],
  ['dialogues', 'dialogs'],
  ['licence', 'license'],
  ['licences', 'licenses'],
  ['programme', 'program'],
  ['programmes', 'programs'],
  ['cheque', 'check'],
  ['grey', 'gray'],
]);

/** Stems that belong together although the stemmer separates them. */
const sameFamily: ReadonlyMap<string, string> = new Map([
  ['summari', 'summar'],
  ['analysi', 'analyz'],
  ['analys', 'analyz'],
  ['analyt', 'analyz'],
  ['indic', 'index'],
  ['indice', 'index'],
]);

function americanise(word: string): string {
  const variant = variants.get(word);
  if (variant !== undefined) return variant;
  if (word.length >= 7 && !alwaysIse.test(word)) word = word.replace(britishIse, '$1iz$2');
  return word.replace(britishYse, '$1yz$2').replace(britishOur, '$1or');
}

/** The term of a word in lower case: its stem in one spelling. */
export function stemWord(word: string): string {
  const stem = stemmer(americanise(word));
  return sameFamily.get(stem) ?? stem;
}
