/**
 * Outcomes of requests that are only accepted: what is asked for happens later, if at all, so that the outcome names the
 * request in the provider's own words: "The request to restart the pump is accepted".
 */
import type { Words } from '@dragoman/agis';
import type { Binding, Operation } from '@dragoman/model';

/** Verbs that say themselves that something happens later: "The export is scheduled". */
const deferring =
  /^(?:schedule|request|queue|enqueue|trigger|start|begin|initiate|submit|dispatch|kick|launch|send|post|publish|invite|notify|ask)s?$/i;

/** Words at the start of a text for an operation that refuses every call: "GONE: Get plantings". */
const refusals = [
  {
    status: undefined,
    said: /^(?:\([a-z]+\) )?(?:gone|removed|no longer (?:available|supported))(?:[:.!]|$)/i,
    why: 'is no longer available',
  },
  { status: 501, said: /^(?:\([a-z]+\) )?not (?:yet )?implemented\b/i, why: 'is not implemented' },
] as const;

/** The outcome of an operation without a declared success of which its text or its only status says that it is refused. */
export function refusedOutcome({ binding, errors, summary, description }: Operation): string | undefined {
  if (binding.kind !== 'http' || binding.successStatuses?.length !== 0) return undefined;
  const found = refusals.find(
    ({ status, said }) =>
      said.test(summary ?? description ?? '') ||
      (errors.length > 0 && errors.every((error) => error.status !== undefined && error.status === status)),
  );
  return found && `The call is refused because the operation ${found.why}`;
}

/** True where no response that is a success has content. */
export function isEmptyResponse(binding: Binding): boolean {
  const { successStatuses: statuses = [] } = binding.kind === 'http' ? binding : {};
  return statuses.length > 0 && statuses.every((status) => status === 204 || status === 205);
}

/** True where every success is 202, or the text says that the operation only starts something. */
export function isOnlyAccepted(binding: Binding, sentence: string): boolean {
  if (binding.kind !== 'http' || /^(?:GET|HEAD|OPTIONS)$/i.test(binding.method)) return false;
  const { successStatuses: statuses = [] } = binding;
  const isDeferred = statuses.length > 0 && statuses.every((status) => status === 202);
  return (
    isDeferred ||
    /\b(?:asynchronous(?:ly)?|async (?:manner|way|mode)|in the background|background (?:job|task|process))\b/i.test(
      sentence,
    )
  );
}

/** The outcome of a sentence whose verb claims more than that the request is accepted; undefined for another one. */
export function acceptedOutcome(given: string, words: Words): string | undefined {
  // "Sends a command to restart the pump"
  const sentence = given.replace(/^(?:sends?|issues?) (?:an? |the )?(?:command|request|signal|instruction) to /i, '');
  const [, manner = '', first = '', rest = ''] =
    /^((?:[A-Za-z]+ly )?)([A-Za-z]+) ([^;:()"]{3,140}?)(?:[.;:(].*)?$/s.exec(sentence) ?? [];
  const verb = words.baseOf(first.toLowerCase());
  if (rest === '' || !words.isListedVerb(verb)) return undefined;
  if (manner === '' && deferring.test(verb) && !/^(?:send|post|publish)$/.test(verb)) return undefined;
  const isThird = verb !== first.toLowerCase();
  const object = rest
    .replace(/,.*$/s, '')
    .replace(/ (?:and|then) (?:returns?|gets?|responds?|sends? back) .*$/i, '')
    // "Stops and removes the pump"
    .replaceAll(/(?<=\b(?:and|or) )[a-z]+s(?= (?:an?|the|all|its|it|them)\b)/g, (other) =>
      isThird && words.inflectionOf(other)?.form === 'third-person' ? words.baseOf(other) : other,
    )
    .replace(/\s(?:and|or) ([a-z]+s)(?= )/, (whole, other: string) =>
      isThird && words.inflectionOf(other)?.form === 'third-person' && !words.isNoun(other)
        ? whole.replace(other, words.baseOf(other))
        : whole,
    )
    .trim();
  const isPlain = !/\b(?:you|your|we|our|it|this (?:endpoint|operation|api|method))\b/i.test(object);
  return isPlain ? `The request to ${manner.toLowerCase()}${verb} ${object} is accepted` : 'The request is accepted';
}
