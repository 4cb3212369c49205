/**
 * Derives what an operation does from everything its description says: method, name, summary, description and path.
 * Words raise the impact above that of the method; only the words at the start of a summary lower it, and only to
 * reading, since descriptions are untrusted.
 */
import type { Impact } from '@dragoman/model';
import { causedEffect } from './caused-effects.js';
import type { ConductEvidence, Reading } from './conduct-readings.js';
import { lastSegment, orderedWords, readEvidence, readName, readText, sentencesOf, words } from './conduct-readings.js';
import {
  acting,
  computing,
  costly,
  described,
  type Effect,
  effects,
  joined,
  naming,
  ordering,
  records,
  telling,
} from './conduct-words.js';
import {
  coordinatedEffect,
  hasEffect,
  irreversibleEffect,
  maxSentences,
  prepositions,
  showingEffect,
  showsEffect,
  statedEffect,
  wholeEffect,
} from './effect-evidence.js';
import { isUnread } from './foreign-text.js';
import { hiddenEffect } from './hidden-effects.js';
import { toSnakeCase } from './identifier.js';
import { jointAction } from './joint-actions.js';
import { withoutNamesOfThings } from './named-things.js';
import { readNominalTitle } from './nominal-titles.js';
import { canBeUndone, determiners, leading, onlyReads } from './reading-effects.js';
import { asks, namedReading } from './reading-requests.js';
import { startsWithAction } from './stated-finality.js';
import { addsAction, onlyComputes, unknownAction } from './unknown-actions.js';

export type { ConductEvidence } from './conduct-readings.js';

/** What the operation does, as far as can be said. */
export interface Conduct {
  impact: Impact;
  idempotent: boolean;
  /** Why, as a clause: "moves money: 'payout'"; undefined when only the method counts. */
  reason?: string;
  /** True when no known effect was found, and caution alone decides; advice to authors needs more than that. */
  guessed?: true;
  /** True when the texts are in an unsupported language, so that only name and path count. */
  unread?: true;
}

const byMethod: Readonly<Record<string, Conduct>> = {
  GET: { impact: 'informational', idempotent: true },
  HEAD: { impact: 'informational', idempotent: true },
  OPTIONS: { impact: 'informational', idempotent: true },
  TRACE: { impact: 'informational', idempotent: true },
  QUERY: { impact: 'informational', idempotent: true },
  DELETE: { impact: 'irreversible', idempotent: true },
  PUT: { impact: 'reversible', idempotent: true },
};

/** Derives the conduct. */
export function deriveConduct(evidence: ConductEvidence): Conduct {
  return judgeConduct(evidence, () => readEvidence(evidence), cautious);
}

/** The impact and its reason: cheaper than the conduct, which also says whether a repetition is safe. */
export function deriveImpact(evidence: ConductEvidence): Pick<Conduct, 'impact' | 'reason' | 'guessed'> {
  return judgeConduct(evidence, () => readEvidence(evidence));
}

function judgeConduct(
  evidence: ConductEvidence,
  read: () => readonly Reading[],
  doubt: typeof cautious = (conduct) => conduct,
): Conduct {
  const method = evidence.method.toUpperCase();
  const usual = byMethod[method] ?? { impact: 'reversible', idempotent: false };
  if (['DELETE', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)) return usual;
  const readings = read();
  if (isUnread(evidence)) return unreadConduct(usual, readings);
  if (usual.impact === 'informational') return doubt(readingConduct(usual, readings, evidence), evidence, readings);
  // To overwrite is what PUT does, and another PUT does it again.
  const nominal = method === 'POST' ? readNominalTitle(evidence) : undefined;
  const harm =
    [...readings, ...(nominal === undefined ? [] : [nominal])]
      .filter(({ verb }) => method !== 'PUT' || verb !== 'overwrite')
      .map(wholeEffect)
      .find((found) => found !== undefined) ??
    coordinatedEffect(evidence.summary) ??
    showingEffect(evidence) ??
    assignedPrivilege(evidence, readings) ??
    givenOffice(evidence);
  if (harm !== undefined) return { impact: 'irreversible', idempotent: usual.idempotent, reason: harm };
  const stated = statedEffect(evidence);
  if (stated !== undefined) {
    // "Tags are removed" may be about something else.
    const isPlain = /undone|revers|permanent/.test(stated);
    const conduct: Conduct = { impact: 'irreversible', idempotent: usual.idempotent, reason: stated };
    return isPlain ? conduct : { ...conduct, guessed: true };
  }
  const [first] = readings;
  if (method === 'POST' && asks(evidence.summary)) {
    return { impact: 'informational', idempotent: false, reason: 'only reads: the summary is a question' };
  }
  if (method === 'POST' && first !== undefined && onlyComputes(first, evidence)) {
    return { impact: 'informational', idempotent: false, reason: `only reads: '${first.verb}'` };
  }
  const named = method === 'POST' ? namedReading(evidence) : undefined;
  if (named !== undefined) return { impact: 'informational', idempotent: false, reason: `only reads: '${named}'` };
  if (nominal !== undefined && computing.has(nominal.verb) && !checksSomebody(nominal)) {
    return { impact: 'informational', idempotent: false, reason: `only reads: '${nominal.verb}'` };
  }
  const done = replacesItem(evidence) ? undefined : unknownAction(readings, evidence);
  return done === undefined
    ? usual
    : { impact: 'irreversible', idempotent: usual.idempotent, reason: unknownTo(done), guessed: true };
}

/** A GET that may act is not repeated, although it seems to read. */
function cautious(conduct: Conduct, evidence: ConductEvidence, readings: readonly Reading[]): Conduct {
  if (!conduct.idempotent || namesCollection(evidence)) return conduct;
  const verb = suspectedVerb(evidence, readings);
  return verb === undefined
    ? conduct
    : { ...conduct, idempotent: false, reason: `'${verb}' may name an action, so the call is not retried` };
}

/** The verb of a reading method that may do something; undefined when its words only read. */
function suspectedVerb(evidence: ConductEvidence, readings: readonly Reading[]): string | undefined {
  const [first] = readings;
  if (endsInReading(evidence) || (first !== undefined && onlyReads(first))) return undefined;
  return actingVerb(evidence, readings);
}

/**
 * The text cannot be read, so it must not make an operation harmless: without a verb in name or path, what may act is
 * irreversible, and what reads is not sent twice.
 */
function unreadConduct(usual: Conduct, readings: readonly Reading[]): Conduct {
  const { impact, idempotent } = usual;
  const harm = readings.map(irreversibleEffect).find((found) => found !== undefined);
  if (harm !== undefined) return { impact: 'irreversible', idempotent: false, reason: harm, unread: true };
  const verb = readings.find(({ families }) => families.length > 0)?.verb;
  const told = verb === undefined ? 'name and path have no verb' : `name or path say '${verb}'`;
  if (impact !== 'informational') {
    const safe = verb === undefined ? 'irreversible' : 'reversible';
    return { impact: safe, idempotent: idempotent && verb !== undefined, reason: told, unread: true };
  }
  const { reason: _, ...read } = readingConduct(usual, readings, { method: 'GET', path: '' });
  return { ...read, idempotent: read.idempotent && verb !== undefined, reason: told, unread: true };
}

/** The impact, and whether a safeguard is needed: it cannot be undone, or a mistake is costly although it can. */
export function assessRisk(evidence: ConductEvidence): { impact: Impact; risky: boolean; guessed?: true | undefined } {
  let readings: readonly Reading[] | undefined;
  const read = () => {
    readings ??= readEvidence(evidence);
    return readings;
  };
  const { impact, guessed } = judgeConduct(evidence, read);
  if (impact !== 'reversible') return { impact, risky: impact === 'irreversible', guessed };
  return { impact, risky: read().some(({ verb }) => costly.has(verb)) };
}

/** True when the words say that it pays, or that it reaches somebody; a second call does so a second time. */
export function showsKind(evidence: ConductEvidence, kinds: readonly (Effect['kind'] & string)[]): boolean {
  const own = effects.filter(({ kind }) => kind !== undefined && kinds.includes(kind));
  return readEvidence(evidence).some((reading) => own.some((effect) => showsEffect(effect, reading) !== undefined));
}

/**
 * Why a request may do something, for callers that have no permission to change anything; undefined when it only reads.
 * More careful than the impact: a reading method needs a reading verb, or none at all.
 */
export function mayAct(evidence: ConductEvidence): string | undefined {
  const { impact, reason } = deriveConduct(evidence);
  if (namesCollection(evidence) && impact !== 'reversible') return undefined;
  if (impact !== 'informational') return reason ?? `${evidence.method.toUpperCase()} changes something`;
  const { summary, description } = evidence;
  const told = withoutNamesOfThings(evidence);
  // Descriptions often mention other operations.
  const readings = readEvidence({ ...told, description: summary === undefined ? description : undefined });
  const harm = readings.map(irreversibleEffect).find((found) => found !== undefined);
  if (harm !== undefined) return harm;
  if (isUnread(evidence) && readings.length === 0) return 'its text is in an unsupported language';
  const verb = commonVerb(told, readings) ?? endingOrder(evidence) ?? jointAction(description, onlyReads);
  if (verb !== undefined) return `may change something: '${verb}'`;
  return describedEffect(evidence) ?? causedEffect(evidence);
}

/** The suspected verb, unless it is a noun that hardly anybody uses as one: "Team records". */
function commonVerb(evidence: ConductEvidence, readings: readonly Reading[]): string | undefined {
  const verb = suspectedVerb(
    evidence,
    readings.filter((each) => !words.isRarelyVerb(each.verb)),
  );
  return verb === undefined || words.isRarelyVerb(verb) ? undefined : verb;
}

/** `/lights/on`, and `/factory-reset` without a text that says otherwise. */
function endingOrder({ path, summary, description }: ConductEvidence): string | undefined {
  const ending = /(?:^|\/)(on|off)\/?$/i.exec(path) ?? /[a-z][_-](reset|restart|reboot|toggle|refresh)\/?$/i.exec(path);
  return ending?.[0].includes('/') === true || (summary === undefined && description === undefined)
    ? ending?.[1]
    : undefined;
}

/** How a sentence about the operation itself may begin: "This endpoint also sends …", "Also emails it …". */
const ownSubject =
  /^(?:(?:calling )?(?:this|the) (?:operation|endpoint|call|request|method|resource|api)|calling (?:it|this)|it|this)?\s*(?:(?:also|then|immediately|will|and)\s+)*/i;

/** The effect that a sentence of the description states, although the summary says nothing of it: "Report". */
function describedEffect({ summary, description }: ConductEvidence): string | undefined {
  for (const sentence of summary === undefined ? [] : sentencesOf(description, maxSentences)) {
    const said = sentence.replace(ownSubject, '');
    const [start = '', next = ''] = said.toLowerCase().match(/[a-z]+/g) ?? [];
    // Only a verb precedes an article or a pronoun; "use the delete operation" is advice.
    if (!determiners.has(next) && !/^(?:it|all|any|its|them)$/.test(next)) continue;
    if (leading.has(start) || /^(?:use|see|call|note|try)$/.test(start)) continue;
    const verb = words.inflectionOf(start)?.base ?? start;
    const own = effects.find(({ verbs }) => verbs?.has(verb) === true);
    if (own !== undefined) return `${own.name}: '${verb}'`;
    const harm = readText(said)
      .map(irreversibleEffect)
      .find((found) => found !== undefined);
    if (harm !== undefined) return harm;
  }
  return undefined;
}

/** "Push history": what happened, except for words that do something to it. */
function isPastOf(verb: string, next: string): boolean {
  return (
    /^(?:history|statistics)$/.test(next) &&
    words.hasNounReading(verb) &&
    !/^(?:reset|clear|update|change|print|report|log|record)$/.test(verb)
  );
}

/** "The schedule of the day", "Configuration of the service": no order has "of" after such a noun. */
function isStated(verb: string, summary: string): boolean {
  // "Date on which a parcel is sent"
  const [, start = ''] =
    /^(?:an? |the )?([a-z]+) (?:of|(?:at|by|for|from|in|on) which)\b/.exec(summary.toLowerCase().trim()) ?? [];
  if (described.has(start)) return start.startsWith(verb.slice(0, -1));
  return start === verb && words.isRatherNoun(verb) && !acting.has(verb) && !ordering.has(verb);
}

/** "Build info" at `/build-info`, which is the name of a thing. */
function isNamed(segment: string, title: string): boolean {
  return toSnakeCase(segment, '') === title && readName(segment).length === 0;
}

/** The verb that may do something: of a reading, at the end of the path, or at the start of a summary without a reading. */
function actingVerb({ path, summary = '' }: ConductEvidence, readings: readonly Reading[]): string | undefined {
  const last = lastSegment(path).toLowerCase();
  // A summary such as "Tasks" names the collection at the end of the path.
  const collection = words.singularOf(last);
  const isThing = (verb: string) => collection !== last && verb === collection;
  const [start = '', next = ''] = summary.toLowerCase().match(/[a-z]+/g) ?? [];
  // Without a summary, the end of the path is the title: `/things/{id}/price`.
  const isTitle = (verb: string) => verb === (start === '' ? last : start) && naming.has(verb);
  const isNoun = (verb: string) =>
    !orderedWords.has(next) &&
    (isTitle(verb) ||
      isStated(verb, summary) ||
      (start === verb && (isPastOf(verb, next) || isNamed(last, `${start}_${next}`))));
  const found = readings.find((each) => !onlyReads(each) && !isThing(each.verb) && !isNoun(each.verb))?.verb;
  if (found !== undefined || joined.has(last)) return found ?? last;
  if (readings.length > 0 || telling.has(start)) return undefined;
  // Only a verb precedes an article, also one that is in no dictionary: "cordon the node".
  if (determiners.has(next) && !leading.has(start)) return start;
  return !words.isVerb(start) || (words.hasNounReading(start) && !orderedWords.has(next)) ? undefined : start;
}

/** "Charges of a customer" at `/charges`, "Transit stops" at `/stops`: the plural is a thing, whatever its verb does. */
function namesCollection({ method, path, name, summary = '' }: ConductEvidence): boolean {
  if (method.toUpperCase() !== 'GET') return false;
  // "Is the user banned?", "How much can still be refunded"
  if (/^(?:is|are|does|do|has|have|can|may|was|were|how|which|what|who|whose|why) \w/i.test(summary)) return true;
  const last = lastSegment(path).toLowerCase();
  const [first = '', next = '', after = ''] = summary.toLowerCase().match(/[a-z]+/g) ?? [];
  const [named] = readName(name ?? '');
  // "Refund policy" at `/refund-policy`
  const isSaid = after === '' && toSnakeCase(last, '') === `${first}_${next}`;
  if (isSaid && words.hasNounReading(first) && (records.has(next) || described.has(next))) return true;
  // "Charge disputes" at `/disputes` as `listDisputes`
  if (named !== undefined && !onlyReads(named)) return false;
  if (named !== undefined && next === last && isObject(first)) return true;
  // "Purge history" at `/purges`, "Charge points" at `/charge-points` as `listChargePoints`
  const thing = words.singularOf(last);
  const isCollection = thing !== last && words.singularOf(first) === thing;
  const isCompound = words.singularOf(next) !== next && toSnakeCase(last, '') === `${first}_${next}`;
  if (named !== undefined && (isCollection || isCompound)) return true;
  const isOrdered = readName(last).length > 0 && hasEffect(last.replace(/[_-].*$/, ''));
  const head = isOrdered ? last : last.replace(/^.*[_-]/, '');
  const isPlural = words.singularOf(head) !== head || (head.endsWith('s') && words.isVerb(head.slice(0, -1)));
  // "Notes of releases" at `/release-notes`; "Refunds made for a payment", but not "Refunds declined payments".
  if (isPlural && next === head && words.isRarelyVerb(first)) return true;
  // "Messages you have sent"
  if (
    /^(?:the )?[a-z]+s (?:that )?(?:you|i|we|they) (?:have |had |will )?[a-z]+/i.test(summary) &&
    words.singularOf(first) !== first
  )
    return true;
  const isPassive = words.inflectionOf(next)?.form === 'past' && (after === '' || prepositions.has(after));
  // "Messages sent by a campaign" at `/campaigns/{id}/sent`.
  if (isPassive && prepositions.has(after) && words.singularOf(first) !== first) return true;
  if (isPlural && first === head && (isPassive || /^(?:|of|for|per|in|on|by|that|which)$/.test(next))) return true;
  return /\}\/?$/.test(path) && /^(?:an?|the)$/.test(first) && words.singularOf(last) === words.singularOf(next);
}

/** "Charge", "refund": also what an effect is about. */
function isObject(word: string): boolean {
  return words.isRatherNoun(word) || effects.some(({ objects }) => objects?.has(word) === true);
}

/** Names such as `task_read` end with their verb; that of "Mark a message as read" at `/mark-read` does not. */
function endsInReading({ name = '', path, summary = '' }: ConductEvidence): boolean {
  const [, before = '', ending = ''] = readingEnd.exec(name) ?? [];
  if (!/^(?:read|list|search|query|count)$/i.test(ending)) return ending !== '';
  const [start = '', next = ''] = summary.toLowerCase().match(/[a-z]+/g) ?? [];
  const isOrdered = orderedWords.has(next) && toSnakeCase(before, '').split('_').includes(start);
  const last = lastSegment(path).toLowerCase();
  return !isOrdered && !acting.has(last) && !ordering.has(last) && (last === ending || !last.endsWith(ending));
}

const readingEnd = /^(.*[a-z0-9])[_.-](get|read|list|find|search|show|fetch|query|describe|count)$/i;

/** "Phone verification" sends a code. */
function checksSomebody({ verb }: Reading): boolean {
  return verb === 'verify';
}

/** PUT on an item: the state from before can be put back. */
function replacesItem({ method, path }: ConductEvidence): boolean {
  return method === 'PUT' && path.endsWith('}');
}

const unknownTo = ({ verb }: Reading) => `may be impossible to undo: '${verb}'`;

/** A reading method whose own words say that it acts: "GET /auth.revoke: Revokes a token". */
function readingConduct(usual: Conduct, readings: readonly Reading[], evidence: ConductEvidence): Conduct {
  const { summary, description } = evidence;
  const [first] = readings;
  const hidden =
    coordinatedEffect(summary) ?? laterEffect(summary) ?? leadingEffect(description) ?? endingEffect(evidence);
  if (hidden !== undefined) return { impact: 'irreversible', idempotent: false, reason: hidden };
  const further = hiddenEffect(evidence);
  if (further?.irreversible === true) return { impact: 'irreversible', idempotent: false, reason: further.reason };
  if (further === undefined && addsAction(evidence))
    return { ...usual, impact: 'reversible', idempotent: false, reason: 'its title adds an action to what it reads' };
  if (first === undefined || onlyReads(first) || namesCollection(evidence)) {
    return further === undefined ? usual : { impact: 'reversible', idempotent: false, reason: further.reason };
  }
  const harm = irreversibleEffect(first);
  if (harm !== undefined) return { impact: 'irreversible', idempotent: false, reason: harm };
  if (readings.some(onlyReads) || endsInReading(evidence) || !(acting.has(first.verb) || isOrder(first))) return usual;
  const conduct: Conduct =
    acting.has(first.verb) || canBeUndone(first)
      ? { impact: 'reversible', idempotent: false, reason: `changes something: '${first.verb}'` }
      : { impact: 'irreversible', idempotent: false, reason: unknownTo(first) };
  const stated = conduct.impact === 'reversible' ? statedEffect(evidence) : undefined;
  if (stated !== undefined) return { impact: 'irreversible', idempotent: false, reason: stated };
  return acting.has(first.verb) || isConfirmedOrder(first, evidence) ? conduct : { ...conduct, guessed: true };
}

/**
 * "Open the vent" as `openVent` or at `/vent/open`: only a verb precedes an article, and the name or the path repeats it.
 * The name of a rare verb proves less: `schema.dump` at `/schema` reads.
 */
function isConfirmedOrder(order: Reading, { summary = '', name = '', path }: ConductEvidence): boolean {
  const { verb } = order;
  const [start = '', next = ''] = summary.toLowerCase().match(/[a-z]+/g) ?? [];
  const isOrder = (words.inflectionOf(start)?.base ?? start) === verb && (determiners.has(next) || next === 'all');
  return (
    isOrder && (lastSegment(path).toLowerCase() === verb || (canBeUndone(order) && readName(name)[0]?.verb === verb))
  );
}

/** "Status: deletes all records": what follows in a title must not be hidden by its start. */
function laterEffect(summary = ''): string | undefined {
  const [, ...later] = sentencesOf(summary.replaceAll(/[:;](?=\s)/g, '.'), 3);
  return later.map(leadingEffect).find((found) => found !== undefined);
}

/** "Wipes the disk." at the start of a description counts, whatever the title says. */
function leadingEffect(description: string | undefined): string | undefined {
  const [start = ''] = sentencesOf(description, 1);
  const [first] = startsWithAction(start) ? readText(start) : [];
  return first?.plain === true && !onlyReads(first) ? irreversibleEffect(first) : undefined;
}

/** "Make a member an approver", "Appoint somebody as a trustee": a person gets an office. */
const office =
  /^(?:makes?|appoints?|names?|designates?|elects?|instates?) (?:an? |the |one )?(?:[\w-]+ )?([a-z]+) (?:as |to be )?(?:an?|the) (?:[a-z-]+ )?([a-z]+)[.!]?$/i;

function givenOffice({ summary = '' }: ConductEvidence): string | undefined {
  const [, person = '', role = ''] = office.exec(summary.trim()) ?? [];
  const isSomebody = words.isPerson(person) || /^(?:somebody|someone|anybody|user)$/i.test(person);
  const isOffice = words.isPerson(role) || /\w{3}(?:er|or|ory|ee|ist|ian)$/i.test(role);
  return isSomebody && isOffice ? `changes privileges: '${role.toLowerCase()}'` : undefined;
}

/** `PUT /users/{id}/roles` gives a person other rights, however its text calls that. */
function assignedPrivilege({ path }: ConductEvidence, [first]: readonly Reading[]): string | undefined {
  const [, item, right] =
    /\/(?:users?|members?|employees?|people|persons?|collaborators?|participants?|staff|accounts?)(\/\{[^{}]*\})?\/(roles?|permissions?|privileges?|admin)$/i.exec(
      path,
    ) ?? [];
  const makesNone = first !== undefined && (onlyReads(first) || first.verb === 'create');
  const changes = item !== undefined || first?.families.includes('change') === true;
  return right === undefined || makesNone || !changes ? undefined : `changes privileges: '${right.toLowerCase()}'`;
}

/** "Factory reset" at `/reset`, but not "Order refund" at `/refund`, which is a thing. */
function endingEffect(evidence: ConductEvidence): string | undefined {
  const title = readNominalTitle(evidence);
  if (title === undefined || title.verb !== lastSegment(evidence.path).toLowerCase()) return undefined;
  const effect = irreversibleEffect(title);
  return effect?.startsWith('deletes') === true && readName(evidence.name ?? '').every((each) => !onlyReads(each))
    ? effect
    : undefined;
}

/** "Open the gate": a verb that is no noun here, and that neither reads nor computes. */
function isOrder({ plain, describes, families }: Reading): boolean {
  if (describes === true) return false;
  const may = (...kinds: string[]) => families.some((family) => kinds.includes(family));
  return plain && !may('find', 'analyse') && (!may('read') || may('change', 'end'));
}
