/** Fills texts without a name of their own: quoted texts, "remind me to …", "tell them that …", "search for …". */
import type { Filling } from './filling.js';
import { fill, openSlots } from './filling.js';
import { catchText } from './hint-patterns.js';
import type { ParameterSlot } from './parameter-slots.js';

const classes: Readonly<Record<'content' | 'title' | 'query' | 'place', RegExp>> = {
  content: /^(?:text|body|message|mesg|content|contents|input|prompt|html|comment|reminder text|note|notes|msg)$/,
  title: /^(?:title|name|summary|subject|label|t|unique name|uniquename)$/,
  query: /^(?:q|query|term|search|keyword|keywords|words|search term|search text)$/,
  place: /^(?:location|city|place|town|city name|place name|city code|location code|address|area)$/,
};
const searching = /^(?:find|search|look|lookup|show|list|get|who|what|which|where)$/;

/** The first open text slot of a class; required ones come first. */
function slotOf(work: Filling, kind: keyof typeof classes): ParameterSlot | undefined {
  return openSlots(work, 'text', 'code').find(({ parts }) => classes[kind].test(parts.join(' ')));
}

/** Fills texts. */
export function fillTexts(work: Filling): void {
  fillQuoted(work);
  fillSpoken(work);
  fillSearched(work);
  fillPlace(work);
  fillPerson(work);
}

function fillQuoted(work: Filling): void {
  const { mentions, tokens } = work.instruction;
  const open = mentions.filter((each) => each.kind === 'quoted' && !work.used.has(each));
  const [only] = open;
  if (only?.kind !== 'quoted' || open.length > 1) return;
  const order = searching.test(tokens[0]?.lower ?? '')
    ? (['query', 'title', 'content', 'place'] as const)
    : (['content', 'title', 'query', 'place'] as const);
  const found = order.flatMap((kind) => slotOf(work, kind) ?? []);
  const texts = openSlots(work, 'text').filter(({ identifier }) => !identifier);
  const slot = found.find(({ required }) => required) ?? found[0] ?? (texts.length === 1 ? texts[0] : undefined);
  if (slot !== undefined) fill(work, slot, only.text, [only.start]);
}

/** "remind me to water the plants tomorrow": up to the first day or time. */
function fillSpoken(work: Filling): void {
  const slot = slotOf(work, 'content');
  if (slot === undefined) return;
  const { tokens, mentions } = work.instruction;
  const words = tokens.map(({ lower }) => lower);
  const reminding = words.findIndex(
    (word, at) => /^reminde?r?$/.test(word) && /^(?:me|us|to|:)$/.test(words[at + 1] ?? ''),
  );
  const telling = /^(?:tell|message|text|inform|notify|say|write|let|send|post|email)$/.test(words[0] ?? '');
  const from =
    reminding === -1
      ? telling
        ? words.indexOf('that') + 1
        : 0
      : words.findIndex((word, at) => at > reminding && /^(?:to|that|about|:)$/.test(word)) + 1;
  if (from === 0) return;
  const moment = mentions.find((each) => each.kind === 'moment' && each.start >= from)?.start ?? tokens.length;
  const end = /^(?:on|at|by)$/.test(words[moment - 1] ?? '') ? moment - 1 : moment;
  const said = tokens.slice(from, reminding === -1 ? tokens.length : end);
  if (said.length === 0 || said.some(({ index }) => work.taken.has(index))) return;
  const text = said
    .map((token) => token.text)
    .join(' ')
    .replace(/ ([.,;:!?])/g, '$1');
  fill(
    work,
    slot,
    text,
    said.map(({ index }) => index),
  );
}

function fillSearched(work: Filling): void {
  const slot = slotOf(work, 'query');
  const { tokens } = work.instruction;
  const at = tokens.findIndex(
    ({ lower }, place) => lower === 'for' && /^(?:search|look|looking|searching)$/.test(tokens[place - 1]?.lower ?? ''),
  );
  const caught = slot === undefined || at === -1 ? undefined : catchText(tokens, at + 1, work.taken);
  if (slot !== undefined && caught !== undefined) fill(work, slot, caught.text, caught.indexes);
}

/** "weather in Porto", "a hotel in PAR": the only name after a preposition of place. */
function fillPlace(work: Filling): void {
  const slot = slotOf(work, 'place');
  const { mentions, tokens } = work.instruction;
  const places = mentions.filter(
    (each) =>
      (each.kind === 'name' || each.kind === 'acronym') &&
      !work.used.has(each) &&
      /^(?:in|at|near|for|around|of)$/.test(tokens[each.start - 1]?.lower ?? ''),
  );
  const [place] = places;
  if (slot === undefined || places.length !== 1 || (place?.kind !== 'name' && place?.kind !== 'acronym')) return;
  fill(
    work,
    slot,
    place.text,
    Array.from({ length: place.end - place.start }, (_, step) => place.start + step),
  );
}

/** "the customer Omar Bell", "book it for Ann Weir": a name of two words belongs to the parameter `name`. */
function fillPerson(work: Filling): void {
  const slot = openSlots(work, 'text').find(({ parts }) =>
    /^(?:(?:full|customer|contact|guest) )?name$/.test(parts.join(' ')),
  );
  const names = work.instruction.mentions.filter((each) => each.kind === 'name' && !work.used.has(each));
  const [name] = names;
  if (slot === undefined || names.length !== 1 || name?.kind !== 'name' || !name.text.includes(' ')) return;
  fill(
    work,
    slot,
    name.text,
    Array.from({ length: name.end - name.start }, (_, step) => name.start + step),
  );
}
