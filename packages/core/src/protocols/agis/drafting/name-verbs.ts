/** The verb that the provider's own name of an operation says. */
import type { Words } from '@dragoman/agis';
import { toSnakeCase } from '../../../documents/identifier.js';
import { withoutAddress } from './name-sentence.js';
import { type Named, nameWords, type VerbCandidate, vagueWords, verbsFor } from './verb-candidate.js';
import { joiningWords, recordWords, wordVerbs } from './verb-table.js';

/** The verb of the provider's own name; a name that was derived from the URL is no evidence. */
export function fromName(operation: Named, words: Words): VerbCandidate[] {
  const name = ownName(operation);
  if (name === undefined) return [];
  const all = nameWords(toSnakeCase(name, ''));
  // `VirtualNetworks_CheckAvailability`, `issues/create-milestone`: the verb follows the group.
  // `users.batchGet` gets them.
  const own = nameWords(
    toSnakeCase(name.split(/[._/:]/).at(-1) ?? '', '').replace(
      /^(?:batch|bulk|mass)_(?=(?:get|list|create|update|delete|add|remove|search)(?:_|$))/,
      '',
    ),
  );
  const { binding } = operation;
  const mayAct = binding.kind !== 'http' || binding.method.toUpperCase() !== 'GET';
  const first =
    [own, all].find(
      ([word = '', ...more]) =>
        (isVerbOfName(word, words) && !(mayAct && /^(?:status|info|details)$/.test(word))) ||
        (mayAct && more.length > 0 && isDeed(word, words)),
    ) ?? [];
  const last = all.at(-1) ?? '';
  const [word = '', ...rest] = first;
  if (word !== '' && (recordWords.has(word) || !recordWords.has(last))) {
    return verbsFor({ word, object: objectOf(rest, words), because: `the name begins with "${word}"` }, words);
  }
  // `marked_receipts_as_read`
  const isQualified = joiningWords.has(all.at(-2) ?? '');
  return recordWords.has(last) && !isQualified
    ? verbsFor({ word: last, because: `the name ends in "${last}"` }, words)
    : [];
}

function ownName({ name, binding }: Named): string | undefined {
  if (binding.kind !== 'http') return name;
  // `put-/jobs/{id}/status` repeats the address.
  const { operationId: id = '', urlTemplate } = binding;
  const isRepeated = id === '' || (/^[a-z]+[-_ :]?\//i.test(id) && id.includes('{'));
  return isRepeated ? undefined : withoutAddress(id, urlTemplate.replace(/^https?:\/\/[^/]*/i, ''));
}

/** A noun that is a usual verb too, in front of its object: `book_table`. */
function isDeed(word: string, words: Words): boolean {
  return !vagueWords.has(word) && words.isVerb(word) && words.isFiled(word);
}

/** A noun at the start of a name is its subject ("team.info", "bulk_import"), unless it is a usual verb of names. */
function isVerbOfName(word: string, words: Words): boolean {
  if (vagueWords.has(word)) return false;
  if (recordWords.has(word) || Object.hasOwn(wordVerbs, word)) return true;
  return words.isVerb(word) && !words.hasNounReading(word) && !words.isAdjective(word);
}

/** The subject of a name: its last word before a joining word. */
function objectOf(rest: readonly string[], words: Words): string | undefined {
  const until = rest.findIndex((word) => joiningWords.has(word));
  const [noun] = (until < 0 ? rest : rest.slice(0, until)).slice(-1);
  return noun === undefined ? undefined : words.singularOf(noun);
}
