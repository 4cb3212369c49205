/**
 * Step 4 of matching: assigns the values of an instruction to the parameters of an endpoint, and to the members of their
 * objects. Evidence decides; missing values become questions; none are invented.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { askForOne } from './ask-for-one.js';
import { findChoice } from './choices.js';
import { fillCodes } from './fill-codes.js';
import { fillFlags } from './fill-flags.js';
import { fillLabels } from './fill-labels.js';
import { fillTexts } from './fill-texts.js';
import type { Filling, FillPorts, Question } from './filling.js';
import { fill } from './filling.js';
import { captureAfter } from './hint-patterns.js';
import type { Mention } from './mentions.js';
import type { ParameterSlot } from './parameter-slots.js';
import type { Instruction } from './read-instruction.js';
import type { MappedEndpoint } from './service-map.js';
import { evidence, valueFor } from './slot-evidence.js';
import { momentIn } from './time-zone.js';

/** The parameters of a call that were given. */
export interface Filled {
  arguments: Record<string, JsonValue>;
  questions: Question[];
  /** Share of the required parameters that were given; 1 when none is required. */
  share: number;
  /** True when a value matches the pattern of a parameter, which rarely happens by chance. */
  patternMet: boolean;
}

/** Minimum evidence for assigning a value to a parameter. */
const enough = 1.5;

/** Fills the parameters that can be filled. */
export function fillParameters(
  endpoint: MappedEndpoint,
  slots: readonly ParameterSlot[],
  instruction: Instruction,
  ports: FillPorts,
): Filled {
  const work: Filling = {
    ...ports,
    instruction,
    endpoint,
    slots,
    taken: new Set(),
    used: new Set(),
    filled: new Map(),
    questions: [],
    patternMet: false,
  };
  fillGiven(work);
  fillChoices(work, slots);
  fillCodes(work);
  fillLabels(work);
  fillMentions(work, slots);
  fillCaptured(work, slots);
  fillMembers(work);
  fillFlags(work);
  fillTexts(work);
  fillRemainder(work, slots);
  askForOne(work);
  const required = slots.filter((slot) => slot.required && !isWhole(work, slot));
  for (const slot of required) if (!work.filled.has(slot.name)) askFor(work, slot);
  const said = required.filter(({ name }) => work.filled.has(name)).length;
  return {
    arguments: merge(nest(work), ports.given ?? {}),
    questions: work.questions,
    share: required.length === 0 ? 1 : said / required.length,
    patternMet: work.patternMet,
  };
}

function fillGiven({ slots, filled, given }: Filling): void {
  if (given === undefined) return;
  for (const { name, path } of slots) {
    const value = path.reduce<JsonValue | undefined>(
      (held, member) => (isJsonObject(held) && Object.hasOwn(held, member) ? held[member] : undefined),
      given,
    );
    if (value !== undefined) filled.set(name, value);
  }
}

/** Given members of an object do not replace those that the instruction says. */
function merge(said: JsonObject, given: JsonObject): JsonObject {
  const whole = { ...said };
  for (const [name, value] of Object.entries(given)) {
    const own = Object.hasOwn(said, name) ? said[name] : undefined;
    setOwn(whole, name, isJsonObject(own) && isJsonObject(value) ? merge(own, value) : value);
  }
  return whole;
}

/** An object counts as given when one of its members is; its own members are then asked for, and otherwise it is. */
function isWhole({ filled, slots }: Filling, slot: ParameterSlot): boolean {
  const under = (path: string) => [...filled.keys()].some((name) => name.startsWith(`${path}.`));
  const holds = slots.some(
    ({ path }) => path.length > slot.path.length && path.slice(0, slot.path.length).join('.') === slot.name,
  );
  if (holds) return under(slot.name);
  const parent = slot.path.slice(0, -1).join('.');
  return parent !== '' && !under(parent);
}

/** The values as one object. */
function nest({ filled, slots }: Filling): Record<string, JsonValue> {
  const whole: Record<string, JsonValue> = {};
  for (const { name, path } of slots) {
    const value = filled.get(name);
    if (value === undefined) continue;
    let place = whole;
    for (const member of path.slice(0, -1)) {
      const inner = Object.hasOwn(place, member) ? place[member] : undefined;
      const next: Record<string, JsonValue> = isJsonObject(inner) ? inner : {};
      setOwn(place, member, next);
      place = next;
    }
    setOwn(place, path.at(-1) ?? '', value);
  }
  return whole;
}

/** Also for names such as `__proto__`. */
function setOwn(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

/** "file 777": the number after a chosen kind is the identifier next to it. */
function fillMembers(work: Filling): void {
  const { tokens, mentions } = work.instruction;
  for (const slot of work.slots) {
    if (!slot.identifier || slot.path.length < 2 || work.filled.has(slot.name)) continue;
    const parent = slot.path.slice(0, -1).join('.');
    const kind = work.slots.find(({ name, kind: own }) => own === 'choice' && name.startsWith(`${parent}.`));
    const at = tokens.findIndex(({ lower }) => kind?.choices.some((choice) => choice.toLowerCase() === lower));
    const mention = mentions.find(({ start }) => at !== -1 && start === at + 1);
    if (mention === undefined || work.used.has(mention)) continue;
    const value = valueFor(work, slot, mention);
    if (value !== undefined) fill(work, slot, value, [mention.start]);
  }
}

function fillChoices(work: Filling, slots: readonly ParameterSlot[]): void {
  for (const slot of slots) {
    if (slot.kind !== 'choice' || work.filled.has(slot.name)) continue;
    const found = findChoice(slot.choices, work.instruction, work.words);
    if (found.length === 1 && found[0] !== undefined) {
      work.filled.set(slot.name, found[0].value);
      for (const index of found[0].indexes) work.taken.add(index);
    } else if (found.length > 1) {
      const choices = found.map(({ value }) => value);
      work.questions.push({
        parameter: slot.name,
        reason: 'unclear',
        detail: `Several values of ${slot.name} were given.`,
        choices,
      });
    }
  }
}

interface Pair {
  slot: ParameterSlot;
  mention: Mention;
  value: JsonValue;
  score: number;
}

/** Assigns the best pair first; each value and each parameter is used once. */
function fillMentions(work: Filling, slots: readonly ParameterSlot[]): void {
  const pairs = slots.flatMap((slot) => work.instruction.mentions.flatMap((mention) => pairUp(work, slot, mention)));
  pairs.sort((a, b) => b.score - a.score);
  for (const pair of pairs) if (pair.score >= enough) settle(work, pair);
}

function settle(work: Filling, { slot, mention, value }: Pair): void {
  if (work.filled.has(slot.name) || work.used.has(mention)) return;
  work.filled.set(slot.name, value);
  work.patternMet ||= slot.patterned;
  // A sum of money gives an amount and a currency, and a moment may give a day and a time.
  const shared = mention.kind === 'money' ? slot.kind !== 'number' : isHalf(work, slot, mention);
  if (!shared) claim(work, mention);
}

/** True when the other half of a moment is still open: its time after its day, or the reverse. */
function isHalf(work: Filling, { kind }: ParameterSlot, mention: Mention): boolean {
  if (mention.kind !== 'moment' || mention.moment.day === undefined || mention.moment.time === undefined) return false;
  const other = kind === 'day' ? 'time' : kind === 'time' ? 'day' : undefined;
  return work.slots.some((slot) => slot.kind === other && !work.filled.has(slot.name));
}

function claim(work: Filling, mention: Mention): void {
  work.used.add(mention);
  for (let index = mention.start; index < mention.end; index += 1) work.taken.add(index);
}

function pairUp(work: Filling, slot: ParameterSlot, mention: Mention): Pair[] {
  const value = valueFor(work, slot, mention);
  if (value === undefined || slot.schema.validate(value).length > 0) return [];
  return [{ slot, mention, value, score: evidence(work, slot, mention) }];
}

/** A text after a hint such as "called"; the first hint found decides. */
function fillCaptured(work: Filling, slots: readonly ParameterSlot[]): void {
  for (const slot of slots) {
    if (slot.kind !== 'text' || work.filled.has(slot.name)) continue;
    const caught = slot.hints
      .map((pattern) => captureAfter(pattern, work.instruction.tokens, work.taken))
      .find((each) => each !== undefined);
    if (caught === undefined || slot.schema.validate(caught.text).length > 0) continue;
    work.filled.set(slot.name, caught.text);
    for (const index of caught.indexes) work.taken.add(index);
  }
}

/** If one value and one required parameter that accepts it remain, they belong together. */
function fillRemainder(work: Filling, slots: readonly ParameterSlot[]): void {
  const open = slots.filter(({ required, name, kind }) => required && kind !== 'text' && !work.filled.has(name));
  const free = work.instruction.mentions.filter((mention) => !work.used.has(mention) && !work.taken.has(mention.start));
  for (const mention of free) {
    const takers = open.flatMap((slot) => (work.filled.has(slot.name) ? [] : pairUp(work, slot, mention)));
    const [only] = takers;
    if (only === undefined || takers.length > 1) continue;
    const rivals = free.filter(
      (other) => other !== mention && !work.used.has(other) && pairUp(work, only.slot, other).length > 0,
    );
    if (rivals.length === 0) settle(work, only);
  }
}

function askFor(work: Filling, slot: ParameterSlot): void {
  if (work.questions.some(({ parameter }) => parameter === slot.name)) return;
  work.questions.push(openHour(work, slot) ?? unusable(work, slot) ?? missing(slot));
}

function openHour({ instruction, timeZone }: Filling, { name, kind }: ParameterSlot): Question | undefined {
  if (kind !== 'moment') return undefined;
  for (const mention of instruction.mentions) {
    if (mention.kind !== 'moment') continue;
    const { day, openHour: hour, time } = mention.moment;
    if (day !== undefined && hour !== undefined) {
      const choices = [hour % 12, (hour % 12) + 12].map((each) =>
        momentIn(timeZone, day, `${String(each).padStart(2, '0')}:00`),
      );
      return { parameter: name, reason: 'unclear', detail: `${hour} in the morning or in the evening?`, choices };
    }
    if (day !== undefined && time === undefined)
      return { parameter: name, reason: 'missing', detail: `At what time on ${day}?` };
    if (day === undefined && time !== undefined)
      return { parameter: name, reason: 'missing', detail: `On which day at ${time}?` };
  }
  return undefined;
}

/** A value was given, but the schema rejects it. */
function unusable(work: Filling, slot: ParameterSlot): Question | undefined {
  for (const mention of work.instruction.mentions) {
    if (work.used.has(mention)) continue;
    const value = valueFor(work, slot, mention);
    const [problem] = value === undefined ? [] : slot.schema.validate(value);
    if (problem !== undefined && evidence(work, slot, mention) >= enough) {
      return {
        parameter: slot.name,
        reason: 'refused',
        detail: `${JSON.stringify(value)} cannot be used: ${problem.message}.`,
      };
    }
  }
  return undefined;
}

function missing({ name, choices }: ParameterSlot): Question {
  const detail = `No value was given for ${name.replaceAll('_', ' ')}.`;
  return {
    parameter: name,
    reason: 'missing',
    detail,
    ...(choices.length > 0 && choices.length <= 20 ? { choices } : {}),
  };
}
