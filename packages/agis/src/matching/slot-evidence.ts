/**
 * How a value becomes the value of a parameter, and how much evidence there is that the two belong together: hints,
 * words next to the value, units, roles in a range, bounds, patterns.
 */
import type { JsonValue } from '@dragoman/model';
import type { Filling } from './filling.js';
import { meetsHint } from './hint-patterns.js';
import type { Mention } from './mentions.js';
import { spanIn } from './mentions.js';
import { yearBefore } from './moments.js';
import type { ParameterSlot, RangeRole } from './parameter-slots.js';
import type { Instruction } from './read-instruction.js';
import { termOf } from './read-instruction.js';
import { momentIn } from './time-zone.js';

const texts: readonly Mention['kind'][] = ['quoted', 'name', 'postcode', 'code', 'acronym', 'handle'];

/** The value of a mention in the form that a parameter accepts; undefined when the two are incompatible. */
export function valueFor(work: Filling, slot: ParameterSlot, mention: Mention): JsonValue | undefined {
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
    case 'phone':
      return mention.kind === 'phone' || (mention.kind === 'email' && slot.description.includes('email'))
        ? mention.text
        : undefined;
    case 'code':
      return codeValue(mention);
    case 'text':
      return texts.includes(mention.kind) && 'text' in mention ? mention.text : undefined;
    default:
      return undefined;
  }
}

function codeValue(mention: Mention): JsonValue | undefined {
  if (mention.kind === 'number') return String(mention.value);
  return ['code', 'postcode', 'quoted', 'acronym'].includes(mention.kind) && 'text' in mention
    ? mention.text
    : undefined;
}

type SaidMoment = Extract<Mention, { kind: 'moment' }>['moment'];

function timeValue(work: Filling, { kind }: ParameterSlot, moment: SaidMoment): JsonValue | undefined {
  const { timeZone, instruction, endpoint } = work;
  if (kind === 'time') return moment.time === undefined ? undefined : `${moment.time}:00`;
  const said = moment.day ?? onlyDay(instruction);
  if (said === undefined || (kind === 'day' && moment.day === undefined)) return undefined;
  // A read-only request about a period refers to the past, unless it is about a journey or a forecast.
  const reads = moment.yearless === true && endpoint.impact === 'informational' && isRange(instruction);
  const day = reads && !isAhead(work) ? yearBefore(said) : said;
  if (kind === 'day') return day;
  if (moment.exact !== undefined) return moment.exact;
  return moment.time === undefined ? undefined : momentIn(timeZone, day, moment.time);
}

/** "tomorrow from 10:00 to 11:30": times share the only day. */
function onlyDay({ mentions }: Instruction): string | undefined {
  const days = mentions.flatMap((each) => (each.kind === 'moment' ? (each.moment.day ?? []) : []));
  return days.length === 1 ? days[0] : undefined;
}

const ahead =
  /\b(?:hotel|flight|availab|forecast|offer|book|stay|trip|check|room|reserv|slot|travel|rent|hire|weather)/;

function isAhead({ endpoint: { intent, path, label } }: Filling): boolean {
  return ahead.test(`${intent} ${path} ${label}`.toLowerCase());
}

function isRange({ mentions, tokens }: Instruction): boolean {
  const roles = mentions.filter(({ kind }) => kind === 'moment').map((mention) => roleOf(tokens, mention));
  return roles.includes('start') && roles.includes('end');
}

const unitWords = ['day', 'night', 'week', 'month', 'hour', 'minute', 'second', 'year'];

function numberValue(slot: ParameterSlot, mention: Mention): JsonValue | undefined {
  if (mention.kind === 'number' || mention.kind === 'money') return mention.value;
  if (mention.kind !== 'span') return undefined;
  const unit = [...slot.terms, ...slot.described].find((term) => unitWords.includes(term));
  return unit === undefined ? undefined : spanIn(unit === 'night' ? 'day' : unit, mention);
}

/** How much evidence there is that a value belongs to a parameter. */
export function evidence(work: Filling, slot: ParameterSlot, mention: Mention): number {
  const { instruction, words, endpoint } = work;
  const { tokens } = instruction;
  const hint = Math.max(0, ...slot.hints.map((pattern) => meetsHint(pattern, mention, tokens)));
  const near = nearWords(tokens, mention).map((word) => termOf(word, words));
  const named = slot.terms.some((term) => near.includes(term)) ? 2 : 0;
  return (
    hint +
    Math.max(named, unitEvidence(work, slot, mention)) +
    rangeEvidence(slot, roleOf(tokens, mention)) +
    boundEvidence(slot, tokens, mention) +
    kindEvidence(slot, mention) +
    (slot.required ? 0.1 : 0) +
    (mention.kind === 'code' && endpoint.path.includes(`{${slot.name}}`) ? 0.5 : 0)
  );
}

/** "3 adults" for `adults`, "40 GB" for a size in GB, "3 kilograms" where the unit is another parameter. */
function unitEvidence(
  { instruction: { tokens }, words, slots }: Filling,
  slot: ParameterSlot,
  mention: Mention,
): number {
  if (mention.kind !== 'number') return 0;
  const word = tokens[mention.end]?.lower ?? '';
  const unit = termOf(word, words);
  if (unit === '') return 0;
  if (slot.terms.includes(unit)) return 3;
  const parent = slot.path.slice(0, -1).join('.');
  const units = slots.filter(
    ({ kind, path }) => kind === 'choice' && parent !== '' && path.slice(0, -1).join('.') === parent,
  );
  if (
    units.some(({ choices }) =>
      choices.some((choice) => choice.toLowerCase() === word || choice.toLowerCase() === unit),
    )
  )
    return 3;
  if (new RegExp(`\\bin ${word.replace(/[^\p{L}]/gu, '')}\\b`, 'u').test(slot.description) && word.length > 1) return 2;
  return isCount(slot) && words.isNoun(word) && !unitWords.includes(unit) ? 1.6 : 0;
}

const counts =
  /^(?:limit|count|n|top|rows|per page|page size|max results|size|number|quantity|num results|number of results|maxresults)$/;

/** A parameter that limits how many things are returned or made. */
function isCount({ parts, description, kind }: ParameterSlot): boolean {
  if (kind !== 'number' || !counts.test(parts.join(' '))) return false;
  return parts[0] !== 'size' || /number of/.test(description);
}

/** The three words before a value, and the one after it. */
function nearWords(tokens: readonly { lower: string }[], { start, end }: Mention): string[] {
  return [...tokens.slice(Math.max(0, start - 3), start), ...tokens.slice(end, end + 1)].map(({ lower }) => lower);
}

function rangeEvidence({ role }: ParameterSlot, said: RangeRole | undefined): number {
  if (role === undefined || said === undefined) return 0;
  return role === said ? 1.5 : -3;
}

const starts =
  /^(?:from|starting|beginning|since|after|between|check-in|checkin|arriving|departing|departure|leaving|start|starts)$/;
const finishes = /^(?:to|until|till|through|before|check-out|checkout|returning|return|ending|back|end|ends)$/;

/** The role of a value in a range, by the words before it: "check-out on 9 August". */
function roleOf(tokens: readonly { lower: string; kind: string }[], { start }: Mention): RangeRole | undefined {
  for (let at = start - 1; at >= Math.max(0, start - 3); at -= 1) {
    const { lower = '', kind } = tokens[at] ?? {};
    if (kind !== 'word') return undefined;
    const phrase = `${tokens[at - 1]?.lower ?? ''}-${lower}`;
    if (phrase === 'check-in' || starts.test(lower)) return 'start';
    if (phrase === 'check-out' || finishes.test(lower)) return 'end';
    if (lower === 'and' && tokens.slice(0, at).some((token) => token.lower === 'between')) return 'end';
    if (!/^(?:on|at|the|of|date|day|time|is|by|in|city|port|station|airport|postal|code|postcode|zip)$/.test(lower))
      return undefined;
  }
  return undefined;
}

const lowest = /\b(?:at least|more than|over|above|minimum of|no less than|from)$/;
const highest = /\b(?:at most|less than|under|below|up to|no more than|maximum of|within|max|maximum)$/;

/** "at least 20 minutes" is a lower bound. */
function boundEvidence({ bound }: ParameterSlot, tokens: readonly { lower: string }[], { start }: Mention): number {
  const before = tokens
    .slice(Math.max(0, start - 3), start)
    .map(({ lower }) => lower)
    .join(' ');
  const said = lowest.test(before) ? 'min' : highest.test(before) ? 'max' : undefined;
  if (bound === undefined) return 0;
  if (said === undefined) return -1;
  return bound === said ? 2 : -4;
}

/** How much evidence the kind alone gives. */
function kindEvidence(slot: ParameterSlot, { kind }: Mention): number {
  if (slot.kind === 'code') return codeEvidence(slot, kind);
  if (slot.kind === 'email' || slot.kind === 'link') return 2;
  if (slot.kind === 'phone') return 1.6;
  if (slot.kind === 'text') return kind === 'handle' && /channel|tag/.test(slot.name) ? 2 : 0;
  if (slot.kind === 'day' || slot.kind === 'moment' || slot.kind === 'time') return 1.5;
  if (slot.kind === 'number' && kind === 'span') return 2;
  if (slot.kind === 'number' && kind === 'money') {
    const paid = /amount|sum|price|value|total|budget|pay|input/;
    return slot.terms.some((term) => paid.test(term)) || /\bamount\b/.test(slot.description) ? 2 : 0;
  }
  return 0;
}

function codeEvidence({ patterned, terms }: ParameterSlot, kind: Mention['kind']): number {
  if (patterned) return 2.5;
  if (kind === 'postcode' && terms.some((term) => /post|zip/.test(term))) return 1;
  if (kind === 'number') return -1;
  return kind === 'acronym' ? 0 : 0.5;
}
