/**
 * Outcomes from the provider's own sentence: "Refund a captured payment" → "The captured payment is refunded". A
 * sentence that is not of the form verb and object gives none.
 */
import type { VerbFamily, Words } from '@dragoman/agis';
import type { Impact } from '@dragoman/model';
import { isAcronym, isCarrier } from './action-sentence.js';
import { articleOf, pluralText } from './inflect-noun.js';
import { isNounPhrase } from './noun-phrase.js';
import { participleOf } from './participle.js';
import { type Phrase, readPhrase } from './read-phrase.js';
import { isQualified } from './title-facts.js';
import { recordWords, runningVerbs } from './verb-table.js';

/** The sentence, and what the operation may change. */
export interface OutcomeSource {
  sentence: string;
  /** The method of the endpoint. */
  method: string;
  impact: Impact | undefined;
  words: Words;
  /** The path of the endpoint. */
  path?: string;
  /** True when the address is that of one thing. */
  isOne?: boolean;
  /** Families of which the verb of the sentence must have one. */
  families?: readonly VerbFamily[];
}

interface Clause {
  /** Base forms of the verbs; "add or replace" has two. */
  verbs: string[];
  joint: string;
  particle: string;
  object: Phrase;
}

/** "This endpoint", "Use this method to", "Allows you to": words that say nothing about the action. */
const lead =
  /^(?:(?:please|you can)\s+)?(?:(?:use|call|with)\s+)?(?:(?:this|the|an?)\s+)?(?:api\s+)?(?:end ?points?|calls?|methods?|operations?|apis?|requests?|routes?|resources?|functions?|services?|actions?)\s+(?:(?:will|which|that|to|can be used to|is used to|allows?(?:\s+(?:you|users|clients))?\s+to|lets you)\s+)?(?=[a-z])/i;
const permission =
  /^(?:(?:allows?|lets?|enables?)\s+(?:you|users|clients|callers)\s+(?:to\s+)?|(?:allows?|lets?)\s+(?:to\s+)?)/i;

/** Prepositions that follow a verb without an object: "respond to". */
const places = /^(?:to|on|for|against)$/;
const particles: ReadonlySet<string> = new Set(['up', 'out', 'off', 'down', 'back']);
const vague: ReadonlySet<string> = new Set(
  'use allow call perform provide accept handle do make let enable execute run process invoke manage have be'.split(
    ' ',
  ),
);

/** The outcome; undefined when the sentence is not a verb with its object. */
export function outcomeFromSentence(source: OutcomeSource): string | undefined {
  const { sentence, method, impact, words } = source;
  // "Login to an account": the caller is logged in.
  if (/^(?:logs?|signs?) ?(?:in|out|on|off|up)(?: to)? /i.test(sentence) && /^(?:LOG|SIGN)/.test(method))
    return undefined;
  const question = questionOf(sentence);
  if (question !== undefined) return impact === 'informational' ? question : undefined;
  const [, notified] = /^Subscribe to be notified (when .{3,160}?)\.?$/.exec(sentence) ?? [];
  if (notified !== undefined) return `The subscriber is notified ${notified}`;
  const allowed = allowedOutcome(sentence, words);
  if (allowed !== undefined) return allowed;
  if (/^requests? to [a-z]+ /i.test(sentence))
    return impact === 'informational' ? undefined : 'The request is submitted';
  // "Search a namespace" searches in it, "Search for a file" does not.
  const isPlace = /^search(?:es)? (?:within|in|an?|this|your) /i.test(sentence) && !/\bfor\b/i.test(sentence);
  if (isPlace && impact === 'informational') return 'The search results are returned';
  const read = readClause(sentence, method, words);
  const clause = read && understoodOf(read, source);
  if (clause === undefined) return undefined;
  const [verb = ''] = clause.verbs;
  const { object } = clause;
  const { families } = source;
  // "Sends a signal to cancel the task": the outcome is that of canceling.
  const isStep = verb === 'send' || /\b(?:transition|signal|command|change)\b/i.test(object.text);
  if (isCarrier(sentence) && isStep && impact !== 'informational' && !carriers.has(method)) return undefined;
  if (families !== undefined && !words.familiesOf(verb).some((family) => families.includes(family))) return undefined;
  const isDone = doing.has(verb) || (impact === 'informational' && runningVerbs.has(verb));
  if (isDone) return empty.test(object.text) ? undefined : doneOutcome(object, impact);
  // What an operation says it returns, it returns, whatever else it does.
  const isRead =
    reading.has(verb) && words.familiesOf(method.toLowerCase()).some((each) => /^(?:read|find)$/.test(each));
  if (impact === 'informational' || verb === 'return' || isRead) return readOutcome(clause, source);
  if (runningVerbs.has(verb)) return passive(clause);
  // "Make a payment", unlike "Makes a page public"
  if (verb === 'make' && object.determiner === 'a' && !words.isAdjective(object.text.split(' ').at(-1) ?? ''))
    return passive(clause);
  if ((vague.has(verb) && verb !== method.toLowerCase()) || reading.has(verb)) return undefined;
  const isNew = creating.has(verb) || (verb === 'register' && /^new /i.test(object.text));
  const isSeveral = clause.verbs.length > 1;
  if (isSeveral && clause.verbs.some((each) => ending.has(each) || each === 'remove')) return passive(clause);
  if (isNew || clause.verbs.some((each) => creating.has(each))) return createdOutcome(clause);
  const subject = subjectOf(object, 'The');
  if (ending.has(verb) && !/\bfrom\b/.test(object.text)) {
    const [, things] = /^(?:list|set|collection|batch) of ((?:\w+ )*\w+s)$/i.exec(object.text) ?? [];
    if (things !== undefined) return `The ${things} no longer exist`;
    return `${subject} no longer ${object.isMany ? 'exist' : 'exists'}`;
  }
  // "Set the status to OPEN" has a destination, "Update a reply to a review" has none.
  const isMoved = /^(?:change|set)$/.test(verb) && /(?<!ed)\s(?:to|into)\s/.test(object.text);
  if (changing.has(verb) && !isSeveral && !isMoved) {
    const changed = subjectOf({ ...object, text: object.text.replace(/(?<!ed)(?: and)? (?:to|into) .*$/, '') }, 'The');
    return `${changed} ${object.isMany ? 'have' : 'has'} the requested values`;
  }
  return passive(clause);
}

/** The clause, or as much of it as is understood; undefined when not even its object is. */
function understoodOf(clause: Clause, { words, path = '' }: OutcomeSource): Clause | undefined {
  const { object } = clause;
  // "Single Send" is a thing where the address is `/single-sends`.
  const compact = object.text.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (object.text.includes(' ') && path.replaceAll(/[^a-z/]/g, '').includes(compact)) return clause;
  // "a checkpoint" is a thing, though "checkpoint" may be known as a verb only.
  if (object.determiner !== '' && /^[a-z]+$/.test(object.text) && words.baseOf(object.text) === object.text)
    return clause;
  if (isNounPhrase(object.text.replace(/ (?:that|which|who) .*$/, ''), words)) return clause;
  const [head = ''] = object.text.split(/ (?:for|in|on|at|within|with|from|to|into|by|as|about|under|via) /, 1);
  if (head === object.text || !isNounPhrase(head, words)) return undefined;
  const [last = ''] = head.split(' ').slice(-1);
  const isPast = words.inflectionOf(last)?.form === 'past' && !words.isNoun(last);
  return { ...clause, object: { ...object, text: isPast ? head.replace(/ \S+$/, '') : head, isCut: true } };
}

/** "Allows the details of a team to be retrieved" → "The details of a team are retrieved". */
function allowedOutcome(sentence: string, words: Words): string | undefined {
  const [, thing = '', done = ''] = /^Allows? (.{3,80}) to be ([a-z]+ed)\b/.exec(sentence) ?? [];
  const object = thing === '' ? undefined : readPhrase(thing, words.baseOf(done), words);
  return object && `${subjectOf(object, 'The')} ${object.isMany ? 'are' : 'is'} ${done}`;
}

/** Methods that say no more than a sentence that only carries the action. */
const carriers: ReadonlySet<string> = new Set('SEND EXECUTE RUN PERFORM TRIGGER ISSUE'.split(' '));

const doing: ReadonlySet<string> = new Set(['perform', 'conduct', 'carry']);

/** Objects that say nothing about what is done. */
const empty = /\b(?:operation|action|task|request|call|process|function)s?$/i;

/** "Performs sentiment analysis on a document": its result, or that it is done. */
function doneOutcome({ text, isMany }: Phrase, impact: Impact | undefined): string {
  if (impact === 'informational') return `The result of the ${text} is returned`;
  return `The ${text} ${isMany ? 'are' : 'is'} performed`;
}

const reading: ReadonlySet<string> = new Set(
  'get return retrieve fetch list show read view find search look lookup'.split(' '),
);
const creating: ReadonlySet<string> = new Set(['create', 'insert', 'define', 'new']);
const ending: ReadonlySet<string> = new Set(['delete', 'destroy', 'erase', 'purge']);
const changing: ReadonlySet<string> = new Set('update change modify edit set put patch amend configure'.split(' '));

/** What examining returns. */
const examinations: Readonly<Record<string, string>> = Object.freeze({
  check: 'check result',
  verify: 'verification result',
  validate: 'validation result',
  compare: 'comparison result',
  test: 'test result',
  evaluate: 'evaluation result',
  determine: 'result',
});

/** "Checks whether an address is free" → "Whether an address is free is returned". */
function questionOf(sentence: string): string | undefined {
  const [, clause] =
    /\b(?:checks?|determines?|verif(?:y|ies)|tests?)\s+(?:if|whether)\s+([^.;]{5,160})/i.exec(sentence) ??
    /^(?:checks?|verif(?:y|ies))\s+that\s+([^.;]{5,160})/i.exec(sentence) ??
    /^(?:returns?|indicates?|tells?|shows?)\s+whether\s+([^.;]{5,160})/i.exec(sentence) ??
    [];
  return clause === undefined ? undefined : `Whether ${clause.replace(/ or not\b/, '').trim()} is returned`;
}

/** Reading, and computing without an effect, return something. */
function readOutcome(clause: Clause, { words, isOne = false }: OutcomeSource): string | undefined {
  const { verbs, object } = clause;
  const [verb = ''] = verbs;
  if (places.test(clause.particle)) return undefined;
  const result = Object.hasOwn(examinations, verb) ? examinations[verb] : undefined;
  if (result !== undefined) return `The ${result} for the ${object.text} is returned`;
  const isReturned = reading.has(verb) || returning.has(verb);
  if (!isReturned) return vague.has(verb) || ending.has(verb) || creating.has(verb) ? undefined : passive(clause);
  // "List jurisdiction" returns several.
  const listed = verb === 'list' && object.determiner === '' && !isOne ? pluralText(object.text, words) : object.text;
  if (listed !== object.text) return `The ${listed} are returned`;
  const are = object.isMany ? 'are' : 'is';
  if (object.isCut && object.determiner === 'all') return `The requested ${object.text} are returned`;
  if (verb === 'count') return `The number of ${pluralText(object.text, words)} is returned`;
  // "Search the library" searches in it.
  const isPlace = containers.test(object.text) || (verb === 'search' && object.determiner === 'the' && !object.isMany);
  if (isPlace && /^(?:search|query)$/.test(verb)) return 'The search results are returned';
  const sought = / matching /.test(object.text) ? 'The' : 'The matching';
  if (verb === 'search' || (verb === 'find' && object.isMany)) return `${sought} ${object.text} ${are} returned`;
  const isWhole = object.determiner === 'a' && wholes.test(object.text);
  const usual = object.determiner === 'a' ? 'The requested' : 'The';
  const subject = isWhole ? `${articleOf(object.text) === 'an' ? 'An' : 'A'} ${object.text}` : subjectOf(object, usual);
  return `${subject} ${are} returned`;
}

/** Things that are searched rather than returned. */
const containers =
  /\b(?:databases?|index(?:es)?|indices|catalog(?:ue)?s?|registry|website|site|namespaces?|functions?)$/i;

/** Things that are made by reading. */
const wholes = /^(?:(?:\w+ )?list|array|collection|set|page|count|number|report|summary)\b/i;

const returning: ReadonlySet<string> = new Set(
  'provide give display query browse download export obtain request load describe watch stream calculate compute count estimate discover enumerate inspect preview access report'.split(
    ' ',
  ),
);

function createdOutcome({ verbs, object: { determiner, text, isMany } }: Clause): string {
  const plain = text.replace(/^(?:brand )?new /i, '').replace(/ (?:into|to (?:an?|the)) .*$/, '');
  // "Create or update a user": it may have existed.
  if (determiner === 'the' || verbs.length > 1) return `The ${plain} ${isMany ? 'exist' : 'exists'} as requested`;
  return isMany ? `New ${plain} exist as requested` : `A new ${plain} exists as requested`;
}

/** "Keep the lease alive" → "The lease is kept alive". */
const kept = / (?:alive|open|active|hidden|private|public|unchanged)$/;

function passive({ verbs, joint, particle, object }: Clause): string {
  const [state] = (verbs[0] === 'keep' && kept.exec(object.text)) || [];
  if (state !== undefined) {
    const text = object.text.slice(0, -state.length);
    return `${subjectOf({ ...object, text }, 'The')} ${object.isMany ? 'are' : 'is'} kept${state}`;
  }
  const participles = verbs.map(participleOf);
  const all = [participles.slice(0, -1).join(', '), ...participles.slice(-1)].filter((each) => each !== '');
  const done = `${all.join(` ${joint} `)}${particle === '' ? '' : ` ${particle}`}`;
  // "Add or update a connection to a group" updates nothing to it.
  const isPlain = plainVerbs.has(verbs[0] ?? '') || (verbs.length > 1 && verbs.some((verb) => changing.has(verb)));
  // "The application is responded to" ends in a preposition.
  if (places.test(particle)) {
    const thing = `${object.determiner === 'a' ? articleOf(object.text) : object.determiner || 'the'} ${object.text}`;
    return `The request to ${verbs.join(` ${joint} `)} ${particle} ${thing} is carried out`;
  }
  const { head, tail } = isPlain ? { head: object.text, tail: '' } : splitTail(object.text, verbs[0]);
  const subject = subjectOf({ ...object, text: head }, 'The');
  return `${subject} ${object.isMany ? 'are' : 'is'} ${done}${tail}`;
}

/** Verbs without a destination: "approve changes to a page". */
const plainVerbs: ReadonlySet<string> = new Set(
  'accept approve reject decline confirm revoke request enable disable activate cancel download review'.split(' '),
);

/** "word to a dictionary" → "word", " to a dictionary": the place comes after the verb. */
function splitTail(text: string, verb: string | undefined): { head: string; tail: string } {
  // "Remove a lock to a room" takes nothing to the room.
  const at = text.search(
    verb === 'remove' || verb === 'delete'
      ? /\sfrom\s/
      : /(?<!\b(?:allowed|used|assigned|linked|attached|related|belonging))\s(?:to|into|from|as)\s/,
  );
  return at < 0 ? { head: text, tail: '' } : { head: text.slice(0, at), tail: text.slice(at) };
}

function subjectOf({ determiner, text, isMany, isCut }: Phrase, usual: string): string {
  // Of "all lines matched by a word", only those that match.
  if (determiner === 'all' && isCut) return `The ${text}`;
  if (determiner === 'all' || (determiner === 'each' && !isMany))
    return `${determiner === 'all' ? 'All' : 'Each'} ${text}`;
  return `${usual} ${text}`;
}

/** "Form style", "Single file": a noun or an adjective, unless the method or an article shows that it is the verb. */
export function isTitleWord(text: string, method: string, words: Words): boolean {
  const [word = '', next = ''] = text.toLowerCase().split(' ', 2);
  // "Price, miles and days on market" enumerates.
  if (isQualified(text, words) || /^[A-Za-z]+, /.test(text)) return true;
  const isKnown = recordWords.has(word) || reading.has(word) || returning.has(word) || word === method.toLowerCase();
  if (isKnown || /^(?:an?|the|all|this|your|one|each)$/.test(next)) return false;
  // "Detailed info" and "Projected stats" have none either.
  if (/ed$/.test(word) && words.inflectionOf(word)?.form === 'past') return true;
  // "Lodging rates" has no verb.
  if (/ing$/.test(word) && words.isNoun(word) && words.baseOf(word) !== method.toLowerCase()) return true;
  if (words.baseOf(word) !== word) return false;
  const isOther = words.familiesOf(word)[0] !== words.familiesOf(method.toLowerCase())[0];
  return (
    (words.isVerb(word) && !words.isListedVerb(word)) ||
    words.isAdjective(word) ||
    (words.hasNounReading(word) && (isOther || !words.isFiled(word)))
  );
}

/** "Immediately cancel a job" cancels it, and "Batch fetch records" fetches them. */
function withoutManner(text: string, words: Words): string {
  const [first = '', second = ''] = text.toLowerCase().split(' ', 2);
  const isManner =
    (/ly$/.test(first) && !words.isNoun(first) && !words.isVerb(first)) || /^(?:batch|bulk|mass)$/.test(first);
  return isManner && words.isListedVerb(words.baseOf(second)) ? text.slice(first.length + 1) : text;
}

/** Another verb of the same object; a comma alone is one only where "and" or "or" follows. */
const moreVerbs = /^(?:,?\s*(and\/or|and|or)\s+|,\s*(?=[A-Za-z]+,?\s(?:[A-Za-z]+,\s)*(?:and|or)\s))([A-Za-z]+),?\s+/i;

function readClause(sentence: string, method: string, words: Words): Clause | undefined {
  const plain = sentence
    .replaceAll(/(?<=[a-z])\(s\)/g, 's')
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replaceAll(/["`*]|(?<!\w)_|_(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[.!:\s]+$/, '')
    .replace(/^([a-z]+)-(or|and)-(?=[a-z]+ )/i, '$1 $2 ')
    // "a code for unified sign in"
    .replaceAll(/(?<=\S )(?<!\b(?:to|will|can) )(sign) (in|up|on)\b/gi, '$1-$2')
    // "Rename or move/migrate an instance"
    .replace(/^[a-z]+(?:(?: or |, | ?\/ ?)[a-z]+)* ?\/ ?[a-z]+(?= )/i, (verbs) => verbs.replaceAll(/ ?\/ ?/g, ' or '))
    .trim();
  // "Request a plan" requests; "The request creates …" does not.
  const isVerb = /^request/i.test(method) && plain.toLowerCase().startsWith(`${method.toLowerCase()} `);
  const text = withoutManner((isVerb ? plain : plain.replace(lead, '')).replace(permission, ''), words);
  const { english, verbs: found } = words.readIntent(text);
  const [first = ''] = /^[A-Za-z]+(?=\s)/.exec(text) ?? [];
  const verb = words.baseOf(first.toLowerCase());
  const isPlain = words.isListedVerb(verb) && !words.hasNounReading(first.toLowerCase());
  const isSaid = found.some((each) => each.verb === verb) || isPlain;
  if (isTitleWord(text, method, words)) return undefined;
  // Two words, of which one is rare, are too few to recognize English.
  const isReadable = english || (isPlain && /^[A-Za-z -]{1,60}$/.test(text));
  if (!isReadable || first === '' || isAcronym(text) || !words.isVerb(verb) || !isSaid) return undefined;
  let rest = text.slice(first.length).trim();
  const verbs = [verb];
  let joint = '';
  // "Create, modify or delete variables"
  for (let more = moreVerbs.exec(rest); more !== null; more = moreVerbs.exec(rest)) {
    const [whole, said = '', second = ''] = more;
    const other = words.baseOf(second.toLowerCase());
    if (!words.isVerb(other)) return undefined;
    verbs.push(other);
    joint = said === '' ? joint : said.toLowerCase();
    rest = rest.slice(whole.length);
  }
  // "Create a session, or return an existing one"
  const [, instead = ''] = /,? or (?:else )?([a-z]+) (?:an?|the|it|them|existing|its|any|one)\b/.exec(rest) ?? [];
  if (verbs.length === 1 && [verb, words.baseOf(instead)].some((each) => creating.has(each)) && instead !== '') {
    verbs.push(words.baseOf(instead));
    joint = 'or';
  }
  const [next = ''] = rest.toLowerCase().split(' ', 1);
  // "Respond to an application": the application is responded to.
  const isParticle = particles.has(next) || (places.test(next) && !/^(?:search|look|find)$/.test(verb));
  const particle = isParticle ? next : '';
  // "Request to delete a podcast" has no object.
  const [, purpose = ''] = rest.toLowerCase().split(' ', 2);
  if (next === 'to' && words.isListedVerb(purpose) && !words.isPlainlyNoun(purpose)) return undefined;
  const object = readPhrase(particle === '' ? rest : rest.slice(next.length).trim(), verb, words);
  return object === undefined ? undefined : { verbs, joint, particle, object };
}
