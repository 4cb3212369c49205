/** Detects prompt injection; a rule checks descriptions, the probe checks responses. */

const hidden = /[\u200b\u2060\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
/** Readers see a block of code as it is. */
const code = /```[\s\S]*?```/g;
const comment = /<!--[\s\S]*?(?:-->|$)/g;
/** Directives of documentation tools: `<!-- theme: warning -->`, `<!-- ReDoc-Inject: <x> -->`. */
const directive =
  /^<!--\s*(?:ReDoc-Inject:[\s\S]{0,100}?|[\w-]+\s*:\s*[\w"' -]{0,40}|(?:(?:type|title|theme|label)\s*:[ \t]*[\w"' -]{0,40}\s){1,3}|[\w-]{1,30})\s*-->$/;
const everyHidden = new RegExp(hidden.source, 'gu');
const override = /\b(?:ignore|disregard|forget) (?:all |any |the |your )*(?:previous|prior|above|earlier|preceding)\b/i;
const others =
  /\bdisregard (?:all|any|your|the) (?:instructions|rules|guidelines)\b|\byou are (?:now )?(?:an? )?(?:ai|assistant|language model|agent)\b|(?:^|\n)\s*system:|\bas an ai\b|\bdo not (?:tell|inform|mention (?:this|it) to) the user\b|\balways call this\b/i;

/** What was detected in a text. */
export interface Steering {
  what: string;
  /** True for hidden text, and for attempts to override earlier instructions. */
  severe: boolean;
  /** The text without its hidden parts. */
  visible: string;
}

/** The first prompt injection pattern in a text; undefined when there is none. */
export function findSteering(text: string): Steering | undefined {
  const visible = hideComments(text).replace(everyHidden, '');
  if (hidden.test(text)) return { what: 'characters that readers do not see', severe: true, visible };
  const shown = text.replace(code, '');
  if (hideComments(shown) !== shown) return { what: 'a comment that readers do not see', severe: true, visible };
  const found = override.exec(text) ?? others.exec(text);
  return found === null ? undefined : { what: `"${found[0].trim()}"`, severe: override.test(text), visible: text };
}

function hideComments(text: string): string {
  return text.replace(comment, (found) => (directive.test(found) ? found : ''));
}

/** Markup that is a value, such as the body of a mail, has comments of its own; only what they say counts. */
export function isOwnComment(text: string): boolean {
  if (hidden.test(text) || !/<(?:!doctype|html|body|head|table|div|style|p)\b/i.test(text)) return false;
  const said = (text.match(comment) ?? []).join(' ').replace(/<!--|-->/g, ' ');
  return said !== '' && !override.test(said) && !others.test(said);
}
