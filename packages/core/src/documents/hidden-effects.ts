/**
 * Effects that the description, the name or the path of an operation states although its title only reads: "Show the
 * cart" with "The card is charged when this is called.", "List drafts" at `/drafts/delete-all`. A GET with one of them is
 * neither repeated nor called without the safeguards that the effect needs.
 */
import { saidToCause } from './caused-effects.js';
import type { ConductEvidence, Reading } from './conduct-readings.js';
import { lastSegment, readName, readText, sentencesOf, words } from './conduct-readings.js';
import { acting, changing, effects, making, mediating, ordering, telling, undoable } from './conduct-words.js';
import { hasEffect, irreversibleEffect, maxSentences } from './effect-evidence.js';
import { toSnakeCase } from './identifier.js';
import { withoutNamesOfThings } from './named-things.js';
import { canBeUndone, determiners, leading, onlyReads } from './reading-effects.js';
import { maySayAction } from './sentence-voice.js';
import { clausesOf, finalWords, passiveVerb } from './stated-finality.js';

/** An effect that a text states outside the title. */
export interface HiddenEffect {
  reason: string;
  /** False when another call can undo it, or when it is only suspected. */
  irreversible: boolean;
}

/** The most harmful effect that is stated outside the title; undefined when there is none. */
export function hiddenEffect(evidence: ConductEvidence): HiddenEffect | undefined {
  const { summary, description } = evidence;
  const sentences = sentencesOf(description, maxSentences);
  // Without a summary, the first sentence is the title, which is read elsewhere.
  const clauses = sentencesOf(summary ?? description, 1).flatMap((sentence) => clausesOf(sentence).slice(1));
  const further = [...clauses, ...(summary === undefined ? sentences.slice(1) : sentences)];
  const found = [
    ...further.map(sentenceEffect),
    joinedEffect(sentences),
    nameEffect(evidence),
    eventEffect(description),
  ].filter((each) => each !== undefined);
  return found.find(({ irreversible }) => irreversible) ?? found[0];
}

/** "The borrower is fined as soon as this is called." */
function eventEffect(description: string | undefined): HiddenEffect | undefined {
  const reason = saidToCause(description);
  return reason === undefined ? undefined : { reason, irreversible: false };
}

/** Labels before a sentence: "Side effect: deletes all drafts." */
const label =
  /^(?:side[ -]effects?|warning|caution|careful|attention|note(?: that)?|important|nb|beware|be aware(?: that)?|please note(?: that)?|as a side[ -]effect|additionally|furthermore|moreover|in addition|afterwards)\s*[:,!–-]?\s+/i;

/** Labels that only an effect has. */
const warning = /^(?:side[ -]effects?|warning|caution|careful|attention|beware|as a side[ -]effect)\b/i;

/** "When this endpoint is called," and "each time it is requested". */
const called =
  /(?:^|[ ,])(?:when(?:ever)?|once|each time|every time|as soon as|the moment) (?:it|this|that|(?:the|this) (?:endpoint|operation|address|ur[li]|page|link|resource|method|route|call|request|api)) (?:is )?(?:called|requested|visited|accessed|invoked|opened|fetched|hit|triggered|made|used|sent)\b,?\s*/i;

/** The operation as the subject of its sentence. */
const subject =
  /^(?:(?:call|invok|request|fetch|open|us|read|view|visit|download|load|access|gett|retriev|query|list|show)ing (?:(?:the|this) [a-z]+|it|this|that)|it(?! (?:can|may|could)\b)|(?:this|the|each|every) (?:operation|endpoint|call|request|method|api|function|action|route|resource)|this)(?= )/i;

/** Adverbs before the verb. */
const adverb =
  /^(?:also|then|automatically|immediately|silently|permanently|additionally|always|and|will|instantly|implicitly|first|subsequently) +/i;

/** "Permanently erases the file.", "This also refunds stale payments.", "The card is charged when this is called." */
function sentenceEffect(written: string): HiddenEffect | undefined {
  const isEvent = called.test(written);
  const sentence = written.replace(label, '').replace(called, '').trim();
  if (!maySayAction(sentence)) return undefined;
  const final = /^(?:it|this|that|(?:this|the) (?:operation|action|call|change|effect|step|process))\b/i.test(sentence)
    ? finalWords(sentence)
    : undefined;
  if (final !== undefined && /undo|revers|irrev|permanent|final|recover|restor|destroy|lost|gone/.test(final))
    return { reason: `cannot be taken back: '${final}'`, irreversible: true };
  return activeEffect(sentence, isEvent || warning.test(written)) ?? passiveEffect(sentence, isEvent);
}

/** The verb of a sentence whose subject is the operation, or that has none: "Deletes all drafts." */
function activeEffect(sentence: string, isMarked: boolean): HiddenEffect | undefined {
  // "This sends report includes the addresses."
  if (/^this [a-z]+s [a-z]+ [a-z]+s (?:the|an?|all|every)\b/i.test(sentence)) return undefined;
  let said = sentence.replace(subject, '').trim();
  let isEmphasized = isMarked;
  let hasSubject = isMarked || said !== sentence;
  for (let next = said.replace(adverb, ''); next !== said; next = said.replace(adverb, '')) {
    isEmphasized ||= emphatic.test(said);
    said = next;
    hasSubject = true;
  }
  const [start = '', next = ''] = said.toLowerCase().match(/[a-z]+/g) ?? [];
  const found = words.inflectionOf(start);
  const verb =
    found?.form === 'third-person' ? found.base : /\bwill\b/i.test(sentence) && hasSubject ? start : undefined;
  if (verb === undefined || telling.has(verb) || /\b(?:back|respon[sd]\w*|result)\b/i.test(said)) return undefined;
  const isObject = determiners.has(next) || /^(?:it|them|all|any|its|old|stale|every|\d+)$/.test(next);
  // "Charges of a customer", "Messages sent by it": a plural noun, not a verb.
  if (!isObject && !(hasSubject && words.isListedVerb(verb)) && words.hasNounReading(verb)) return undefined;
  if (!isObject && (leading.has(next) || /^(?:is|are|of|by|to|for|in|on|with)$/.test(next))) return undefined;
  const [reading] = readText(`${verb} ${said.slice(start.length).trim()}`);
  if (reading === undefined || reading.verb !== verb) return undefined;
  const harm = irreversibleEffect({ ...reading, plain: true });
  if (harm !== undefined) return { reason: harm, irreversible: true };
  const isChange = changes({ ...reading, plain: true }) || (isEmphasized && mayChange(reading));
  return isObject && isChange ? { reason: `changes something: '${verb}'`, irreversible: false } : undefined;
}

/** Adverbs that only precede an action. */
const emphatic =
  /^(?:also|then|automatically|immediately|silently|permanently|additionally|instantly|implicitly|subsequently) /i;

/** "Automatically drains the tank": any verb that does not only read, arrange or describe. */
function mayChange(reading: Reading): boolean {
  const { verb, families } = reading;
  const arranges = families.length > 0 && families.every((family) => ['find', 'read', 'analyse'].includes(family));
  return !arranges && !onlyReads(reading) && !mediating.has(verb) && !describing.has(verb);
}

/** Verbs of sentences about what is returned, and how. */
const describing = new Set(
  'replace sideload have be do work take apply help ensure enable make give mean exclude include follow use handle offer limit filter sort convert resolve serve exist come match load expand fill format group order split trim normalize fall default correspond belong happen let'.split(
    ' ',
  ),
);

/** A change that is said of the call: "Marks the mail as read." */
function changes(reading: Reading): boolean {
  const { verb } = reading;
  const isChange = ordering.has(verb) || acting.has(verb) || changing.has(verb);
  return (
    isChange && !onlyReads(reading) && !mediating.has(verb) && !/^(?:load|run|execute|print|apply|replace)$/.test(verb)
  );
}

/** Kinds of effects that a passive states without doubt: "The card is charged.", "Old tokens are revoked." */
const plainKinds = /^(?:moves money|deletes|takes access away)$/;

/** What calls cost, and what a later version does: "You are billed for each request", "It will be removed in 2.0". */
const priced =
  /\b(?:you|requests?|calls?|usage|quer(?:y|ies)|operations?) (?:is|are|will be|gets?) \w*\s?(?:charged|billed)\b|\bwill be removed\b|\bdeprecated\b/i;

/** Verbs of what is left out of a response: "Pixels are truncated." */
const trimming = new Set(['truncate', 'remove', 'drop', 'discard', 'redact', 'expire']);

/** How people are reached: "sent to the patient by SMS". */
const byMeans =
  /\b(?:to|by|via|over) (?:an? |the |your |all |every |each |its |their |his |her )?(?:[\w-]+ ){0,2}?([a-z-]+)/gi;

function passiveEffect(sentence: string, isEvent: boolean): HiddenEffect | undefined {
  // What happens "when", "after" or "by" something else is not done by the call.
  if (
    !isEvent &&
    /\b(?:when|whenever|if|once|after|before|until|unless|by (?:the|an?) (?!sms|mail|email|text|fax|phone)\w+|(?:in|within|during) (?:the|an?) \w+|per|daily|every)\b/i.test(
      sentence,
    )
  )
    return undefined;
  const passive = passiveVerb(sentence);
  const verb = passive === undefined ? undefined : words.inflectionOf(passive)?.base;
  const effect = effects.find(({ verbs }) => verbs?.has(verb ?? '') === true);
  if (verb === undefined) return undefined;
  if (effect === undefined) return isEvent ? doneTo(verb) : undefined;
  const reason = `${effect.name}: '${passive}'`;
  if (!isEvent && (priced.test(sentence) || trimming.has(verb))) return undefined;
  if (isEvent || plainKinds.test(effect.name)) return { reason, irreversible: true };
  const isAddressed =
    effect.kind === 'people' && [...sentence.matchAll(byMeans)].some(([, noun = '']) => reachesPerson(noun));
  return isAddressed ? { reason, irreversible: true } : undefined;
}

/** "The borrower is fined when this is called." */
function doneTo(verb: string): HiddenEffect | undefined {
  const reading: Reading = { verb, plain: true, families: words.familiesOf(verb), tokens: [verb] };
  if (onlyReads(reading) || mediating.has(verb) || describing.has(verb)) return undefined;
  return { reason: `the call causes it: '${verb}'`, irreversible: !canBeUndone(reading) };
}

function reachesPerson(noun: string): boolean {
  return (
    words.isPerson(noun) ||
    /^(?:sms|e-?mail|mail|fax|phone|post|letter|text|everyone|everybody|subscribers?|members?)$/i.test(noun)
  );
}

/** "Returns a code and then sends it to the user": a further verb in the third person. */
function joinedEffect(sentences: readonly string[]): HiddenEffect | undefined {
  for (const sentence of sentences) {
    for (const [, start = '', next = ''] of sentence.matchAll(
      /(?:,|\b(?:and|then))\s+(?:(?:and|then|also|immediately|automatically)\s+)*([a-z]+s) ([a-z]+)\b/gi,
    )) {
      const found = words.inflectionOf(start.toLowerCase());
      if (
        found?.form !== 'third-person' ||
        !hasEffect(found.base) ||
        !/^(?:the|an?|it|them|all|every|this|its|your)$/i.test(next)
      )
        continue;
      if (/\b(?:that|which|who|if|when|whether|back|respon[sd]\w*)\b/i.test(sentence)) continue;
      const effect = effects.find(({ verbs }) => verbs?.has(found.base) === true);
      if (effect !== undefined) return { reason: `${effect.name}: '${found.base}'`, irreversible: true };
    }
  }
  return undefined;
}

/** `deleteDrafts`, `/drafts/delete-all`, `getTokenAndRevokeOld`: a name that contradicts a title that reads. */
function nameEffect(evidence: ConductEvidence): HiddenEffect | undefined {
  if (evidence.summary === undefined && evidence.description === undefined) return undefined;
  const { name = '', path, summary, description } = withoutNamesOfThings(evidence);
  const said = (summary ?? sentencesOf(description, 1)[0] ?? '').toLowerCase();
  for (const each of [name, lastSegment(path)]) {
    const [reading] = readName(each);
    const tokens = toSnakeCase(each, '').split('_');
    const further = tokens.findIndex(
      (token, at) => tokens[at - 1] === 'and' && words.isListedVerb(token) && hasEffect(token),
    );
    const own = tokens[0] === reading?.verb ? tokens[0] : undefined;
    const verb = further === -1 ? own : tokens[further];
    // "Purge" is also a noun, but not in "purge-all".
    const isOrder = /^(?:all|everything|it|old|stale|expired|every)$/.test(tokens[1] ?? '');
    if (verb === undefined || (words.hasNounReading(verb) && !isOrder) || making.has(verb) || undoable.has(verb))
      continue;
    // The title names the thing itself: "Deleted items", "Reasons to delete an account".
    if (said.includes(verb.slice(0, -1)) || said.split(/[^a-z]+/).some((word) => words.verbOf(word) === verb)) continue;
    const effect = effects.find(({ name: kind, verbs }) => plainKinds.test(kind) && verbs?.has(verb) === true);
    if (effect !== undefined) return { reason: `${effect.name}: '${verb}'`, irreversible: true };
  }
  return undefined;
}
