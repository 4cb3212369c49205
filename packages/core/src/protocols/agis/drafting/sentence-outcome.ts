/**
 * Outcomes from the provider's own sentence: "Refund a captured payment" → "The captured payment is refunded". A
 * sentence that is not of the form verb and object gives none.
 */
import type { VerbFamily, Words } from '@dragoman/agis';
import type { Impact } from '@dragoman/model';
import { isAcronym, isCarrier } from './action-sentence.js';
import { agreeing } from './agreeing-object.js';
import { articleOf, pluralText, singularOf } from './inflect-noun.js';
import { madeState } from './made-state.js';
import { isNounPhrase } from './noun-phrase.js';
import { participleOf } from './participle.js';
import { joinNames } from './path-subject.js';
import { purposeOf } from './purpose.js';
import { questionOf } from './question-outcome.js';
import { type Phrase, readObject, readPhrase } from './read-phrase.js';
import { examining, plainVerbs, splitTail } from './split-tail.js';
import { isQualified } from './title-facts.js';
import { joinOutcomes, twoSentences } from './two-effects.js';
import { withoutManner } from './verb-place.js';
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
  /** True when the address or the response is that of several things. */
  isSeveral?: boolean;
  /** True when the response is an array. */
  returnsMany?: boolean;
  /** The other text about the operation. */
  other?: string | undefined;
  /** Families of which the verb of the sentence must have one. */
  families?: readonly VerbFamily[];
}

/** Methods that answer a question, whatever else the operation may do. */
const examiningMethods = /^(?:CHECK|VERIFY|VALIDATE|TEST|DETERMINE|DETECT|CONFIRM|EXAMINE|INSPECT)$/;

interface Clause {
  /** Base forms of the verbs; "add or replace" has two. */
  verbs: string[];
  joint: string;
  particle: string;
  object: Phrase;
}

/** "This endpoint", "Use this method to", "Allows you to": words that say nothing about the action. */
const lead =
  /^(?:(?:please|you can)\s+)?(?:(?:use|call|with)\s+)?(?:(?:this|the|an?)\s+(?:api\s+)?(?:end ?points?|calls?|methods?|operations?|apis?|requests?|routes?|resources?|functions?|services?|actions?)|(?:api\s+)?(?:end ?point|method|operation|api|route|(?:action|function|service)(?=\s+to\s)))\s+(?:(?:will|which|that|to|can be used to|is used to|allows?(?:\s+(?:you|users|clients))?\s+to|lets you)\s+)?(?=[a-z])/i;
const permission =
  /^(?:(?:allows?|lets?|enables?)\s+(?:you|(?:(?:the|an?)\s+)?(?:[\w-]+\s+)?(?:user|client|caller|application|app|customer|merchant|administrator|developer|partner)s?)\s+(?:to\s+)?|(?:allows?|lets?)\s+(?:to\s+)?)/i;

/** "Adds 1 to the count": a number is no thing. */
const isNumber = /^\d+(?: (?:to|from|of|in)\b|$)/;

/** Prepositions that follow a verb without an object: "respond to". */
const places = /^(?:to|on|for|against|with)$/;
const particles: ReadonlySet<string> = new Set(['up', 'out', 'off', 'down', 'back']);
const vague: ReadonlySet<string> = new Set(
  'use allow call perform provide accept handle do make let enable execute run process invoke manage have be'.split(
    ' ',
  ),
);

/** The colon of a name, "Harbor Tales: The Storm", which ends no object. */
const colonOfName = /(?<=\b[A-Z][a-z]+): (?=[A-Z][a-z]+\b)/g;

/** "Adds a buyer, allowing for payments": the purpose of the thing. */
const aside = /,\s+(?:allowing|enabling|making|returning|so that|so you|such that)\b.*$/s;

/** "all berths you have access to": the reader of an outcome is not its caller. */
const ofCaller = /(?<=[a-z]) (?:that |which )?you (?:have|currently have) access to\b/;

/** The outcome; undefined when the sentence is not a verb with its object. */
export function outcomeFromSentence(source: OutcomeSource): string | undefined {
  const [first = ''] = source.sentence.split(' ', 1);
  const sentence =
    first +
    source.sentence
      .slice(first.length)
      .replaceAll(colonOfName, '__')
      .replaceAll(/\binformations\b/g, 'information')
      .replace(aside, '')
      .replace(ofCaller, ' that the caller has access to')
      .replace(/ each (?=(?:in)?to |as |with )/, ' ');
  return sayBoth({ ...source, sentence: joinNames(sentence, source.path) })
    ?.replaceAll('___', ' ')
    .replaceAll('__', ': ');
}

function sayBoth(source: OutcomeSource): string | undefined {
  const [first, second] = twoSentences(source.sentence, source.words) ?? [];
  if (first === undefined || second === undefined) return sayOutcome(source);
  const one = sayOutcome({ ...source, sentence: first });
  const { families: _, path: __, ...rest } = source;
  const other = sayOutcome({ ...rest, sentence: second, isSeveral: false, returnsMany: false });
  const isWhole =
    one !== undefined && other !== undefined && !/^Perform/.test(second) && !/^Whether /.test(`${one}${other}`);
  return isWhole ? joinOutcomes(one, other) : (one ?? sayOutcome(source));
}

function sayOutcome(given: OutcomeSource): string | undefined {
  const source = { ...given, sentence: purposeOf(given) ?? given.sentence };
  const { sentence, method, impact, words } = source;
  // "Login to an account": the caller is logged in.
  const [, everyone] = /^(?:logs?|signs?) (?:in|out|off) (every(?:one|body))\b/i.exec(sentence) ?? [];
  if (everyone !== undefined) return `Every caller is ${participleOf(method.toLowerCase())}`;
  const isOfThing = /^signs? off (?:on )?(?:an?|the|all) /i.test(sentence);
  if (!isOfThing && /^(?:logs?|signs?) ?(?:in|out|on|off|up)(?: to)? /i.test(sentence) && /^(?:LOG|SIGN)/.test(method))
    return undefined;
  const [, made, state = '', rest = ''] = madeState.exec(sentence) ?? [];
  if (made !== undefined && impact !== 'informational') {
    const object = readPhrase(made, 'make', words);
    if (object !== undefined) return `${subjectOf(object, 'The')} ${object.isMany ? 'are' : 'is'} made ${state}${rest}`;
  }
  const question = questionOf(sentence);
  if (question !== undefined) return impact === 'informational' || examiningMethods.test(method) ? question : undefined;
  const [, notified] = /^Subscribe to be notified (when .{3,160}?)\.?$/.exec(sentence) ?? [];
  if (notified !== undefined)
    return `The subscriber is notified ${notified.replaceAll(/\byou\b/g, 'they').replaceAll(/\byour\b/g, 'their')}`;
  const [, named = '', thing = '', role] =
    /^(declare|appoint|name|elect|designate)s? the ([\w -]+?) (?:as )?(an? [\w -]+)\.?$/i.exec(sentence) ?? [];
  if (role !== undefined) return `The ${thing} is ${participleOf(named.toLowerCase())} ${role}`;
  const [, said = '', confirmed] = /^(confirm|report|declare)s? that ([^.;,]{5,120})/i.exec(sentence) ?? [];
  if (confirmed !== undefined && impact !== 'informational')
    return `It is ${participleOf(said.toLowerCase())} that ${confirmed.trim()}`;
  const allowed = allowedOutcome(sentence, words);
  if (allowed !== undefined) return allowed;
  const [, asked] = /^requests? (to [a-z]+ (?:an?|the) [a-z]+(?: [a-z]+)?)\.?$/i.exec(sentence) ?? [];
  if (/^requests? to [a-z]+ /i.test(sentence))
    return impact === 'informational'
      ? undefined
      : `The request ${asked === undefined ? '' : `${asked.replace(/ an? /, ' the ')} `}is submitted`;
  // "Search a namespace" searches in it, "Search for a file" does not.
  const isPlace = /^search(?:es)? (?:within|in|an?|this|your) /i.test(sentence) && !/\bfor\b/i.test(sentence);
  if (isPlace && impact === 'informational') return 'The search results are returned';
  const read = readClause(sentence, method, words);
  const clause = read && understoodOf({ ...read, object: agreeing(read.object, source) }, source);
  if (clause === undefined) return undefined;
  const [verb = ''] = clause.verbs;
  const { object } = clause;
  const { families } = source;
  if (isNumber.test(object.text)) return undefined;
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
  if (verb === 'call' && /\b(?:action|function|procedure|hook|command)\b/.test(object.text)) return passive(clause);
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
  const isValue = /^(?:[\w-]+ ){0,3}values?\b/i.test(object.text);
  if (changing.has(verb) && !isSeveral && !isMoved && !isValue) {
    const changed = subjectOf({ ...object, text: object.text.replace(/(?<!ed)(?: and)? (?:to|into) .*$/, '') }, 'The');
    return `${changed} ${object.isMany ? 'have' : 'has'} the requested values`;
  }
  return passive(clause);
}

/** The clause, or as much of it as is understood; undefined when not even its object is. */
function understoodOf(clause: Clause, { words, path = '' }: OutcomeSource): Clause | undefined {
  const { object } = clause;
  if (object.isPlain === true) return clause;
  // "Single Send" is a thing where the address is `/single-sends`.
  const compact = object.text.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (object.text.includes(' ') && path.replaceAll(/[^a-z/]/g, '').includes(compact)) return clause;
  // "a checkpoint" is a thing, though "checkpoint" may be known as a verb only.
  const [, thing = ''] = /^(?:new )?([a-z]+)(?= (?:for|of|in|from|to|on) |$)/.exec(object.text) ?? [];
  if (object.determiner !== '' && thing !== '' && words.baseOf(thing) === thing) {
    if (object.text.endsWith(thing)) return clause;
    if (!words.isNoun(thing)) {
      const isWhole = isNounPhrase(object.text.replace(thing, 'thing'), words);
      const text = object.text.slice(0, object.text.indexOf(thing) + thing.length);
      return isWhole ? clause : { ...clause, object: { ...object, text, isCut: true } };
    }
  }
  const named = new Set(
    path.split(/[/-]/).flatMap((word) => (/^[a-z]{3,}$/.test(word) ? [word, singularOf(word, words)] : [])),
  );
  if (isNounPhrase(object.text.replace(/ (?:that|which|who) .*$/, ''), words, named)) return clause;
  const [head = ''] = object.text.split(/ (?:for|in|on|at|within|with|from|to|into|by|as|about|under|via) /, 1);
  if (head === object.text || !isNounPhrase(head, words, named)) return undefined;
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

/** Verbs that give what they make to the caller: "Suggest search terms". */
const results: ReadonlySet<string> = new Set(
  'predict suggest recommend estimate forecast extract decode encode generate render filter sort resolve infer'.split(
    ' ',
  ),
);

/** What a check returns: "Check service readiness". */
const states =
  /\b(?:availability|status|readiness|health|eligibility|balance|validity|existence|compliance|progress|state|version|quota|usage|permissions|compatibility|liveness)(?= (?:of|for|on) |$)/i;

/** Reading, and computing without an effect, return something. */
function readOutcome(clause: Clause, { words, method, path = '', isOne = false }: OutcomeSource): string | undefined {
  const { verbs, object: given } = clause;
  // "an address as identified by its number"
  const object = { ...given, text: given.text.replace(/ as [a-z]+ed$/, '') };
  const [verb = ''] = verbs;
  // "Checks for updates"
  if (verb === 'check' && clause.particle === 'for') return `The result of the check for ${object.text} is returned`;
  if (places.test(clause.particle)) return undefined;
  const result = Object.hasOwn(examinations, verb) ? examinations[verb] : undefined;
  if (result !== undefined && !(verb === 'check' && states.test(object.text)))
    return `The ${result} for the ${examining.has(verb) ? object.text.replace(/\sfor\s.*$/, '') : object.text} is returned`;
  if (result !== undefined) return `The ${object.text} ${object.isMany ? 'are' : 'is'} returned`;
  // "Export a bucket to a file"
  if (verb === 'export' && / (?:to|as|into) /.test(object.text)) return passive(clause);
  if (verb === 'poll') return `The ${/^status\b/i.test(object.text) ? '' : 'status of the '}${object.text} is returned`;
  // "Locates and returns the key"
  const isReturned = verbs.some((each) => reading.has(each)) || returning.has(verb);
  if (!isReturned && verbs.length === 1 && results.has(verb) && !/ (?:to|into|from|as) /.test(object.text))
    return `The ${participleOf(verb)} ${object.text} ${object.isMany ? 'are' : 'is'} returned`;
  // "Accounts represent persons" of RETRIEVE: another verb than that of the method is misread.
  const isMisread = /^(?:RETRIEVE|FETCH|SHOW|LIST|FIND)$/.test(method) && !words.isFiled(verb);
  const isNone = isMisread || [vague, ending, creating].some((each) => each.has(verb));
  if (!isReturned) return isNone ? undefined : passive(clause);
  // "List jurisdiction" returns several.
  const listed = verb === 'list' && object.determiner === '' && !isOne ? pluralText(object.text, words) : object.text;
  if (listed !== object.text) return `The ${listed} are returned`;
  const are = object.isMany ? 'are' : 'is';
  if (object.isCut && object.determiner === 'all') return `The requested ${object.text} are returned`;
  if (verb === 'count') return `The number of ${pluralText(object.text, words)} is returned`;
  // "Search the library" searches in it.
  const isPlace = containers.test(object.text) || (verb === 'search' && object.determiner === 'the' && !object.isMany);
  if (isPlace && /^(?:search|query)$/.test(verb)) return 'The search results are returned';
  // "Search for a term" of `/quotes/search/{term}`: the term is given.
  if (verb === 'search' && path.endsWith(`{${object.text.replaceAll(' ', '_')}}`))
    return 'The search results are returned';
  const sought = / (?:matching|that match) /.test(object.text) ? 'The' : 'The matching';
  // "Find all rooms" returns them all.
  const isAll = object.determiner === 'all' && !object.isCut && verb !== 'search';
  // "Search for a city" of `/search/cities` finds several.
  const found =
    verb === 'search' && !object.isMany && !path.endsWith('}') ? pluralText(object.text, words) : object.text;
  if (!isAll && (verb === 'search' || (verb === 'find' && object.isMany)))
    return `${sought} ${found} ${found === object.text ? are : 'are'} returned`;
  // "Fetch a report" of `/reports/{id}` is one of them.
  const isKept = path.endsWith('}') && /^(?:[\w-]+ )?[\w-]+$/.test(object.text);
  const isClause = / (?:that|which|who) /.test(object.text);
  const isWhole = object.determiner === 'a' && !isKept && (wholes.test(object.text) || isClause);
  const usual = object.determiner === 'a' ? 'The requested' : 'The';
  const subject = isWhole ? `${articleOf(object.text) === 'an' ? 'An' : 'A'} ${object.text}` : subjectOf(object, usual);
  return `${subject} ${are} returned`;
}

/** Things that are searched rather than returned. */
const containers =
  /\b(?:web|internet|databases?|index(?:es)?|indices|catalog(?:ue)?s?|registry|website|site|namespaces?|functions?)$/i;

/** Things that are made by reading. */
const wholes =
  /^(?:(?:[\w-]+ )?list|listing|array|collection|set|page|count|number|report|summary)(?= (?:of|that|which|with|for|[a-z]+ing)\b|$)/i;

const returning: ReadonlySet<string> = new Set(
  'provide give display query browse download export obtain request load describe watch stream calculate compute count estimate discover enumerate inspect preview access report observe pull receive'.split(
    ' ',
  ),
);

function createdOutcome({ verbs, object: { determiner, text, isMany } }: Clause): string {
  const plain = text.replace(/^(?:brand )?new /i, '').replace(/ (?:into|(?:to|from) (?:an?|the)) .*$/, '');
  // "Create or update a user": it may have existed.
  // "Create a berth as a child of a harbor": it exists as a child.
  const [thing = plain, role = 'requested'] = plain.split(/ as (?=an? )/, 2);
  if (determiner === 'the' || verbs.length > 1) return `The ${thing} ${isMany ? 'exist' : 'exists'} as ${role}`;
  return isMany ? `New ${thing} exist as ${role}` : `A new ${thing} exists as ${role}`;
}

/** "Keep the lease alive" → "The lease is kept alive". */
const kept = / (?:alive|open|active|hidden|private|public|unchanged)$/;

function passive({ verbs, joint, particle, object }: Clause): string {
  const [state] = (verbs[0] === 'keep' && kept.exec(object.text)) || [];
  if (state !== undefined) {
    const text = object.text.slice(0, -state.length);
    return `${subjectOf({ ...object, text }, 'The')} ${object.isMany ? 'are' : 'is'} kept${state}`;
  }
  // "Extracts and returns the keywords": what is returned is said by the first verb.
  const acts = verbs.filter((verb, at) => at === 0 || !/^(?:return|get|retrieve)$/.test(verb));
  const participles = acts.map(participleOf);
  const all = [participles.slice(0, -1).join(', '), ...participles.slice(-1)].filter((each) => each !== '');
  const done = `${all.join(` ${joint} `)}${particle === '' ? '' : ` ${particle}`}`;
  // "Add or update a connection to a group" updates nothing to it.
  // "Revoke a role from a user"
  const isTaken = verbs[0] === 'revoke' && / from /.test(object.text);
  const isPlain =
    (plainVerbs.has(verbs[0] ?? '') && !isTaken) || (verbs.length > 1 && verbs.some((verb) => changing.has(verb)));
  // "The application is responded to" ends in a preposition.
  if (places.test(particle)) {
    const thing = `${object.determiner === 'a' ? articleOf(object.text) : object.determiner || 'the'} ${object.text}`;
    return `The request to ${verbs.join(` ${joint} `)} ${particle} ${thing} is carried out`;
  }
  const { head, tail } = isPlain ? { head: object.text, tail: '' } : splitTail(object.text, verbs[0]);
  const subject = subjectOf({ ...object, text: head }, 'The');
  return `${subject} ${object.isMany ? 'are' : 'is'} ${done}${tail}`;
}

function subjectOf({ determiner, text, isMany, isCut }: Phrase, usual: string): string {
  // Of "all lines matched by a word", only those that match.
  if (determiner === 'all' && isCut) return `The ${text}`;
  if (/^(?:today|tomorrow|yesterday)['’]s /i.test(text)) return text.charAt(0).toUpperCase() + text.slice(1);
  if (determiner === 'all' || (determiner === 'each' && !isMany))
    return `${determiner === 'all' ? 'All' : 'Each'} ${text}`;
  return `${usual} ${text}`;
}

/** "Form style", "Single file": a noun or an adjective, unless the method or an article shows that it is the verb. */
export function isTitleWord(text: string, method: string, words: Words): boolean {
  const [word = '', next = ''] = text.toLowerCase().split(' ', 2);
  // "Price, miles and days on market" enumerates.
  if (isQualified(text, words) || /^[A-Za-z]+, /.test(text)) return true;
  const isMethod = [word, `${word}${next}`].includes(method.toLowerCase());
  const isKnown = recordWords.has(word) || reading.has(word) || returning.has(word) || isMethod;
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

/** Another verb of the same object; a comma alone is one only where "and" or "or" follows. */
const moreVerbs = /^(?:,?\s*(and\/or|and|or)\s+|,\s*(?=[A-Za-z]+,?\s(?:[A-Za-z]+,\s)*(?:and|or)\s))([A-Za-z]+),?\s+/i;

function readClause(sentence: string, method: string, words: Words): Clause | undefined {
  const plain = sentence
    .replaceAll(/(?<=[a-z])\(s\)/g, 's')
    .replaceAll(/\((and|or)\)/gi, (_, joint: string) => joint.toLowerCase())
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
  const isPlain = words.isListedVerb(verb) && (verb === 'list' || !words.hasNounReading(first.toLowerCase()));
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
  const isSaved = /^(?:post|add|submit|register|save|store)$/.test(verb) && /^updates?$/.test(instead);
  if (isSaved) verbs[0] = 'create';
  if (
    verbs.length === 1 &&
    (isSaved || [verb, words.baseOf(instead)].some((each) => creating.has(each))) &&
    instead !== ''
  ) {
    verbs.push(words.baseOf(instead));
    joint = 'or';
  }
  const [next = ''] = rest.toLowerCase().split(' ', 1);
  // "Respond to an application": the application is responded to.
  const isInside = next === 'in' && /^(?:cash|log|sign|check|opt|plug|hand)$/.test(verb);
  const isParticle =
    particles.has(next) ||
    isInside ||
    (places.test(next) && !/^(?:search|look|find)$/.test(verb) && !(next === 'with' && recordWords.has(verb)));
  const particle = isParticle ? next : '';
  // "Request to delete a podcast" has no object.
  const [, purpose = ''] = rest.toLowerCase().split(' ', 2);
  if (next === 'to' && words.isListedVerb(purpose) && !words.isPlainlyNoun(purpose)) return undefined;
  const object =
    particle === '' ? readObject(rest, verb, words) : readPhrase(rest.slice(next.length).trim(), verb, words);
  return object === undefined ? undefined : { verbs, joint, particle, object };
}
