/**
 * The action in a sentence that wraps it: "When a run waits, this endpoint can be used to submit outputs" and "Batch
 * operation for retrieving repositories" say submit and retrieve.
 */
import type { Words } from '@dragoman/agis';

const things = '(?:end ?point|method|operation|api|call|request|service|function|action|route)';
const usable = new RegExp(
  `^(?:(?:when|if|once|after|before|to|for)\\b.{0,250}?,\\s*)?(?:you can use )?(?:this|the) ${things} (?:can be used|may be used|is used|allows you|allows users|lets you) to ([a-z].*)$`,
  'is',
);
const gerund = new RegExp(
  `^(?:an? |the )?(?:[a-z]+ ){0,2}${things} (?:for|that supports|used for) ([a-z]+ing)\\b(.*)$`,
  'is',
);

/** "Elements: Get by id", "Text - Parse string": a group and its action. */
const grouped = /^([A-Z][\w -]{1,50}?)(?::|\s[-–—])\s+([A-Za-z]+)\b\s*(.*)$/s;

/** "When a contact is updated", "Triggers when …": the operation registers for an event. */
const event = /^(?:triggers?|fires?|runs?|occurs?)?\s*when(?:ever)?\s+(?=\S+\s+\S+\s+\S)/i;

/** "This route deletes a rating", "Will check the score". */
const announced = new RegExp(`^(?:(?:this|the) ${things}\\s+(?:will\\s+)?|will\\s+)(?=[a-z]+\\s)`, 'i');

/** "DELETE for pipeline": the HTTP method and the thing. */
const methodFor = /^(GET|LIST|COUNT|CREATE|UPDATE|DELETE|POST|PUT|PATCH) for (?=[a-z]+$)/i;

/** The sentence with its action first; unchanged when nothing wraps it. */
export function actionSentence(given: string, words: Words): string {
  const cleaned = given.replace(/\s*\b(?:see|cf\.?)\s*:?\s*https?:\/\/\S+.*$/is, '');
  if (event.test(cleaned) && !cleaned.includes(',')) return cleaned.replace(event, 'Subscribe to be notified when ');
  const sentence = announcedAction(
    verbFirst(identifierWords(cleaned, words), words).replace(
      methodFor,
      (_, method: string) => `${capital(method.toLowerCase())} `,
    ),
    words,
  );
  const [, group = '', verb_ = '', more = ''] = grouped.exec(sentence) ?? [];
  const act = words.baseOf(verb_.toLowerCase());
  const isGroup = /\s[-–—]\s/.test(sentence) || !words.isVerb(group.toLowerCase());
  if (group !== '' && isGroup && words.isListedVerb(act)) {
    return /^(?:by|for|with|from|$)/i.test(more) ? `${verb_} ${group} ${more}`.trim() : `${verb_} ${more}`;
  }
  const [, action] = usable.exec(sentence) ?? [];
  if (action !== undefined) return capital(action);
  const [, doing = '', rest = ''] = gerund.exec(sentence) ?? [];
  const verb = words.baseOf(doing.toLowerCase());
  return doing !== '' && verb !== doing.toLowerCase() && words.isVerb(verb) ? `${capital(verb)}${rest}` : sentence;
}

/** Without the words before the action, where they hide it. */
function announcedAction(text: string, words: Words): string {
  const rest = text.replace(announced, '');
  const [first = ''] = rest.split(' ', 1);
  const isHidden = /^will\s/i.test(text) || words.readIntent(text).verbs.length === 0;
  return rest !== text &&
    isHidden &&
    !/^(?:is|are|has|have)$/i.test(first) &&
    words.isListedVerb(words.baseOf(first.toLowerCase()))
    ? capital(rest)
    : text;
}

/** `updateMediaAffinity` and `send_sms` → "Update media affinity", "Send sms"; unchanged unless it begins with a verb. */
function identifierWords(text: string, words: Words): string {
  if (!/^[A-Za-z]+(?:[A-Z]|_[A-Za-z])\w*$/.test(text)) return text;
  const parts = text.split(/_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  const said = parts.map((part) => (/^[A-Z]{2,}$/.test(part) ? part : part.toLowerCase()));
  return parts.length > 1 && words.isListedVerb(said[0] ?? '') ? capital(said.join(' ')) : text;
}

/** Words at the end of a title that are its verb: "Volumes List", "Snapshot Create". */
const titleVerbs = /^(?:list|get|create|add|update|edit|delete|remove|retrieve|view|search|upload|download)$/i;
const inMasses = /^(bulk|batch|mass)[ -](create|add|update|delete|remove|get|upload|import|set)(e?s)?\s+(?=[a-z])/i;

/** A title with its verb in front; unchanged when it has one there, or none. */
function verbFirst(text: string, words: Words): string {
  const [masses = '', , verb = '', ending = ''] = inMasses.exec(text) ?? [];
  if (masses !== '') return `${capital(verb)}${ending} ${text.slice(masses.length).replace(/[.\s]+$/, '')} in bulk`;
  const parts = text.replace(/[.\s]+$/, '').split(/\s+/);
  const [first = ''] = parts;
  const [last = '', noun = ''] = parts.toReversed();
  if (parts.length < 2 || parts.length > 5 || !parts.every((part) => /^[A-Z0-9]/.test(part))) return text;
  const begins = words.isListedVerb(words.baseOf(first.toLowerCase())) && !words.hasNounReading(first.toLowerCase());
  if (begins || !titleVerbs.test(last) || !words.isNoun(words.singularOf(noun.toLowerCase()))) return text;
  return `${last} ${parts.slice(0, -1).join(' ')}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
