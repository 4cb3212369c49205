/** Detects operations whose texts state that they pay, order or send a message to people. */
import type { ApiOperation } from '../../api/api.js';
import { tokensOf } from '../../api/words.js';

/** A noun is what is paid or sent only if nothing but its complement follows: "a payment method" is a setting. */
const ends =
  '(?=$|\\W*[.,;:()/]|\\W+(?:to|for|with|via|by|from|of|in|on|using|that|which|and|or|at|into|through|within|between|containing|about|now|again|request)\\b)';
const modifiers = "(?:[\\w'’-]+ ){0,4}?";
const money =
  '(?:payments?|payouts?|refunds?|charges?|purchases?|(?<!(?:work|sort|display|standing) )orders?|withdrawals?|money|funds|credits)';
const message =
  '(?:messages?|e-?mails?|mails?|sms|mms|texts?|fax(?:es)?|letters?|postcards?|invitations?|invites?|notifications?|newsletters?|calls?|whatsapp)';

/** Where a verb states the action: at the start of a sentence, after "and", or after "use this operation to". */
const start =
  '(?:^|[.!?]\\s+|\\band (?:then )?|\\b(?:this|the) (?:endpoint|operation|method|call|route|api|resource) (?:will )?|\\b(?:used|you|us|endpoint|operation|method|call|route|api) to )';

const actions = new RegExp(
  [
    `${start}(?:pay|charge|refund|buy|purchase|wire)s? (?:an? |the |for |out )?[a-z]`,
    `${start}(?:creat|mak|plac|initiat|issu|submit|send|execut|add)e?s? ${modifiers}${money}${ends}`,
    `${start}transfers? ${modifiers}(?:money|funds|credits|balance|tokens|coins)${ends}`,
    `${start}(?:re-?)?(?:send|enqueue|submit|deliver|publish|broadcast|dispatch)(?:e?s)? ${modifiers}${message}${ends}`,
    `${start}sends? ${modifiers}(?:via|by) (?:an? )?${message}${ends}`,
    `${start}(?:mak|plac|initiat|start)es? ${modifiers}calls? to\\b`,
  ].join('|'),
  'i',
);

/** `messages.send` and "Email Send": the object comes first. */
const objectFirst = new RegExp(`^(?:\\w+ ){0,2}?${message} sends?$`, 'i');

/** `stages_invitations_send_email_create`: a prefix and a suffix of the framework are no part of the action. */
const named = new RegExp(`\\bsend (?:\\w+ ){0,2}?${message}(?: create)?$`, 'i');

/** True when summary, description or operationId state an action that pays, orders or sends a message. */
export function paysOrSends({ id, summary, description }: ApiOperation): boolean {
  const name = tokensOf(id ?? '').join(' ');
  if (named.test(name) || objectFirst.test(name)) return true;
  return [name, summary, description].some((text) => actions.test(leadOf(text)));
}

/** The first two sentences without markup. */
function leadOf(text: string | undefined): string {
  const plain = (text ?? '')
    .slice(0, 600)
    .replace(/<[^<>]{0,100}>|[*`_"]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.split(/(?<=[.!?]) /, 2).join(' ');
}
