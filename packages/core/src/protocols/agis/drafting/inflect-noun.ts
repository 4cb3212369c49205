/** Number of nouns in generated sentences. */
import type { Words } from '@dragoman/agis';

/** "a user", "an hour", "an SMS", "a URL", and "a SAML source", which is read as a word. */
export function articleOf(text: string): 'a' | 'an' {
  const [word = ''] = text.split(/[ -]/, 1);
  if (/^[FHLMNRSX][AEIOU][A-Z]/.test(word) && !/^(?:SEO|ROI|SOA)$/.test(word)) return 'a';
  if (/^[A-Z]{2,}/.test(word)) return /^[AEFHILMNORSX]/.test(word) ? 'an' : 'a';
  // "an sms"
  if (/^[fhlmnrsx][^aeiouy]{1,3}$/.test(word)) return 'an';
  return /^(?:[aeio]|u(?!ni(?!n|m)|se|sa|su|ti|r[il]|ser)|hour|honor|honest|heir)/i.test(word) &&
    !/^(?:one|eu|once)/i.test(word)
    ? 'an'
    : 'a';
}

/** The singular; some plurals are nouns of their own in dictionaries: "rooms", "settings". */
export function singularOf(word: string, words: Words): string {
  if (word === 'people') return 'person';
  const singular = words.singularOf(word);
  // "dns" is an abbreviation.
  if (/^[^aeiouy]+$/.test(singular) && !words.isNoun(singular)) return word;
  if (word.length < 4 && singular !== word && !words.isNoun(singular)) return word;
  if (word.length < 3 || singular !== word || !/[^sui]s$/.test(word) || /(?:news|series|ics)$/.test(word))
    return singular;
  const cut = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '');
  // "kerberos" is a name.
  if (word.endsWith('os') && !words.isNoun(cut) && !/(?:repo|promo|logo|todo|memo|info|photo|video)$/.test(cut))
    return word;
  // Compounds such as "serviceaccounts" are in no dictionary.
  return words.isNoun(cut) || !words.isNoun(word) ? cut : word;
}

/** Changes the word that carries the number: the last one, or the one before "for", "of" and the like. */
export function inflectLast(text: string, change: (word: string) => string): string {
  return text.replace(
    /[a-z0-9]+(?=$| (?:for|of|in|by|from|to|with|on|at|as|near|within|under|between|about|per|via|over|across|during|along|around|through|among|inside|outside|that|which|who|assigned|associated|uploaded$|registered$|created$|available$|[a-z]+ing (?:an?|the|all|your|this)) )/i,
    change,
  );
}

/** The plural of a noun in the singular. */
export function pluralOf(word: string): string {
  if (/^person$/i.test(word)) return 'people';
  if (
    /(?:data|info|information|metadata|media|series|history|traffic|software|content|status|usage|access|inventory|news|literature|equipment|music|weather|feedback|evidence)$/i.test(
      word,
    )
  )
    return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word : `${word}es`;
  return `${word}s`;
}

/** A noun phrase in the plural, whether its noun is known or not. */
export function pluralNoun(text: string, words: Words): string {
  return inflectLast(text, (word) =>
    singularOf(word.toLowerCase(), words) === word.toLowerCase() ? pluralOf(word) : word,
  );
}

/** A text with its noun in the plural; unchanged when it is no known noun in the singular. */
export function pluralText(text: string, words: Words): string {
  return inflectLast(text, (word) => {
    const plain = word.toLowerCase();
    return /[a-z]$/.test(word) && words.isNoun(plain) && singularOf(plain, words) === plain ? pluralOf(word) : word;
  });
}
