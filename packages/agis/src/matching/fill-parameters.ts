/**
 * Step 4 of matching: assigns the values of an instruction to the parameters of an endpoint. Evidence decides: hints,
 * words next to a value, units, roles in a range, patterns. Missing values become questions; none are invented.
 */
import type { JsonValue } from '@dragoman/model';
import type { Words } from '../words/words.js';
import { findChoice } from './choices.js';
import { captureAfter, meetsHint } from './hint-patterns.js';
import type { Mention } from './mentions.js';
import { spanIn } from './mentions.js';
import { yearBefore } from './moments.js';
import type { ParameterSlot, RangeRole } from './parameter-slots.js';
import type { Instruction } from './read-instruction.js';
import { termOf } from './read-instruction.js';
import type { MappedEndpoint } from './service-map.js';
import { momentIn } from './time-zone.js';

/** A question for the user. */
export interface Question {
  parameter: string;
  reason: 'missing' | 'unclear' | 'refused';
  /** The missing information, in one sentence. */
  detail: string;
  /** Values to choose from, when there are few. */
  choices?: readonly JsonValue[];
}

/** The parameters of a call that were given. */
export interface Filled {
  arguments: Record<string, JsonValue>;
  questions: Question[];
  /** Share of the required parameters that were given; 1 when none is required. */
  share: number;
  /** True when a value matches the pattern of a parameter, which rarely happens by chance. */
  patternMet: boolean;
}

/** Dependencies of filling in addition to the instruction. */
export interface FillPorts {
  words: Words;
  timeZone: string;
}

/** Minimum evidence for assigning a value to a parameter. */
const enough = 1.5;

interface Work extends FillPorts {
  instruction: Instruction;
  endpoint: MappedEndpoint;
  /** Tokens that a value has claimed. */
  taken: Set<number>;
  used: Set<Mention>;
  filled: Map<string, JsonValue>;
  questions: Question[];
  patternMet: boolean;
}

/** Fills the parameters that can be filled. */
export function fillParameters(
  endpoint: MappedEndpoint,
  slots: readonly ParameterSlot[],
  instruction: Instruction,
  ports: FillPorts,
): Filled {
  const work: Work = {
    ...ports,
    instruction,
    endpoint,
    taken: new Set(),
    used: new Set(),
    filled: new Map(),
    questions: [],
    patternMet: false,
  };
  fillChoices(work, slots);
  fillMentions(work, slots);
  fillCaptured(work, slots);
  fillRemainder(work, slots);
  for (const slot of slots) if (slot.required && !work.filled.has(slot.name)) askFor(work, slot);
  const required = slots.filter((slot) => slot.required);
  const said = required.filter(({ name }) => work.filled.has(name)).length;
  return {
    arguments: Object.fromEntries(work.filled),
    questions: work.questions,
    share: required.length === 0 ? 1 : said / required.length,
    patternMet: work.patternMet,
  };
}

function fillChoices(work: Work, slots: readonly ParameterSlot[]): void {
  for (const slot of slots) {
    if (slot.kind !== 'choice') continue;
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
function fillMentions(work: Work, slots: readonly ParameterSlot[]): void {
  const pairs = slots.flatMap((slot) => work.instruction.mentions.flatMap((mention) => pairUp(work, slot, mention)));
  pairs.sort((a, b) => b.score - a.score);
  for (const pair of pairs) if (pair.score >= enough) settle(work, pair);
}

function settle(work: Work, { slot, mention, value }: Pair): void {
  if (work.filled.has(slot.name) || work.used.has(mention)) return;
  work.filled.set(slot.name, value);
  work.patternMet ||= slot.patterned;
  // A sum of money gives two values: the amount and the currency.
  if (mention.kind !== 'money' || slot.kind === 'number') claim(work, mention);
}

function claim(work: Work, mention: Mention): void {
  work.used.add(mention);
  for (let index = mention.start; index < mention.end; index += 1) work.taken.add(index);
}

function pairUp(work: Work, slot: ParameterSlot, mention: Mention): Pair[] {
  const value = valueFor(work, slot, mention);
  if (value === undefined || slot.schema.validate(value).length > 0) return [];
  return [{ slot, mention, value, score: evidence(work, slot, mention) }];
}

/** The value of a mention in the form that a parameter accepts; undefined when the two are incompatible. */
function valueFor(work: Work, slot: ParameterSlot, mention: Mention): JsonValue | undefined {
  switch (slot.kind) {
    case 'day':
    case 'moment':
    case 'time':
      return mention.kind === 'moment' ? timeValue(work, slot, mention.moment) : undefined;
    case 'number':
      return numberValue(slot, mention);
    case 'email':
    case 'link':
      return mention.kind === slot.kind ? mention.text : undefined;
    case 'code':
      return codeValue(mention);
    case 'text':
      return mention.kind === 'quoted' ||
        mention.kind === 'name' ||
        mention.kind === 'postcode' ||
        mention.kind === 'code'
        ? mention.text
        : undefined;
    default:
      return undefined;
  }
}

function codeValue(mention: Mention): JsonValue | undefined {
  if (mention.kind === 'number') return String(mention.value);
  return mention.kind === 'code' || mention.kind === 'postcode' || mention.kind === 'quoted' ? mention.text : undefined;
}

type SaidMoment = Extract<Mention, { kind: 'moment' }>['moment'];

function timeValue(
  { timeZone, instruction, endpoint }: Work,
  { kind }: ParameterSlot,
  moment: SaidMoment,
): JsonValue | undefined {
  if (kind === 'time') return moment.time === undefined ? undefined : `${moment.time}:00`;
  if (moment.day === undefined) return undefined;
  // A read-only request about a period refers to the past.
  const past = moment.yearless === true && endpoint.impact === 'informational' && isRange(instruction);
  const day = past ? yearBefore(moment.day) : moment.day;
  if (kind === 'day') return day;
  if (moment.exact !== undefined) return moment.exact;
  return moment.time === undefined ? undefined : momentIn(timeZone, day, moment.time);
}

function isRange({ mentions, tokens }: Instruction): boolean {
  const roles = mentions
    .filter(({ kind }) => kind === 'moment')
    .map((mention) => roleBefore(tokens[mention.start - 1]?.lower));
  return roles.includes('start') && roles.includes('end');
}

function numberValue(slot: ParameterSlot, mention: Mention): JsonValue | undefined {
  if (mention.kind === 'number') return mention.value;
  if (mention.kind === 'money') return mention.value;
  if (mention.kind !== 'span') return undefined;
  const unit = slot.terms.find((term) => ['day', 'night', 'week', 'month', 'hour', 'minute'].includes(term));
  return unit === undefined ? undefined : spanIn(unit === 'night' ? 'day' : unit, mention);
}

function evidence({ instruction: { tokens }, words, endpoint }: Work, slot: ParameterSlot, mention: Mention): number {
  const hint = Math.max(0, ...slot.hints.map((pattern) => meetsHint(pattern, mention, tokens)));
  const near = nearWords(tokens, mention).map((word) => termOf(word, words));
  const named = slot.terms.filter((term) => near.includes(term)).length > 0 ? 2 : 0;
  const unitWord = termOf(tokens[mention.end]?.lower ?? '', words);
  const unit = mention.kind === 'number' && slot.terms.includes(unitWord) ? 3 : 0;
  return (
    hint +
    Math.max(named, unit) +
    rangeEvidence(slot, tokens[mention.start - 1]?.lower) +
    kindEvidence(slot, mention) +
    (slot.required ? 0.1 : 0) +
    (mention.kind === 'code' && endpoint.path.includes(`{${slot.name}}`) ? 0.5 : 0)
  );
}

/** The three words before a value, and the one after it. */
function nearWords(tokens: readonly { lower: string }[], { start, end }: Mention): string[] {
  return [...tokens.slice(Math.max(0, start - 3), start), ...tokens.slice(end, end + 1)].map(({ lower }) => lower);
}

function rangeEvidence({ role }: ParameterSlot, before: string | undefined): number {
  const said = roleBefore(before);
  if (role === undefined || said === undefined) return 0;
  return role === said ? 1.5 : -3;
}

function roleBefore(word: string | undefined): RangeRole | undefined {
  if (['from', 'starting', 'beginning', 'since'].includes(word ?? '')) return 'start';
  return ['to', 'until', 'till', 'through'].includes(word ?? '') ? 'end' : undefined;
}

/** How much evidence the kind alone gives. */
function kindEvidence(slot: ParameterSlot, { kind }: Mention): number {
  if (slot.kind === 'code')
    return slot.patterned
      ? 2.5
      : kind === 'postcode' && slot.terms.some((term) => /post|zip/.test(term))
        ? 1
        : kind === 'number'
          ? -1
          : 0.5;
  if (slot.kind === 'email' || slot.kind === 'link') return 2;
  if (slot.kind === 'day' || slot.kind === 'moment' || slot.kind === 'time') return 1.5;
  if (slot.kind === 'number' && kind === 'span') return 2;
  if (slot.kind === 'number' && kind === 'money')
    return slot.terms.some((term) => /amount|sum|price|value|total|budget|pay/.test(term)) ? 2 : 0;
  return 0;
}

/** A text after a hint such as "called"; the first hint found decides. */
function fillCaptured(work: Work, slots: readonly ParameterSlot[]): void {
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
function fillRemainder(work: Work, slots: readonly ParameterSlot[]): void {
  const open = slots.filter(({ required, name }) => required && !work.filled.has(name));
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

function askFor(work: Work, slot: ParameterSlot): void {
  if (work.questions.some(({ parameter }) => parameter === slot.name)) return;
  work.questions.push(openHour(work, slot) ?? unusable(work, slot) ?? missing(slot));
}

function openHour({ instruction, timeZone }: Work, { name, kind }: ParameterSlot): Question | undefined {
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
function unusable(work: Work, slot: ParameterSlot): Question | undefined {
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
