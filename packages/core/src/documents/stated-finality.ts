/**
 * Sentences of a description, after its first one, that state an effect of the operation itself. Most other sentences
 * describe inputs, conditions or other operations, so only two forms count: a statement that nothing undoes the effect,
 * and a main clause that says what the call does ("Charges the card.") or what happens to something ("The card is charged.").
 */

/** "This cannot be undone", "permanently", "the old key stops working". */
const finality =
  /\b(?:(?:can ?not|can['’]t|can never|could not|may not|impossible to|no way to|unable to) (?:(?:ever|later|be|then|easily|it|this|them)\s){0,3}(?:undone|undo|reversed?|reverted?|recover(?:ed)?|restored?|taken back|take back|recalled?|retrieved?|unsent|lifted|withdrawn|revoked)|irreversibl[ey]|(?<!non-|non)destructive(?:ly)?|irrevocabl[ey]|unrecoverabl[ey]|permanently|for good(?! (?:reasons?|measure|causes?)\b)|(?:once and for|for) all (?:time|eternity)|forever|for life|irretrievabl[ey]|definitively|once and for all|is (?:final|permanent)|(?:are|is|will be) (?:lost|gone|used up|destroyed)|disappears?|vanish(?:es)?|ceases? to exist|no longer be (?:undone|reversed|changed|cancell?ed|edited)|(?:can ?not|can['’]t|can never|will never|may never) be (?!seen|shown|displayed|viewed|read\b)[a-z]+ (?:again|afterwards|any ?more|any longer)|no (?:further|more) [a-z]+ (?:is|are|will be|can be) (?:accepted|possible|allowed|made)|(?<=^(?:all |the )?[a-z]+ed [a-z]+ )(?:is|are) immutable|becomes? immutable|(?:is|are|becomes?) (?:non-?refundable|(?:legally )?binding)|becomes? public(?:ly (?:readable|visible|available|accessible))?|stops? working|takes? legal effect|(?<!may |might |could )uses? up|(?:do|does|will|may) not survive|to (?:its |their |the |your )?(?:original )?factory (?:settings?|state|defaults?|condition|image)|no (?:way|going) back|are (?:then )?(?:consumed|spent)(?! (?:by|from|in)\b)|(?:can ?not|can['’]t|can no longer) be (?:stopped|halted|aborted|interrupted|called (?:off|back))|can (?:only )?be (?!used|read|viewed|shown|displayed|retrieved|called|sent)[a-z]+ (?:only|just|exactly) once)\b/i;

/** "After submission the answers cannot be changed.", "Once closed, a vote cannot be reopened." */
const finalAfterwards =
  /^(?:after|once)\b[^.]{1,80}\b(?:can ?not|can['’]t|can never|can no longer|may no longer|will not|won['’]t) (?:ever )?be (?:changed|edited|modified|cancell?ed|withdrawn|undone|amended|altered|revised|stopped|returned|re-?(?:open|activat|stor|cover|instat|turn|vers|us|gain|claim|vok|start|issu|connect|new|build)[a-z]*ed)\b/i;

/** "You won't be able to reopen it.", "It cannot be reopened." */
const neverAgain =
  /^(?:(?:and|but|then|afterwards,?|note that) )?(?:it|this|that|the|they|you|an?|once)\b[^.]{0,60}?(?:(?:will not|won['’]t|not|never|no longer) be (?:able|possible) to|(?:can ?not|can['’]t|can never|can no longer|will never) (?:ever )?(?:be )?) ?(?:undo|undone|reverse[d]?|re-?(?:open|activat|cover|instat|stor|viv|claim|gain)[a-z]*)\b/i;

/** Beginnings of a condition or of advice, after which an effect is only possible, not stated. */
const conditional = /^(?:if|when|whenever|unless|use|to|for|in case|note that if|only|once|you (?:can|may))\b/i;

/** "A revival is not possible." */
const impossible =
  /\b(?:revival|recovery|return|undo|rollback|revers(?:al|ion)|restoration|reinstatement|refund|retraction|withdrawal|correction) (?:is|will be) (?:then )?(?:(?:not|no longer|never) possible|impossible)\b/i;

/** What is said of inputs, states and other operations: "a permanently deleted user", "items that cannot be restored". */
const relative =
  /\b(?:that|which|who|whose|whether|if|unless|until|without|instead of|permanently (?:deleted|removed))\b/i;

/** Beginnings that name an occasion or a purpose: "triggers when a group", "subscribe to". */
const occasion = /^on\b|\bwhen(?:ever)?\b|\bto $/i;

/** The words that say that the effect is final; undefined when the sentence does not. */
export function finalWords(sentence: string): string | undefined {
  if (finalAfterwards.test(sentence)) return 'cannot be changed';
  if (impossible.test(sentence) && !conditional.test(sentence)) return 'not possible';
  const found = finality.exec(sentence);
  if (conditional.test(sentence)) return undefined;
  if (found === null) return neverAgainWords(sentence);
  const before = sentence.slice(0, found.index + found[0].length);
  return relative.test(before) ? undefined : found[0].toLowerCase().replaceAll(/\s+/g, ' ');
}

function neverAgainWords(sentence: string): string | undefined {
  const found = neverAgain.exec(sentence)?.[0];
  return found === undefined || relative.test(found) ? undefined : found.toLowerCase();
}

/** "Make a repository public", "takes a listing live": the words after the thing say that others see it from now on. */
const shown =
  /^(?:makes?|takes?|puts?|sets?|turns?|pushe?s?|brings?|goe?s?)\b(?: [\w'’-]+){0,5}? (?:public|live|on the air|on air|into production|(?:visible|available|accessible|readable|open|known) to (?:all|anyone|anybody|everyone|everybody|(?:the )?(?:whole |entire |general |outside )?(?:public|world|internet|web)|strangers))(?=$|[.,;!]| (?:to|on|for|at|in|so|and|with)\b)/i;

/** Words of a sentence that show something to everyone; undefined when it does not. */
export function showingWords(sentence: string): string | undefined {
  return shown.exec(sentence)?.[0].toLowerCase();
}

/** "The money leaves the account within minutes." */
const paidOut =
  /^(?:then |immediately )?(?:the |all |any |your )?(?:(?!no\b|without\b)\w+ )?(?:money|funds?|cash|amount|sum|proceeds|price|fee|cost|fare) (?:then |immediately |will |is |are |(?:is|are|will be) (?:then |immediately )?)?(leaves?|moves|goes|arrives?|flows|paid|sent|moved|transferred|deducted|debited|withdrawn|taken|wired|collected|billed|charged|added to (?:the|your|their|his|her) (?:next )?(?:bill|invoice|account))\b/i;

/** The verb of a sentence whose subject is money that changes hands; undefined when it says something else. */
export function movedMoney(sentence: string): string | undefined {
  return relative.test(sentence) ? undefined : paidOut.exec(sentence)?.[1]?.toLowerCase();
}

/** "Letters go to all donors.", "The winner is informed by phone." */
const reached =
  /^(?:the |an? |all |then )?(?:[\w'’-]+ ){0,3}?(?:(?:letters?|e-?mails?|messages?|texts?|invitations?|notifications?|reminders?|notices?) (?:then |will |immediately )?(?:go|goes|reach|reaches|arrives?) (?:to |the |at |in )|goe?s? (?:out )?to (?:all|every|everyone|everybody)\b|(?:is|are|gets?|will be) (?:then |immediately |automatically |also )?(?:told|informed|contacted)\b)/i;

/** The words of a sentence that say that people are addressed; undefined when it does not. */
export function reachedPeople(sentence: string): string | undefined {
  if (conditional.test(sentence)) return undefined;
  const found = reached.exec(sentence)?.[0].trim();
  return found === undefined || relative.test(found) || occasion.test(found) ? undefined : found.toLowerCase();
}

/** "Ask a patient by text message to come in again". */
const addressed =
  /^(?:asks?|tells?|informs?|contacts?|warns?|requests?|urges?|advises?|approach(?:es)?|congratulates?|thanks?) [^.]{3,80}? (?:by|via|over|per) (?:the |an? )?(?:text|sms|e-?mail|phone|telephone|letter|fax|push|whatsapp|post|mail)\b/i;

/** The words of a title that show that it contacts a person; undefined when there are none. */
export function addressedPerson(title: string): string | undefined {
  return addressed.exec(title)?.[0].toLowerCase();
}

/** The sentence, and its clause about the time after the call: "Show a secret once, after which it is destroyed". */
export function clausesOf(sentence: string): string[] {
  const [, ...after] = sentence.split(/,? (?:(?:after|upon|following) which|whereupon) /i);
  return [sentence, ...after];
}

/** Subjects that only carry data: "The request body sends the reminders." */
const messages =
  /^\w+ (?:[\w'’-]+ ){0,2}(?:requests?|responses?|body|payload|object|parameters?|headers?|schema|fields?|events?|webhooks?) /i;

/** A subject of at most four words and its verb: "The bank pays the amount to the borrower." */
export function activeClause(sentence: string): { subject: string; verb: string } | undefined {
  if (conditional.test(sentence)) return undefined;
  const found =
    /^(?:the|an?|all|every|each|our|its|your) ((?:[\w'’-]+ ){1,3}?)(?:then |immediately |automatically )?([a-z]+s) (?:the|an?|all|every|each|it|them|this|their|his|her|its|your)\b/i.exec(
      sentence,
    );
  const isSaid = found !== null && !relative.test(found[0]) && !occasion.test(found[0]) && !messages.test(found[0]);
  const [, subject = '', verb = ''] = found ?? [];
  return isSaid ? { subject: subject.trim().toLowerCase(), verb: verb.toLowerCase() } : undefined;
}

/** The past participle of a passive main clause, at most eight words into the sentence; undefined when there is none. */
export function passiveVerb(sentence: string): string | undefined {
  if (conditional.test(sentence)) return undefined;
  const found =
    /^(?!(?:nothing|nobody|none|no) )((?:[\w'’-]+ ){1,7}?)(is|are|gets?|will be) (?:then |also |(?!generally|usually|typically|normally|commonly|previously|recently|currently|originally|newly|partially|only)[a-z]+ly )?([a-z]+)\b/i.exec(
      sentence,
    );
  // "The Get Deleted Key operation"
  return found === null || found[2] === 'Get' || relative.test(found[1] ?? '') || occasion.test(found[1] ?? '')
    ? undefined
    : found[3]?.toLowerCase();
}

/** True when the sentence begins with a verb in the third person and no subject: "Charges the stored card." */
export function startsWithAction(sentence: string): boolean {
  return /^(?:also |then |immediately |and )?[A-Za-z]+s (?:(?:off|out|down|up) )?(?:the|an?|all|every|each|this|it|its|your|any|some|one|two|\d+) /i.test(
    sentence,
  );
}
