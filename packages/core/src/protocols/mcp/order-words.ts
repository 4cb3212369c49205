/** Word order of tool names: `list_tasks` sorts by action, `tasks_list` by object (profile App. A). */

/** Verbs at the start or end of tool names; names without one there stay unchanged. */
const verbs: ReadonlySet<string> = new Set(
  (
    'accept add amend approve archive assign book cancel check close complete confirm copy create delete disable download edit enable ' +
    'execute export fetch find generate get import invite list lookup merge move patch pause pay post publish put query read refuse ' +
    'reject remove rename replace reset resolve restore resume revoke rotate run search send set start stop submit sync transfer ' +
    'update upload validate verify'
  ).split(' '),
);

/** The name with its verb first or last; unchanged without such a verb, or when the name is a single word. */
export function orderWords(name: string, place: 'first' | 'last'): string {
  const words = name.split('_');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const [isFirst, isLast] = [first, last].map((word) => verbs.has(word.toLowerCase()));
  if (words.length < 2 || isFirst === isLast) return name;
  if (place === 'first') return isFirst ? name : [last, ...words.slice(0, -1)].join('_');
  return isLast ? name : [...words.slice(1), first].join('_');
}
