/** Past participles of verbs, for sentences about what has been done. */

const irregular: Readonly<Record<string, string>> = Object.freeze({
  beat: 'beaten',
  become: 'become',
  begin: 'begun',
  bid: 'bid',
  bind: 'bound',
  bite: 'bitten',
  blow: 'blown',
  break: 'broken',
  bring: 'brought',
  broadcast: 'broadcast',
  build: 'built',
  burn: 'burned',
  buy: 'bought',
  cast: 'cast',
  catch: 'caught',
  choose: 'chosen',
  cut: 'cut',
  deal: 'dealt',
  dig: 'dug',
  do: 'done',
  draw: 'drawn',
  drink: 'drunk',
  drive: 'driven',
  eat: 'eaten',
  feed: 'fed',
  feel: 'felt',
  fight: 'fought',
  find: 'found',
  fly: 'flown',
  forecast: 'forecast',
  forget: 'forgotten',
  freeze: 'frozen',
  get: 'retrieved',
  give: 'given',
  grind: 'ground',
  grow: 'grown',
  hang: 'hung',
  hear: 'heard',
  hide: 'hidden',
  hit: 'hit',
  hold: 'held',
  hurt: 'hurt',
  input: 'input',
  keep: 'kept',
  know: 'known',
  lay: 'laid',
  lead: 'led',
  leave: 'left',
  let: 'let',
  light: 'lit',
  lose: 'lost',
  make: 'made',
  mean: 'meant',
  meet: 'met',
  pay: 'paid',
  put: 'put',
  quit: 'quit',
  read: 'read',
  ride: 'ridden',
  ring: 'rung',
  rise: 'risen',
  run: 'run',
  see: 'seen',
  seek: 'sought',
  sell: 'sold',
  set: 'set',
  shake: 'shaken',
  shed: 'shed',
  shoot: 'shot',
  show: 'shown',
  shrink: 'shrunk',
  shut: 'shut',
  sing: 'sung',
  sink: 'sunk',
  speak: 'spoken',
  spin: 'spun',
  split: 'split',
  spread: 'spread',
  stand: 'stood',
  steal: 'stolen',
  stick: 'stuck',
  strike: 'struck',
  swear: 'sworn',
  sweep: 'swept',
  swim: 'swum',
  swing: 'swung',
  take: 'taken',
  teach: 'taught',
  tear: 'torn',
  tell: 'told',
  think: 'thought',
  throw: 'thrown',
  understand: 'understood',
  wear: 'worn',
  weave: 'woven',
  win: 'won',
  wind: 'wound',
  wring: 'wrung',
  write: 'written',
});

/** Verbs of several syllables whose last one is stressed: "submit" → "submitted". */
const stressedEnd =
  /(?:mit|prefer|refer|transfer|infer|defer|incur|occur|compel|expel|impel|propel|repel|dispel|rebel|extol|annul|control|patrol|enrol|format|program|equip|regret|abet|allot|rebut|upset|debug|backlog|untag|unpin|unmap|remap|unban|unplug|unzip|unwrap|rewrap|reship|kidnap)$/;

/** The past participle of a verb in its base form. */
export function participleOf(verb: string): string {
  const known = Object.hasOwn(irregular, verb) ? irregular[verb] : undefined;
  if (known !== undefined) return known;
  const [prefix = ''] = /^(?:re|un|over|with|mis|under|out|fore)/.exec(verb) ?? [];
  const rest = verb.slice(prefix.length);
  if (prefix !== '' && rest !== 'get' && Object.hasOwn(irregular, rest)) return `${prefix}${irregular[rest]}`;
  // "log out" and "look up" are often written as one word.
  const [, act, particle] =
    /^(back|check|clean|log|look|opt|pick|roll|set|shut|sign|start)(back|down|in|off|out|up)$/.exec(verb) ?? [];
  if (act !== undefined) return `${participleOf(act)} ${particle}`;
  if (/^(?:b|l|s|sp)end$/.test(verb)) return verb.replace(/d$/, 't');
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  const isShort = /^(?:un)?[^aeiou]*[aeiou][bdgklmnprt]$/.test(verb) || stressedEnd.test(verb);
  return isShort ? `${verb}${verb.at(-1) ?? ''}ed` : `${verb}ed`;
}
