/**
 * Separates sentences that say what an operation does from those that say what is possible, what does not happen, how data is
 * passed, or how to use the operation: "A booking can be cancelled", "Nothing is sent.", "The dates are sent in the body."
 */

const subject = String.raw`(?:[\w'’-]+ ){0,6}?`;

/** "Reservations may be cancelled by staff." */
const possible = new RegExp(
  String.raw`^${subject}(?:can|may|might|could) (?!not\b|never\b|only\b)(?:\w+ )?(?:be|get) [a-z]+`,
  'i',
);

/** "You can cancel it with DELETE /bookings/{id}", "You may withdraw it at any time." */
const elsewhere =
  /^(?:you|users?|callers?|clients?|customers?|they|anyone) (?:can|may|could) (?!not\b|never\b|only\b).*\b(?:(?:with|using|via|through|by) (?:an? |the )?(?:GET|POST|PUT|PATCH|DELETE|another|other|separate)\b|(?:at any ?time|later|afterwards|any ?time)\b(?=[.!]?$| (?:with|by|using|via)))/i;

/** "Nothing is sent.", "No booking is made.", "The score is not stored.", "It does not delete the file." */
const negated = new RegExp(
  String.raw`^(?:nothing|nobody|none|neither|never|no|without|not)\b|^${subject}(?:is|are|was|were|will|does|do|did|has|have) (?:not|never)\b|^${subject}(?:isn|aren|wasn|weren|won|doesn|don|didn)['’]t\b|^${subject}never\b`,
  'i',
);

/** How the data of a request or a response travels: "sent as JSON", "sent in the body". */
const transported =
  /\b(?:sent|posted|passed|submitted|delivered|pushed|transmitted|published|returned) (?:\w+ )?(?:as|in|inside|within|via|through|with|over|using) (?:an? |the |your |its |one |this |each )?(?:[\w-]+ ){0,2}?(?:json|xml|csv|pdf|plain text|form|body|payload|query|headers?|parameters?|requests?|responses?|url|uri|multipart|base64|utf-?8|string|array|object|fields?|bytes|format|encoding|https?|arguments?)\b/i;

/** "The request is charged to your quota." */
const counted =
  /\b(?:charged|billed|counted|debited|deducted) (?:to|against|from|towards) (?:your |the |its |an? )?(?:[\w-]+ ){0,2}?(?:quota|limits?|allowance)\b/i;

/** A recipient other than the server and the caller. */
const recipient =
  /\bto (?:the |all |each |every |its |your |their |an? )?(?!server|api|endpoint|service|quota|gateway|backend|this|it\b|caller|client\b)[a-z]+/i;

/** Advice in the imperative, whose verb has no object: "Cancel at any time", "Send at most 100 positions." */
const advice =
  /^[a-z]+ (?:at|only|in|within|when|if|before|after|until|up to|no more|between|multiple|several|many|fewer|less|more|either|both|\d|exactly|this (?:as|in|with)|it (?:as|in|with|before|after|at|when)|them (?:as|in|with|before|after|at|when))\b/i;

function isAdvice(sentence: string): boolean {
  return advice.test(sentence);
}

/** "This endpoint can be used to charge a card", "With this call you can cancel a booking." */
const own =
  /\b(?:this|the) (?:api|call|endpoint|function|method|operation|request|resource|route)\b|\b(?:lets?|allows?|enables?|used to)\b/i;

/** True when the sentence says that something is possible elsewhere, or that something does not happen. */
function isHypothetical(sentence: string): boolean {
  return negated.test(sentence) || (possible.test(sentence) && !own.test(sentence)) || elsewhere.test(sentence);
}

/** True when the sentence says how data is passed. */
export function isAboutData(sentence: string): boolean {
  return counted.test(sentence) || (transported.test(sentence) && !recipient.test(sentence));
}

/** True when the main clause may say what the operation does. */
export function maySayAction(sentence: string): boolean {
  return !isHypothetical(sentence) && !isAboutData(sentence) && !isAdvice(sentence);
}

/** An indirect question after a verb such as "check" or "list": "whether a record can be deleted", "what to purge". */
const asked = /^([a-z]+(?: up| out)?)(?: [\w'’-]+){0,3}? (?:whether|if|what|which|who|whom|how|why|where|when)\b/i;

/** The sentence without its indirect question; `reads` says whether its first word only reads. */
export function withoutAsked(sentence: string, reads: (verb: string) => boolean): string {
  const found = asked.exec(sentence);
  if (found === null || !reads((found[1] ?? '').toLowerCase())) return sentence;
  return found[0].replace(/\s\S+$/, '');
}
