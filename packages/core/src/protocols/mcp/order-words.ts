/** One name in two orders: `list_tasks` sorts by what is done, `tasks_list` by what it is done to (profile App. A). */

/** Verbs that names of tools begin or end with; in between, and in names of two nouns, nothing is moved. */
const verbs: ReadonlySet<string> = new Set(
  (
    'accept add amend approve archive assign book cancel check close complete confirm copy create delete disable download edit enable ' +
    'execute export fetch find generate get import invite list lookup merge move patch pause pay post publish put query read refuse ' +
    'reject remove rename replace reset resolve restore resume revoke rotate run search send set start stop submit sync transfer ' +
    'update upload validate verify'
  ).split(' '),
);

/** The name with its verb at the front or at the end; as it is when it has none there, or when one word is all of it. */
export function orderWords(name: string, place: 'first' | 'last'): string {
  const words = name.split('_');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const [isFirst, isLast] = [first, last].map((word) => verbs.has(word.toLowerCase()));
  if (words.length < 2 || isFirst === isLast) return name;
  if (place === 'first') return isFirst ? name : [last, ...words.slice(0, -1)].join('_');
  return isLast ? name : [...words.slice(1), first].join('_');
}
