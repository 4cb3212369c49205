/** Segments that begin with a verb: what is left when the verb is the method. */
import type { Words } from '@dragoman/agis';

/** The segments after a verb that is followed by a preposition or another verb; undefined for other ones. */
export function restOfDeed(
  first: string,
  rest: readonly string[],
  { isOnly, words }: { isOnly: boolean; words: Words },
): string[] | undefined {
  // `remove-from-group` is about the group, and `table-update` about the table.
  // `upload-from-url` is not about the URL.
  if (rest[0] === 'from' && !/^(?:remove|delete|detach|unlink|disconnect|disassociate|unassign|evict)$/.test(first))
    return [rest.join('-')];
  // `findByAuthor`: the search key distinguishes addresses.
  if (rest[0] === 'by' && rest.length > 1) return [rest.join('-')];
  // `fetch-and-lock`
  // `find-or-create-vessel`
  if (/^(?:and|or)$/.test(rest[0] ?? '') && words.isListedVerb(rest[1] ?? '') && !(isOnly && rest.length === 2))
    return rest.length === 2 ? [] : [rest.slice(2).join('-')];
  // `/plans/{id}/sign-off`
  if (!isOnly && rest.length === 1 && /^(?:in|out|on|off|up|down|back|over|away)$/.test(rest[0] ?? '')) return [];
  return undefined;
}
