/** Detects prompt injection; a rule checks descriptions, the probe checks responses. */
import { findHidden, matchText } from '@dragoman/documents';

const hidden = /[\u200b\u2060\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
/** Readers see a block of code as it is. */
const code = /```[\s\S]*?```/g;
const comment = /<!--[\s\S]*?(?:-->|$)/g;
/** Directives of documentation tools: `<!-- theme: warning -->`, `<!-- ReDoc-Inject: <x> -->`. */
const directive =
  /^<!--\s*(?:ReDoc-Inject:[\s\S]{0,100}?|[\w-]+\s*:\s*[\w"' -]{0,40}|(?:(?:type|title|theme|label)\s*:[ \t]*[\w"' -]{0,40}\s){1,3}|[\w-]{1,30})\s*-->$/;
const everyHidden = new RegExp(hidden.source, 'gu');
const override =
  /\b(?:ignore|disregard|forget) (?:all |any |the |your |of )*(?:previous|prior|above|earlier|preceding) (?:\w+ )?(?:instructions?|prompts?|directives?|directions|guidelines|orders|commands|rules)\b/i;
const others =
  /\bdisregard (?:all|any|your|the) (?:instructions|rules|guidelines)\b|\byou are (?:now )?(?:an? )?(?:ai|assistant|language model|agent)\b|(?:^|\n)\s*system:\s*(?:you|ignore|always|never|from now)\b|\bas an ai\b|\bdo not (?:tell|inform|mention (?:this|it) to) the user\b|\balways call this\b/i;

/** All of them in one pass, because almost every text has none. */
const steers = new RegExp(`${override.source}|${others.source}`, 'i');

/** What was detected in a text. */
export interface Steering {
  what: string;
  /** True for orders in hidden text, for text that is hidden on purpose, and for attempts to override earlier instructions. */
  severe: boolean;
  /** True for hidden text that orders nothing, such as a remark of an author or a space without width. */
  harmless?: boolean;
  /** The text without its hidden parts. */
  visible: string;
}

/** The first prompt injection pattern in a text; undefined when there is none. */
export function findSteering(text: string): Steering | undefined {
  if (!text.includes('<!--') && !hidden.test(text) && !steers.test(text)) return undefined;
  const visible = hideComments(text).replace(everyHidden, '');
  if (hidden.test(text)) return { what: 'characters that readers do not see', ...weigh(hidesOnPurpose(text)), visible };
  const shown = text.replace(code, '');
  if (hideComments(shown) !== shown)
    return { what: 'a comment that readers do not see', ...weigh(ordersSomething(commentsOf(shown))), visible };
  const found = override.exec(text) ?? others.exec(text);
  return found === null ? undefined : { what: `"${found[0].trim()}"`, severe: override.test(text), visible: text };
}

function weigh(isSevere: boolean): Pick<Steering, 'severe' | 'harmless'> {
  return isSevere ? { severe: true } : { severe: false, harmless: true };
}

/** Editors leave single spaces without width between words; other characters, and runs of them, hide or reorder text. */
function hidesOnPurpose(text: string): boolean {
  if (findHidden(text) !== undefined || (text.includes('\u200b') && text.includes('\u2060'))) return true;
  return ordersSomething(text.replace(everyHidden, ''));
}

/** Words to a model, or about what an agent has to do. */
function ordersSomething(text: string): boolean {
  if (
    override.test(text) ||
    others.test(text) ||
    matchText(text).some(({ code: kind }) => kind !== 'text/hidden-characters')
  )
    return true;
  return (
    /\b(?:agents?|assistants?|llms?|language models?|you)\b/i.test(text) &&
    /\b(?:must|should|shall|always|never|(?:have|has|need|needs) to|do not|don['’]t|instructions?|prompt|secrets?|tokens?|keys?|passwords?)\b/i.test(
      text,
    )
  );
}

function commentsOf(text: string): string {
  return (text.match(comment) ?? [])
    .filter((found) => !directive.test(found))
    .join(' ')
    .replace(/<!--|-->/g, ' ');
}

function hideComments(text: string): string {
  return text.replace(comment, (found) => (directive.test(found) ? found : ''));
}
