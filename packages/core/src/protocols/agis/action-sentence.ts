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

/** "Elements: Get by id": a group and its action. */
const grouped = /^([A-Z][\w -]{1,50}):\s+([A-Za-z]+)\b\s*(.*)$/s;

/** The sentence with its action first; unchanged when nothing wraps it. */
export function actionSentence(given: string, words: Words): string {
  const sentence = given.replace(/\s*\b(?:see|cf\.?)\s*:?\s*https?:\/\/\S+.*$/is, '');
  const [, group = '', verb_ = '', more = ''] = grouped.exec(sentence) ?? [];
  const act = words.baseOf(verb_.toLowerCase());
  if (group !== '' && !words.isVerb(group.toLowerCase()) && words.isListedVerb(act)) {
    return /^(?:by|for|with|from|$)/i.test(more) ? `${verb_} ${group} ${more}`.trim() : `${verb_} ${more}`;
  }
  const [, action] = usable.exec(sentence) ?? [];
  if (action !== undefined) return capital(action);
  const [, doing = '', rest = ''] = gerund.exec(sentence) ?? [];
  const verb = words.baseOf(doing.toLowerCase());
  return doing !== '' && verb !== doing.toLowerCase() && words.isVerb(verb) ? `${capital(verb)}${rest}` : sentence;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
