/**
 * Sentences of a description, after its first one, that state an effect of the operation itself. Most other sentences
 * describe inputs, conditions or other operations, so only two forms count: a statement that nothing undoes the effect,
 * and a main clause that says what the call does ("Charges the card.") or what happens to something ("The card is charged.").
 */

/** "This cannot be undone", "permanently", "the old key stops working". */
const finality =
  /\b(?:(?:can ?not|can['’]t|can never|could not|may not|impossible to|no way to|unable to) (?:(?:ever|later|be|then|easily|it|this|them)\s){0,3}(?:undone|undo|reversed?|reverted?|recover(?:ed)?|restored?|taken back|take back|recalled?|retrieved?|unsent)|irreversibl[ey]|irrevocabl[ey]|unrecoverabl[ey]|permanently|is (?:final|permanent)|(?:are|is|will be) (?:lost|used up|destroyed)|no longer be (?:undone|reversed|changed|cancell?ed|edited)|(?:can ?not|can['’]t) be [a-z]+ (?:again|afterwards|any ?more|any longer)|stops? working)\b/i;

/** "After submission the answers cannot be changed." */
const finalAfterwards =
  /^(?:after|once)\b[^.]{1,80}\b(?:can ?not|can['’]t|can no longer|may no longer) be (?:changed|edited|modified|cancell?ed|withdrawn)\b/i;

/** Beginnings of a condition or of advice, after which an effect is only possible, not stated. */
const conditional = /^(?:if|when|whenever|unless|use|to|for|in case|note that if|only|once|you (?:can|may))\b/i;

/** What is said of inputs, states and other operations: "a permanently deleted user", "items that cannot be restored". */
const relative =
  /\b(?:that|which|who|whose|whether|if|unless|until|without|instead of|permanently (?:deleted|removed))\b/i;

/** The words that say that the effect is final; undefined when the sentence does not. */
export function finalWords(sentence: string): string | undefined {
  if (finalAfterwards.test(sentence)) return 'cannot be changed';
  const found = finality.exec(sentence);
  if (found === null || conditional.test(sentence)) return undefined;
  const before = sentence.slice(0, found.index + found[0].length);
  return relative.test(before) ? undefined : found[0].toLowerCase().replaceAll(/\s+/g, ' ');
}

/** The past participle of a passive main clause, at most eight words into the sentence; undefined when there is none. */
export function passiveVerb(sentence: string): string | undefined {
  if (conditional.test(sentence)) return undefined;
  const found =
    /^((?:[\w'’-]+ ){1,7}?)(?:is|are|gets?|will be) (?:then |immediately |automatically |instantly |also )?([a-z]+)\b/i.exec(
      sentence,
    );
  return found === null || relative.test(found[1] ?? '') ? undefined : found[2]?.toLowerCase();
}

/** True when the sentence begins with a verb in the third person and no subject: "Charges the stored card." */
export function startsWithAction(sentence: string): boolean {
  return /^(?:also |then |immediately |and )?[A-Za-z]+s (?:the|an?|all|every|each|this|it|its|your|any|some|one) /i.test(
    sentence,
  );
}
