/** Outcomes from the verb, the path and the responses, for operations whose texts give none. */
import type { DraftSubject } from './draft-text.js';
import { isDeedOf, splitVerb, subjectOf } from './draft-text.js';
import { participleOf } from './participle.js';

/** A post-condition that can be verified. */
export function draftOutcome(subject: DraftSubject): string {
  const { one, many, isMany, isVague, owner } = subjectOf(subject);
  if (subject.facts?.isHead === true) return headOutcome(isMany ? many : one);
  if (subject.facts?.isOptions === true) return `The communication options for the ${isMany ? many : one} are returned`;
  if (isVague) return vagueOutcome(one, subject);
  // "The genre is added to one book"
  if (subject.method === 'ADD') return `The ${/ ids$/i.test(many) ? `${many} are` : `new ${one} is`} added${owner}`;
  const are = isMany ? `${many}${owner} are` : `${one}${owner} is`;
  const [, act = '', particle = ''] = splitVerb(subject.method);
  if (particle !== '') return `The ${subject.path.endsWith('}') ? one : 'caller'} is ${participleOf(act)} ${particle}`;
  if (subject.method === 'RECEIVE') return `The ${are} received`;
  if (subject.method === 'RECOVER') return `The recovery of the ${one}${owner} is started`;
  if (subject.method === 'AUTHENTICATE') return 'The caller is authenticated';
  switch (subject.family) {
    case 'create':
      return makers.has(subject.method) || isDeedOf(one, subject)
        ? `A new ${one}${owner} exists as requested`
        : `The ${are} ${participleOf(subject.method.toLowerCase())}`;
    case 'change':
      return valueVerbs.has(subject.method)
        ? `The ${isMany ? `${many}${owner} have` : `${one}${owner} has`} the requested values`
        : `The ${are} ${participleOf(subject.method.toLowerCase())}`;
    case 'run':
      if (subject.method === 'SET')
        return `The ${isMany ? `${many}${owner} have` : `${one}${owner} has`} the requested values`;
      return `The ${are} ${participleOf(subject.method.toLowerCase())}`;
    case 'end':
      if (subject.method === 'UNSUBSCRIBE')
        return `The subscription${/subscription/.test(one) ? owner : ` to the ${one}${owner}`} no longer exists`;
      if (removals.has(subject.method) && owner !== '' && isMembership(one, owner))
        return `The ${isMany ? `${many} are` : `${one} is`} removed${owner.replace(/^ of an? /, ' from the ')}`;
      return removals.has(subject.method)
        ? `The ${isMany ? `${many}${owner} no longer exist` : `${one}${owner} no longer exists`}`
        : `The ${are} ${participleOf(subject.method.toLowerCase())}`;
    case 'send':
      return `The ${are} ${subject.method === 'POST' ? 'sent' : participleOf(subject.method.toLowerCase())}`;
    case 'find':
      return subject.path.endsWith('}') && subject.method !== 'LIST'
        ? `The requested ${one}${owner} is returned`
        : `A list of the ${subject.method === 'LIST' && subject.facts?.isFiltered === false ? '' : 'matching '}${many}${owner} is returned`;
    case 'read':
      if (/^(?:VERIFY|VALIDATE|TEST)$/.test(subject.method)) return `The ${resultOf(subject, one)}${owner} is returned`;
      return `The requested ${are} returned`;
    case 'analyse':
      return `The ${resultOf(subject, one)}${owner} is returned`;
    default:
      return `The ${one} request${owner} is carried out`;
  }
}

/** "The member of the group": who leaves a group still exists. */
function isMembership(thing: string, owner: string): boolean {
  return (
    /\b(?:member|participant|guest|attendee|follower|watcher|assignee|collaborator|moderator|recipient)$/.test(thing) ||
    (/\b(?:user|contact|person|device|client|customer|employee|agent)$/.test(thing) &&
      /(?:group|list|team|role|segment|collection|folder|channel|room|class|playlist)$/.test(owner))
  );
}

/** "parcel result", and "parcel test result" where the verb is a noun too. */
function resultOf({ method, words }: DraftSubject, noun: string): string {
  const verb = method.toLowerCase();
  if (/results?$/.test(noun)) return noun;
  return words.hasNounReading(verb) && words.isFiled(verb) && !noun.includes(verb)
    ? `${noun} ${verb} result`
    : `${noun} result`;
}

/** A response to HEAD has no content. */
export function headOutcome(noun: string): string {
  return `The response headers for the ${noun.replace(/ (?:response )?headers?$/, '')} are returned`;
}

/** "Mark this document as deleted": what is removed still exists. */
export function markedOutcome(text: string): string | undefined {
  const [, thing, state] =
    /^(?:soft[- ]deletes?: )?marks? (?:this|the|an?) ([a-z]+(?: [a-z]+)?) as (deleted|removed|archived)\b/i.exec(
      text,
    ) ?? [];
  return thing === undefined ? undefined : `The ${thing} is marked as ${state}`;
}

/** What is true of every request: the outcome when no other one is sound. */
export function generalOutcome({ family }: Pick<DraftSubject, 'family'>): string {
  return family === 'read' || family === 'find'
    ? 'The requested data is returned'
    : family === 'analyse'
      ? 'The result is returned'
      : 'The request is carried out';
}

/** What is true of a request about which nothing else is known. */
function vagueOutcome(noun: string, { family }: DraftSubject): string {
  if (family === 'read' || family === 'find') return `The ${noun} is returned`;
  return family === 'analyse' ? 'The result is returned' : `The ${noun} is carried out`;
}

/** Verbs after which something new exists. */
export const makers: ReadonlySet<string> = new Set('CREATE REGISTER DEFINE BUILD GENERATE INSERT SUBSCRIBE'.split(' '));

/** Verbs that give something new values. */
export const valueVerbs: ReadonlySet<string> = new Set(
  'UPDATE REPLACE CHANGE MODIFY EDIT AMEND SET CONFIGURE ADJUST PATCH'.split(' '),
);

/** Verbs after which something no longer exists. */
export const removals: ReadonlySet<string> = new Set(['REMOVE', 'ERASE', 'DESTROY', 'CLEAR', 'PURGE', 'DISCARD']);
