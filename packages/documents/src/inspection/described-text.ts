/**
 * Recognizes where words that read like an order describe something instead: a phrase that a filter detects, or how an
 * operation works ("Runs the agent without asking for approval").
 */

/** A verb in the third person, as descriptions of operations begin; nouns that readers of a text are called by are not. */
const opener =
  /^\W{0,3}(?!(?:agents|assistants|models|users|clients|tools|bots|chatbots|systems|readers|humans|machines|always|this|its|callers|instructions|rules|prompts|regardless|unless)\b)[a-z]{2,}[^s\W]s\b/i;

/** Words that announce an example, directly before its quote. */
const announced =
  /\b(?:such as|like|e\.?g\.?|examples?|phrases?|words|wording|texts?|starts? with)[ ,:]{0,3}["'\u201c\u2018]$/i;

/** Maximum length of a quoted example; a longer one may be an order in itself. */
const longestExample = 60;

/** True when the words at this offset are described rather than ordered. */
export function isDescribed(text: string, at: number, words: string): boolean {
  const before = /(?:^|[.!?\n]\s?)([^.!?\n]*)$/.exec(text.slice(0, at))?.[1] ?? '';
  if (!opener.test(before)) return false;
  if (/^without (?:\w+ ){0,3}?(?:ask|prompt|approv|confirm|consent|permission)/i.test(words))
    return !/[,;:(]|\b(?:and|then|but)\b/i.test(before);
  const [, quoted = ''] = /^([^"'\u201d\u2019]*)["'\u201d\u2019]/.exec(text.slice(at)) ?? [];
  return announced.test(before.trimEnd()) && quoted !== '' && quoted.length <= longestExample;
}
