/** Simple properties of an English text: number of sentences, internals, vagueness. Bounded in length and time. */

/** Maximum length of a text that is analyzed; longer texts are reported by their length. */
const maxLength = 2_000;

const abbreviations =
  /\b(?:e\.g|i\.e|etc|vs|approx|incl|excl|max|min|no|nr|dr|mr|mrs|ms|prof|st|inc|ltd|co|corp|dept|fig|u\.s|u\.k|e\.u|a\.m|p\.m|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)\./gi;

/** The number of sentences; abbreviations, decimals and initials do not end a sentence. */
export function countSentences(text: string): number {
  const plain = text
    .slice(0, maxLength)
    .replace(abbreviations, (found) => found.replaceAll('.', ''))
    .replace(/\b[A-Z]\.(?=\s?[A-Z])/g, '');
  const ends = plain.trim().match(/[.!?]+["')\]]*(?=\s+["'([]?[\p{Lu}\d])/gu) ?? [];
  return ends.length + 1;
}

const storeVerb =
  '(?:(?:insert|upsert|select|append|persist)(?:s|ing|ed)?|writ(?:e|es|ing|ten)|wrote|enqueu(?:e|es|ing|ed))';
const storeNoun = '(?:databases?|db|sql|caches?|microservices?|handlers?|message queues?|key-value store)';

const internals: readonly RegExp[] = [
  new RegExp(`\\b${storeVerb}\\b[^.]{0,60}?\\b${storeNoun}\\b`, 'i'),
  /\b(?:(?:insert|upsert|append|persist)(?:s|ing|ed)?|writ(?:e|es|ing|ten)|wrote)\b[^.]{0,60}?\b(?:in|into|to|onto)\b[^.]{0,40}?\b(?:table|queue|row)s?\b/i,
  // Boards and sheets have columns, and their users update and delete rows.
  /\b(?:(?:insert|upsert|select)(?:s|ing)?|writ(?:e|es|ing))\b (?:a |an |the |new |some |all )?(?:\w+ ){0,2}rows?\b(?! of seats| of plants)/i,
  /\benqueu(?:e|es|ing)\b/i,
  /\bselects?\b[^.]{0,40}?\b(?:rows|records|columns)\b[^.]{0,20}?\bfrom\b/i,
];

/** Words that make store internals the goal of a sentence; otherwise undefined. */
export function findInternals(text: string): string | undefined {
  const cut = text.slice(0, maxLength);
  for (const pattern of internals) {
    const found = pattern.exec(cut)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A technical word that an intent mentions in passing; otherwise undefined. */
export function findTechnicalWord(text: string): string | undefined {
  return /\b(?:databases?|sql|caches?|microservices?|back-?end|message queues?|event bus|webhook handlers?|stored procedures?)\b/i.exec(
    text.slice(0, maxLength),
  )?.[0];
}

/** The reason why an outcome cannot be verified; undefined when it can. */
export function findVagueness(outcome: string, intent: string | undefined): string | undefined {
  const cut = outcome.slice(0, maxLength).trim();
  if (intent !== undefined && fold(cut) === fold(intent)) return 'it repeats the intent';
  if (/\b(?:happy|happier|satisfied|pleased|delighted|glad|content with|impressed|confident|reassured)\b/i.test(cut)) {
    return 'it states a feeling';
  }
  if (/^(?:the \w+ )?(?:tries|try|attempts?|hopes?|aims?)\b|\b(?:is|are) (?:tried|attempted)\b/i.test(cut)) {
    return 'it states an attempt';
  }
  if (
    /^(?:may|might|could|should|can|possibly|perhaps|probably)\b|\b(?:may|might|possibly|perhaps|probably) (?:be |have been )?\w+/i.test(
      cut,
    )
  ) {
    return 'it states a possibility';
  }
  return undefined;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** True when a text refers its reader elsewhere. */
export function pointsElsewhere(text: string): boolean {
  return /https?:\/\/|\bwww\.|\b(?:see|refer to|consult|read|check) (?:the |our )?(?:\w+ ){0,2}(?:documentation|docs|portal|wiki|manual|readme|website|guide)\b/i.test(
    text.slice(0, maxLength),
  );
}
