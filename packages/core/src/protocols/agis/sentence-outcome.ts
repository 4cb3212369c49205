/**
 * Outcomes from the provider's own sentence: "Refund a captured payment" → "The captured payment is refunded". A
 * sentence that is not of the form verb and object gives none.
 */
import type { Words } from '@dragoman/agis';
import type { Impact } from '@dragoman/model';
import { recordWords } from './choose-verbs.js';
import { participleOf } from './participle.js';
import { type Phrase, readPhrase } from './read-phrase.js';

/** The sentence, and what the operation may change. */
export interface OutcomeSource {
  sentence: string;
  /** The method of the endpoint. */
  method: string;
  impact: Impact | undefined;
  words: Words;
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
const permission = /^(?:allows?|lets?|enables?)\s+(?:(?:you|users|clients|callers)\s+)?(?:to\s+)?/i;

const particles: ReadonlySet<string> = new Set(['up', 'out', 'off', 'down', 'back']);
const vague: ReadonlySet<string> = new Set(
  'use allow call perform provide accept handle do make let enable execute run process invoke manage have be'.split(
    ' ',
  ),
);

/** The outcome; undefined when the sentence is not a verb with its object. */
export function outcomeFromSentence({ sentence, method, impact, words }: OutcomeSource): string | undefined {
  const question = questionOf(sentence);
  if (question !== undefined) return impact === 'informational' ? question : undefined;
  const [, notified] = /^Subscribe to be notified (when .{3,160}?)\.?$/.exec(sentence) ?? [];
  if (notified !== undefined) return `The subscriber is notified ${notified}`;
  const clause = readClause(sentence, method, words);
  if (clause === undefined) return undefined;
  const [verb = ''] = clause.verbs;
  const { object } = clause;
  if (doing.has(verb)) return empty.test(object.text) ? undefined : doneOutcome(object, impact);
  // What an operation says it returns, it returns, whatever else it does.
  if (impact === 'informational' || verb === 'return') return readOutcome(clause);
  if (vague.has(verb) || reading.has(verb)) return undefined;
  if (creating.has(verb)) return createdOutcome(object);
  const subject = subjectOf(object, 'The');
  if (ending.has(verb) && !/\bfrom\b/.test(object.text)) {
    return `${subject} no longer ${object.isMany ? 'exist' : 'exists'}`;
  }
  if (changing.has(verb) && clause.verbs.length === 1 && !/\b(?:to|into)\b/.test(object.text)) {
    return `${subject} ${object.isMany ? 'have' : 'has'} the requested values`;
  }
  return passive(clause);
}

const doing: ReadonlySet<string> = new Set(['perform', 'conduct', 'carry']);

/** Objects that say nothing about what is done. */
const empty = /\b(?:operation|action|task|request|call|process|function)s?$/i;

/** "Performs sentiment analysis on a document": its result, or that it is done. */
function doneOutcome({ text, isMany }: Phrase, impact: Impact | undefined): string {
  if (impact === 'informational') return `The result of the ${text} is returned`;
  return `The ${text} ${isMany ? 'are' : 'is'} performed`;
}

const reading: ReadonlySet<string> = new Set(
  'get return retrieve fetch list show read view find search look'.split(' '),
);
const creating: ReadonlySet<string> = new Set(['create', 'insert', 'register', 'define', 'new']);
const ending: ReadonlySet<string> = new Set(['delete', 'remove', 'destroy', 'erase', 'purge']);
const changing: ReadonlySet<string> = new Set('update change modify edit set replace patch amend configure'.split(' '));
const examining: ReadonlySet<string> = new Set('check verify validate compare test evaluate determine'.split(' '));

/** "Checks whether an address is free" → "Whether an address is free is returned". */
function questionOf(sentence: string): string | undefined {
  const [, clause] =
    /\b(?:checks?|determines?|verif(?:y|ies)|tests?)\s+(?:if|whether)\s+([^.;]{5,160})/i.exec(sentence) ?? [];
  return clause === undefined ? undefined : `Whether ${clause.replace(/ or not\b/, '').trim()} is returned`;
}

/** Reading, and computing without an effect, return something. */
function readOutcome(clause: Clause): string | undefined {
  const { verbs, object } = clause;
  const [verb = ''] = verbs;
  if (examining.has(verb)) return `The result for the ${object.text} is returned`;
  const isReturned = reading.has(verb) || returning.has(verb);
  if (!isReturned) return vague.has(verb) || ending.has(verb) || creating.has(verb) ? undefined : passive(clause);
  const are = object.isMany ? 'are' : 'is';
  if (verb === 'search' || (verb === 'find' && object.isMany)) return `The matching ${object.text} ${are} returned`;
  const isWhole = object.determiner === 'a' && wholes.test(object.text);
  const usual = object.determiner === 'a' ? 'The requested' : 'The';
  const subject = isWhole ? `${articleOf(object.text)} ${object.text}` : subjectOf(object, usual);
  return `${subject} ${are} returned`;
}

/** Things that are made by reading. */
const wholes = /^(?:(?:\w+ )?list|array|collection|set|page|count|number|report|summary)\b/i;

const returning: ReadonlySet<string> = new Set(
  'provide give display query browse download export obtain load describe watch stream monitor observe track calculate compute count estimate discover enumerate'.split(
    ' ',
  ),
);

function createdOutcome({ determiner, text, isMany }: Phrase): string {
  const plain = text.replace(/^(?:brand )?new /i, '');
  if (determiner === 'the') return `The ${plain} ${isMany ? 'exist' : 'exists'} as requested`;
  return isMany ? `New ${plain} exist as requested` : `A new ${plain} exists as requested`;
}

function passive({ verbs, joint, particle, object }: Clause): string {
  const done = `${verbs.map(participleOf).join(` ${joint} `)}${particle === '' ? '' : ` ${particle}`}`;
  const { head, tail } = splitTail(object.text);
  const subject = subjectOf({ ...object, text: head }, 'The');
  return `${subject} ${object.isMany ? 'are' : 'is'} ${done}${tail}`;
}

/** "word to a dictionary" → "word", " to a dictionary": the place comes after the verb. */
function splitTail(text: string): { head: string; tail: string } {
  const at = text.search(/\s(?:to|into|from|as)\s/);
  return at < 0 ? { head: text, tail: '' } : { head: text.slice(0, at), tail: text.slice(at) };
}

function subjectOf({ determiner, text, isMany }: Phrase, usual: string): string {
  if (determiner === 'all' || (determiner === 'each' && !isMany))
    return `${determiner === 'all' ? 'All' : 'Each'} ${text}`;
  return `${usual} ${text}`;
}

function articleOf(text: string): string {
  return /^[aeiou]/i.test(text) ? 'An' : 'A';
}

/** True for a title such as "PAN Verification Record"; names of HTTP methods are often in capitals. */
export function isAcronym(text: string): boolean {
  return (
    /^[A-Z]{2,}\s+(?!(?:an?|the|all)\b)/.test(text) && !/^(?:GET|PUT|POST|PATCH|DELETE|LIST|CREATE|UPDATE)\b/.test(text)
  );
}

/** "Form style", "Single file": a noun or an adjective, unless the method or an article shows that it is the verb. */
function isTitleWord(text: string, method: string, words: Words): boolean {
  const [word = '', next = ''] = text.toLowerCase().split(' ', 2);
  const isKnown = recordWords.has(word) || reading.has(word) || returning.has(word) || word === method.toLowerCase();
  if (isKnown || /^(?:an?|the|all|this|your|one|each)$/.test(next) || words.baseOf(word) !== word) return false;
  const isOther = words.familiesOf(word)[0] !== words.familiesOf(method.toLowerCase())[0];
  return words.isAdjective(word) || (words.hasNounReading(word) && (isOther || !words.isFiled(word)));
}

function readClause(sentence: string, method: string, words: Words): Clause | undefined {
  const plain = sentence
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replaceAll(/["`*_]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[.!:\s]+$/, '')
    .trim();
  // "Request a plan" requests; "The request creates …" does not.
  const isVerb = /^request/i.test(method) && plain.toLowerCase().startsWith(`${method.toLowerCase()} `);
  const text = (isVerb ? plain : plain.replace(lead, '')).replace(permission, '');
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
  const [whole, joint = '', second = ''] = /^(and|or)\s+([A-Za-z]+)\s+/i.exec(rest) ?? [];
  if (whole !== undefined) {
    const other = words.baseOf(second.toLowerCase());
    if (!words.isVerb(other)) return undefined;
    verbs.push(other);
    rest = rest.slice(whole.length);
  }
  const [next = ''] = rest.split(' ', 1);
  const particle = particles.has(next.toLowerCase()) ? next.toLowerCase() : '';
  const object = readPhrase(particle === '' ? rest : rest.slice(next.length).trim(), verb, words);
  return object === undefined ? undefined : { verbs, joint: joint.toLowerCase(), particle, object };
}
