/** The destination of an action, which follows the participle: "The word is removed from a dictionary". */

/** Verbs without a destination: "approve changes to a page". */
export const plainVerbs: ReadonlySet<string> = new Set(
  'accept approve reject decline confirm revoke request enable disable activate cancel download review'.split(' '),
);

/** Verbs that look for something in their object. */
export const examining: ReadonlySet<string> = new Set(
  'test scan screen inspect monitor examine audit probe search'.split(' '),
);

/** Verbs that act at a place: "Send a message on the call". */
const onPlace: ReadonlySet<string> = new Set(
  'send place publish post play push broadcast ban block run execute start stop print install deploy perform'.split(
    ' ',
  ),
);

/** "word to a dictionary" → "word", " to a dictionary": the place comes after the verb. */
export function splitTail(text: string, verb: string | undefined): { head: string; tail: string } {
  // "Scan the packages for issues", "Exchange a token for another"
  const sought =
    examining.has(verb ?? '') || /^(?:exchange|swap|trade)$/.test(verb ?? '') ? text.search(/\sfor\s/) : -1;
  if (sought >= 0) return { head: text.slice(0, sought), tail: text.slice(sought) };
  // "Remove a lock to a room" takes nothing to the room.
  const at = text.search(
    verb === 'remove' || verb === 'delete'
      ? /\sfrom\s/
      : onPlace.has(verb ?? '')
        ? /\s(?:to|into|from|as|on|over|via)\s/
        : /(?<!\b(?:allowed|used|assigned|linked|attached|related|belonging))\s(?:to|into|from|as)\s/,
  );
  return at < 0 ? { head: text, tail: '' } : { head: text.slice(0, at), tail: text.slice(at) };
}
