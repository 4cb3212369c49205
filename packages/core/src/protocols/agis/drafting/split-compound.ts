/** Words that an address writes together and that the operation's own texts write apart: `/snmppoller`, "SNMP poller". */
import type { Words } from '@dragoman/agis';
import type { Entry } from '@dragoman/model';
import { singularOf } from './inflect-noun.js';

/** Maximum number of words in one segment. */
const maxParts = 5;

/** Segments of a document that are written as several words, by what the addresses have. */
export type Splits = ReadonlyMap<string, string>;

/** All compounds of a document; the texts of all operations below a segment say how it is written. */
export function splitsOf({ operations, slug }: Pick<Entry, 'operations' | 'slug'>, words: Words): Splits {
  const texts = new Map<string, (string | undefined)[]>();
  for (const { binding, summary, description, tags } of operations) {
    if (binding.kind !== 'http') continue;
    const segments = (binding.urlTemplate.split(/[?#]/, 1)[0] ?? '').split('/').filter((each) => candidate.test(each));
    for (const segment of segments) {
      const found = texts.get(segment) ?? [];
      if (found.length < maxTexts) found.push(summary, description?.slice(0, 300), binding.operationId, ...tags);
      texts.set(segment, found);
    }
  }
  const splits = new Map<string, string>();
  for (const [segment, found] of texts) {
    // The name of the product is one word: `/snapboat` of "SnapBoat API".
    if (slug.replaceAll('-', '').startsWith(segment.toLowerCase())) continue;
    const split = splitCompound(segment, found, words);
    if (split !== segment) splits.set(segment, split);
  }
  // `/berthplan/{id}` besides `/berthplans`
  for (const segment of texts.keys()) {
    const [several, one] = [splits.get(`${segment}s`), splits.get(segment.replace(/s$/, ''))];
    if (splits.has(segment)) continue;
    if (several !== undefined) splits.set(segment, several.replace(/s$/, ''));
    else if (one !== undefined) splits.set(segment, `${one}s`);
  }
  return splits;
}

/** Segments without a sign of where their words end. */
const candidate = /^(?:[a-z]{6,}|[A-Z]{6,}|[A-Z][a-z]{5,})$/;

/** More texts say nothing more. */
const maxTexts = 60;

/** `activeseasons` → `active-seasons`; unchanged where a dictionary or a text has the word as it is. */
export function splitCompound(segment: string, texts: readonly (string | undefined)[], words: Words): string {
  const whole = segment.toLowerCase();
  if (!candidate.test(segment) || isWord(whole, words)) return segment;
  const one = singularOf(whole, words);
  const said = texts.map((text) => new Set(wordsOf(text ?? '')));
  const known = new Set(
    said.flatMap((each) => [...each].flatMap((word) => [word, singularOf(word, words), `${word}s`])),
  );
  for (const word of [whole, one, `${whole}s`]) known.delete(word);
  const parts = fewestParts(whole, known, maxParts);
  const [last = ''] = parts?.slice(-1) ?? [];
  const isApart = (each: ReadonlySet<string>) =>
    parts?.every(
      (part) => each.has(part) || (part === last && (each.has(singularOf(last, words)) || each.has(`${last}s`))),
    );
  // "ChatKit" is a name, though its operationId has two words.
  const isTogether = (each: ReadonlySet<string>, at: number) =>
    [whole, one, `${whole}s`].some((word) => each.has(word)) ||
    (texts[at] ?? '').match(/ (?:[A-Z][a-z]+){2,}(?= |$)/g)?.some((name) => name.trim().toLowerCase() === one) === true;
  const together = said.filter(isTogether).length;
  if (together > 0 && together >= said.filter((each, at) => isApart(each) && !isTogether(each, at)).length)
    return segment;
  const [first = ''] = parts ?? [];
  // A segment that begins with a verb would name an action.
  const isDeed = words.isListedVerb(first) && !words.hasNounReading(first) && !words.isAdjective(first);
  // `/worklist` is one word, of which LIST would say the half.
  return parts === undefined || isDeed || parts.at(-1) === 'list' ? segment : parts.join('-');
}

function isWord(word: string, words: Words): boolean {
  const one = singularOf(word, words);
  return words.isNoun(word) || words.isNoun(one) || words.isAdjective(word) || words.isVerb(words.baseOf(word));
}

/** "fetchActiveSeasons", "SNMP poller" → their words in lower case. */
function wordsOf(text: string): string[] {
  return text
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word.length > 2 || /^(?:by|of|in|to|id|[A-Z]{2})$/.test(word))
    .map((word) => word.toLowerCase());
}

/** The fewest known words that make up the text; undefined where there are none. */
function fewestParts(text: string, known: ReadonlySet<string>, limit: number): readonly string[] | undefined {
  if (known.has(text)) return [text];
  if (limit === 1) return undefined;
  let best: readonly string[] | undefined;
  for (let at = 2; at <= text.length - 2; at += 1) {
    const first = text.slice(0, at);
    const rest = known.has(first) ? fewestParts(text.slice(at), known, limit - 1) : undefined;
    if (rest !== undefined && (best === undefined || rest.length + 1 < best.length)) best = [first, ...rest];
  }
  return best;
}
