/** Past participles of verbs, for sentences about what has been done. */

const irregular: Readonly<Record<string, string>> = Object.freeze({
  begin: 'begun',
  bind: 'bound',
  break: 'broken',
  bring: 'brought',
  build: 'built',
  buy: 'bought',
  catch: 'caught',
  choose: 'chosen',
  cut: 'cut',
  draw: 'drawn',
  drive: 'driven',
  find: 'found',
  forget: 'forgotten',
  freeze: 'frozen',
  get: 'retrieved',
  give: 'given',
  hide: 'hidden',
  hold: 'held',
  keep: 'kept',
  leave: 'left',
  make: 'made',
  pay: 'paid',
  put: 'put',
  read: 'read',
  ride: 'ridden',
  rise: 'risen',
  run: 'run',
  see: 'seen',
  sell: 'sold',
  send: 'sent',
  set: 'set',
  show: 'shown',
  shut: 'shut',
  speak: 'spoken',
  spend: 'spent',
  split: 'split',
  take: 'taken',
  teach: 'taught',
  tell: 'told',
  do: 'done',
  write: 'written',
});

/** Verbs of several syllables whose last one is stressed: "submit" → "submitted". */
const stressedEnd =
  /(?:mit|prefer|refer|transfer|infer|defer|incur|occur|compel|expel|control|patrol|debug|backlog|untag|unpin|unmap|unplug|reship)$/;

/** The past participle of a verb in its base form. */
export function participleOf(verb: string): string {
  const known = Object.hasOwn(irregular, verb) ? irregular[verb] : undefined;
  if (known !== undefined) return known;
  const [prefix = ''] = /^(?:re|un|over|with)/.exec(verb) ?? [];
  const rest = verb.slice(prefix.length);
  if (prefix !== '' && rest !== 'get' && Object.hasOwn(irregular, rest)) return `${prefix}${irregular[rest]}`;
  // "log out" and "look up" are often written as one word.
  const [, act, particle] =
    /^(back|check|clean|log|look|opt|pick|roll|set|shut|sign|start)(back|down|in|off|out|up)$/.exec(verb) ?? [];
  if (act !== undefined) return `${participleOf(act)} ${particle}`;
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  const isShort = /^(?:un)?[^aeiou]*[aeiou][bdgklmnprt]$/.test(verb) || stressedEnd.test(verb);
  return isShort ? `${verb}${verb.at(-1) ?? ''}ed` : `${verb}ed`;
}
