/** Finds the action of an operation without a known effect, in whatever its words say, and whether it only computes. */
import type { ConductEvidence, Reading } from './conduct-readings.js';
import { carrying, lastSegment, readName, readText, sentencesOf, words } from './conduct-readings.js';
import { changing, mediating } from './conduct-words.js';
import { maxSentences } from './effect-evidence.js';
import { toSnakeCase } from './identifier.js';
import { readNominalTitle } from './nominal-titles.js';
import { canBeUndone, determiners, isReading, leading, onlyReads } from './reading-effects.js';
import { activeClause, startsWithAction } from './stated-finality.js';

/** The action that no other call is known to undo; undefined when there is none. */
export function unknownAction(readings: readonly Reading[], evidence: ConductEvidence): Reading | undefined {
  const [first] = readings;
  const candidates = [
    ...readings.map(({ action }) => action),
    describedAction(evidence),
    unknownOrder(evidence),
    first && actionOf(first, evidence),
    namedAction(evidence),
    ...furtherActions(evidence),
    ...actionsOfPersons(evidence),
  ];
  return candidates.find((each) => each !== undefined && !canBeUndone(each) && !isReading(each));
}

/** "The veterinarian castrates the colt": what somebody other than a user of the API does because of the call. */
function actionsOfPersons({ description }: ConductEvidence): Reading[] {
  return sentencesOf(description, maxSentences).flatMap((sentence) => {
    const { subject = '', verb: said = '' } = activeClause(sentence) ?? {};
    const actor = subject.split(' ').at(-1) ?? '';
    const { base: verb = '', form } = words.inflectionOf(said) ?? {};
    if (form !== 'third-person' || participants.has(actor)) return [];
    if (mediating.has(verb) || words.isRatherNoun(verb)) return [];
    const isPerson = words.isPerson(actor) || persons.test(actor);
    return isPerson ? [{ verb, plain: true, families: words.familiesOf(verb), tokens: [verb] }] : [];
  });
}

/** Professions and groups, most of which no list has. */
const persons = /(?:\w{3}ian|\w{3}(?<!l)ist|\w(?:man|woman|men)|crew|team|staff)$/;

/** Persons who use the API, or whom its data is about; what they do is not done by the call. */
const participants = new Set(
  'user caller client customer developer consumer recipient sender owner subscriber requester administrator member merchant buyer seller author'.split(
    ' ',
  ),
);

/** "Bridge demolition" demolishes: the noun is derived from a verb that ends something. */
function namedAction(evidence: ConductEvidence): Reading | undefined {
  const title = evidence.method === 'POST' ? readNominalTitle(evidence) : undefined;
  const [noun = ''] = evidence.summary?.toLowerCase().match(/[a-z]+$/) ?? [];
  return title === undefined || noun === title.verb || !title.families.includes('end')
    ? undefined
    : { ...title, plain: true };
}

/** "Validate and detonate a charge", "Preview and store a plan": the further verbs of the title. */
function furtherActions({ summary = '' }: ConductEvidence): Reading[] {
  const [title = ''] = sentencesOf(summary, 1);
  return [...title.toLowerCase().matchAll(/(?:,|\b(?:and|then))\s+(?:(?:and|then|also)\s+)*([a-z]+)\b\s*([a-z]*)/g)]
    .map(([, word = '', next = '']) => ({ verb: words.baseOf(word), next, form: words.inflectionOf(word)?.form }))
    .filter(
      ({ verb, next, form }) =>
        (words.isFiled(verb) || (determiners.has(next) && words.isListedVerb(verb))) &&
        form !== 'past' &&
        form !== 'participle' &&
        isSaidToAct(verb, next),
    )
    .map(({ verb }) => ({ verb, plain: true, families: words.familiesOf(verb), tokens: [verb] }));
}

function isSaidToAct(verb: string, next: string): boolean {
  return (
    !mediating.has(verb) && (determiners.has(next) || next === 'it' || next === 'them' || !words.hasNounReading(verb))
  );
}

/** "Watch a repository" with POST subscribes. */
const observing = new Set(['watch', 'monitor', 'observe', 'follow']);

/** True when a POST only reads or computes, and neither its title nor its path says more: "Preview and store". */
export function onlyComputes(first: Reading, evidence: ConductEvidence): boolean {
  if (!isReading(first) || observing.has(first.verb) || givesBack(evidence)) return false;
  return !furtherActions(evidence).some(acts);
}

/** "Fetch and acknowledge alerts": the title adds an action to a reading. */
export function addsAction(evidence: ConductEvidence): boolean {
  return furtherActions(evidence).some(
    (each) =>
      acts(each) &&
      (changing.has(each.verb) || !each.families.includes('create')) &&
      !/^(?:have|be|do|perform|except|apply)$/.test(each.verb),
  );
}

/** True when the verb neither reads nor computes in any sense. */
function acts(reading: Reading): boolean {
  const { families } = reading;
  return !onlyReads(reading) && !families.some((each) => /^(?:find|read|analyse)$/.test(each));
}

/** "Return cheque unpaid" at `/cheques/{id}/bounce`, "Return to home": nothing is returned to the caller. */
function givesBack({ summary = '', path }: ConductEvidence): boolean {
  const [start = '', next = ''] = summary.toLowerCase().match(/[a-z]+/g) ?? [];
  if (start !== 'return' || determiners.has(next)) return false;
  const [ending] = /\}[/:][^/{}]+$/.test(path) ? readName(lastSegment(path)) : [];
  // "Return results to participant"
  if (
    summary
      .toLowerCase()
      .match(/ to (?:the |a |an |all |its )?([a-z]+)$/)
      ?.slice(1)
      .some(words.isPerson) === true
  )
    return true;
  return next === 'to' || (ending !== undefined && !onlyReads(ending) && !words.isRatherNoun(ending.verb));
}

/** "Fertigate a zone" at `/fertigate`: only a verb precedes an article, also one that is in no dictionary. */
function unknownOrder({ summary = '', path, name = '' }: ConductEvidence): Reading | undefined {
  const [start = '', next = ''] = summary.toLowerCase().match(/[a-z]+/g) ?? [];
  if (!determiners.has(next) || leading.has(start) || !isUnlisted(start)) return undefined;
  const isRepeated = lastSegment(path).toLowerCase() === start || name.toLowerCase().startsWith(start);
  return isRepeated ? { verb: start, plain: true, families: [], tokens: [start] } : undefined;
}

function isUnlisted(word: string): boolean {
  return (
    !words.isVerb(word) && !words.isNoun(word) && !words.isAdjective(word) && words.inflectionOf(word) === undefined
  );
}

/**
 * "Flash firmware" at `/firmware/flash`: a word that starts the summary and ends the path is a verb.
 * "Start the cremation of a deceased" cremates.
 */
function actionOf(first: Reading, { path, name = '', summary = '' }: ConductEvidence): Reading {
  if (first.action !== undefined) return first.action;
  const said = summary.toLowerCase().match(/[a-z]+/g) ?? [];
  const [start = '', next = ''] = said;
  const ending = lastSegment(path).toLowerCase();
  const onItem = /\}[/:][^/{}]+$/.test(path);
  // "Initiate a blast" at `/shifts/{id}/blast`
  if (
    onItem &&
    carrying.has(first.verb) &&
    said.at(-1) === ending &&
    words.isVerb(ending) &&
    !words.isRatherNoun(ending)
  )
    return { verb: ending, plain: true, families: words.familiesOf(ending), tokens: [ending] };
  const isRepeated = ending === first.verb && (onItem || (next !== '' && readName(name)[0]?.verb === ending));
  const isCalled = words.baseOf(start) === first.verb && (isRepeated || isNamedOrder(name, said));
  const isTitle = words.isVerb(next) && !words.hasNounReading(next);
  return isCalled && !isTitle ? { ...first, plain: true } : first;
}

/** "Issue credit note" as `issueCreditNote`, but not "Price list" as `priceList`. */
function isNamedOrder(name: string, said: readonly string[]): boolean {
  const [verb = '', ...object] = toSnakeCase(name, '').split('_');
  const isSaid = object.length > 0 && object.every((each) => said.includes(each));
  return isSaid && said[0] === verb && words.isFiled(verb) && !words.isRatherNoun(verb);
}

/** What the description says next to a summary: "Request a ride", "Dispatches the nearest driver." */
function describedAction({ summary, description }: ConductEvidence): Reading | undefined {
  const [start = ''] = summary === undefined ? [] : sentencesOf(description, 1);
  const [first] = startsWithAction(start) ? readText(start) : [];
  const isHarmless = first === undefined || canBeUndone(first) || onlyReads(first) || mediating.has(first.verb);
  return isHarmless ? undefined : first;
}
