/** The verb that ends the address of an operation. */
import type { Words } from '@dragoman/agis';
import { toSnakeCase } from '../../../documents/identifier.js';
import { isRead } from './reads-many.js';
import { addressOf } from './schema-thing.js';
import { type Named, nameWords, type VerbCandidate, verbsFor } from './verb-candidate.js';

/** Families of which a noun at the end of an address that acts is the verb. */
const actingFamilies: ReadonlySet<string> = new Set(['change', 'end', 'send']);

/** Last segments that are actions wherever an address is not only read, although they are nouns too. */
const actionSegments: ReadonlySet<string> = new Set(
  'start stop cancel restart retry resume pause suspend reset search enable disable login logout signup signin register update create delete add remove insert edit save refresh sync query lookup'.split(
    ' ',
  ),
);

/** True when the last segment of the address is an action: `/queries/start`. */
export function endsInAction({ binding }: Named): boolean {
  if (binding.kind !== 'http') return false;
  return actionSegments.has(binding.urlTemplate.split(/[?#]/, 1)[0]?.split('/').at(-1)?.toLowerCase() ?? '');
}

/** Verbs that are nouns too, and act on the noun after them: `/process-payment`, but not `/process-instances`. */
const actingNouns: ReadonlySet<string> = new Set(
  'change convert export handle import process trigger upload'.split(' '),
);

/** Nouns of which the word before is a kind: `/upload-session`. */
const kinds =
  /^(?:id|job|key|link|list|log|mode|order|plan|policy|queue|request|session|setting|state|status|task|token|type|url)$/;

/** `/send-order`, `/handle-ub-event`, `/change-to-onsite-payment`: a verb before its object. */
function leadingVerb(segment: string, words: Words): string | undefined {
  if (segment.includes('{')) return undefined;
  const [first = '', ...rest] = nameWords(toSnakeCase(segment, ''));
  const last = rest.at(-1) ?? '';
  if (last === '' || !words.isListedVerb(first) || words.isAdjective(first)) return undefined;
  const isOnlyVerb = !words.hasNounReading(first) || words.isRatherVerb(first);
  const isKind = rest.length === 1 && kinds.test(last);
  const acts = actingNouns.has(first) && words.singularOf(last) === last && !isKind;
  return isOnlyVerb || acts ? first : undefined;
}

/** `/orders/{id}/cancel` has its verb in the last segment. */
export function fromPath(operation: Named, words: Words): VerbCandidate[] {
  const { binding } = operation;
  if (binding.kind !== 'http') return [];
  const segments = addressOf(binding.urlTemplate).split('/');
  const written = segments.at(-1) ?? '';
  const last = written.toLowerCase();
  // `/forgot-password`
  if (!isRead(operation) && /^forgot(?:ten)?[-_]?(?:password|username|pin)$/i.test(written))
    return [{ method: 'RECOVER', reason: `the path ends in "${written}"`, said: true }];
  const [deed = '', thing] = /^[a-z]+[A-Z]/.test(written) ? nameWords(toSnakeCase(written, '')) : [];
  // `/invoices/{id}/commitInvoice`
  const owner = words.singularOf(segments.at(-3)?.toLowerCase() ?? '');
  const isOfOwner = thing !== undefined && owner === written.slice(deed.length).toLowerCase() && words.isVerb(deed);
  // `/validateEmail`
  const isBegun = thing !== undefined && words.isFiled(deed) && words.isListedVerb(deed) && !words.hasNounReading(deed);
  if (isOfOwner || isBegun) return verbsFor({ word: deed, because: `the path ends in "${deed}"` }, words);
  const verb = isRead(operation) ? undefined : leadingVerb(written, words);
  if (verb !== undefined)
    return verbsFor({ word: verb, because: `the path begins its last segment with "${verb}"` }, words).map((each) => ({
      ...each,
      // Validators ask for a more specific verb than HANDLE; an endpoint that handles an event receives it.
      ...(each.method === 'HANDLE' ? { method: 'RECEIVE' } : {}),
      said: true,
    }));
  // `actions/restart-service`
  const [begun = '', object = ''] = /^[a-z]+-[a-z]+$/.test(last) ? last.split('-') : [];
  if (!isRead(operation) && actionSegments.has(begun) && words.isNoun(object))
    return verbsFor({ word: begun, because: `the path ends in "${begun}"` }, words);
  // `cache_clear`
  const word = last.replace(/^.*(?:[:.-]|_(?=(?:clear|flush|purge|reset|revoke)$))/, '');
  const isMethod = /^[a-z.]+\.[a-z]+$/i.test(last) || last.includes(':');
  if (!/^[a-z]+$/.test(word) || !words.isVerb(word)) return [];
  // `POST /health-information/transfer`
  const isAct = binding.method.toUpperCase() === 'POST' && actingFamilies.has(words.familiesOf(word)[0] ?? 'read');
  const isDone = !isRead(operation) && segments.length > 2 && actionSegments.has(last);
  // `GET /contests/search`
  if (isRead(operation) ? /^(?:search|lookup)$/.test(last) : /^(?:search|lookup|query)$/.test(last))
    return verbsFor({ word, because: `the path ends in "${word}"` }, words);
  if (!isMethod && !isDone && words.hasNounReading(word) && !(isAct && words.isFiled(word))) return [];
  return verbsFor({ word, because: `the path ends in "${word}"` }, words);
}
