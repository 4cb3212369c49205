/**
 * Finds words that address a model in a text that should describe an endpoint (AGIS §13, reading R41). Legitimate uses
 * of "you are" and "system:" in the middle of a sentence are not reported.
 */

/** Maximum length of a text that is searched. */
const maxLength = 4_000;

const roles =
  '(?:now|an? (?:helpful |new |different |unrestricted )?(?:assistant|ai|agent|model|bot|expert|system|admin|administrator|developer|root|hacker)|no longer|the (?:assistant|system|administrator|admin)|dan)';

const tokens: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,30}\b(?:previous|prior|above|earlier|all|any|your|the|system)\b[^.!?]{0,20}\b(?:instructions?|prompts?|rules|guidelines|directions|context)\b/,
  new RegExp(`\\byou are ${roles}\\b`),
  /(?:^|[.!?:;"'“”(\n] ?)you are\b/,
  /(?:^|[\n"'“”(]) ?(?:system|assistant|developer) ?:/,
  /<\/?(?:system|instructions?|im_start|im_end)\b|\[\/?inst\]|<\|[a-z_]+\|>/,
  /\b(?:new|updated|real) (?:system )?(?:instructions|prompt) ?:/,
  /\bdo not (?:tell|inform|reveal|mention)\b[^.!?]{0,30}\b(?:user|human|customer|person)\b/,
];

/** Every text with a token contains one of these words; searching for them is fast. */
const needles =
  /ignor|disregard|forget|overrid|bypass|you are|system|assistant|developer|[<[]|instruction|prompt|do not/;

/** The words found, after normalization; undefined when the text does not address a model. */
export function findInstruction(text: string): string | undefined {
  const folded = foldText(text.slice(0, maxLength));
  if (!needles.test(folded)) return undefined;
  for (const token of tokens) {
    const found = token.exec(folded)?.[0].trim();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Normalizes compatibility forms, removes invisible characters and collapses white space; line breaks stay. */
function foldText(text: string): string {
  // Fast path: for plain text, normalization changes only letter case.
  if (/^[!-~]*(?: [!-~]+)*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .replace(/[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .toLowerCase()
    .trim();
}
