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
  'start stop cancel restart retry resume pause suspend reset search enable disable login logout signup signin update create delete add remove insert edit save refresh sync query lookup'.split(
    ' ',
  ),
);

/** True when the last segment of the address is an action: `/queries/start`. */
export function endsInAction({ binding }: Named): boolean {
  if (binding.kind !== 'http') return false;
  return actionSegments.has(binding.urlTemplate.split(/[?#]/, 1)[0]?.split('/').at(-1)?.toLowerCase() ?? '');
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
