/** What the verb of a reading does: whether it only reads, and whether another call can revert it. */
import { type Reading, words } from './conduct-readings.js';
import { computing, telling, undoable } from './conduct-words.js';
import { hasEffect } from './effect-evidence.js';

/** True for a verb that reads or computes. */
export function isReading({ verb, phrase = '', plain, families }: Reading): boolean {
  return (
    computing.has(phrase) ||
    (computing.has(verb) &&
      families.every((family) => family !== 'end' && words.familiesOf(verb).some((each) => each === family))) ||
    // A family that was only inferred makes no action harmless: to exhume is near to finding.
    (verb !== 'receive' &&
      (!plain || words.isFiled(verb)) &&
      families.length > 0 &&
      families.every((family) => family === 'find' || family === 'read'))
  );
}

/** Also true for verbs of sentences about reading: "provides", "contains". */
export function onlyReads(reading: Reading): boolean {
  return isReading(reading) || telling.has(reading.verb);
}

/** True when another call can revert it, or when the word may be no verb at all. */
export function canBeUndone({ verb, phrase = '', plain, families, phrasal }: Reading): boolean {
  const again = verb.replace(/^(?:re|pre)/, '');
  if (!plain || undoable.has(phrase) || undoable.has(verb) || undoable.has(again)) return true;
  if ((/^un/.test(verb) && words.isVerb(verb.slice(2))) || words.isListedVerb(`un${verb}`)) return true;
  // A family that was only inferred from related verbs proves too little.
  const filed = [verb, ...(hasEffect(again) ? [] : [again])].find((each) => words.isFiled(each));
  const known = filed === undefined ? [] : [...families, ...words.familiesOf(filed)];
  // "Slow down" is undone by "speed up"; phrases that only change something have opposites.
  const isChange = families.length > 0 && families.every((family) => family === 'change');
  if (phrasal === true && isChange && /:(?:up|down|on|in)$/.test(phrase)) return true;
  return known.some((family) => ['change', 'find', 'read', 'analyse'].includes(family));
}

/** Words that only a verb precedes. */
export const determiners = new Set('the a an this your every each everything everyone'.split(' '));

/** Words that can precede an article without being a verb: "about the API", "whether a name is free". */
export const leading = new Set(
  (
    'about after all and any are as at based before behind below between both by does during either even few for from ' +
    'given has have here how if in information inside into is just like many me more most near not of off on once one ' +
    'only or over part per plus returns same since so some such than that then there these they this those through to ' +
    'today under until up via was what when where whether which while who whose why with within without you your'
  ).split(' '),
);
