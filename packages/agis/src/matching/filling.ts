/** The state of filling the parameters of one endpoint, which the steps of filling share. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Words } from '../words/words.js';
import type { Mention } from './mentions.js';
import type { ParameterSlot } from './parameter-slots.js';
import type { Instruction } from './read-instruction.js';
import type { MappedEndpoint } from './service-map.js';

/** A question for the user. */
export interface Question {
  parameter: string;
  reason: 'missing' | 'unclear' | 'refused';
  /** The missing information, in one sentence. */
  detail: string;
  /** Values to choose from, when there are few. */
  choices?: readonly JsonValue[];
}

/** Dependencies of filling in addition to the instruction. */
export interface FillPorts {
  words: Words;
  timeZone: string;
  /** Parameters that the caller gives besides the instruction; they take precedence over it. */
  given?: JsonObject;
}

/** The state of filling. */
export interface Filling extends FillPorts {
  instruction: Instruction;
  endpoint: MappedEndpoint;
  slots: readonly ParameterSlot[];
  /** Tokens that a value has claimed. */
  taken: Set<number>;
  used: Set<Mention>;
  /** Values by the name of the slot. */
  filled: Map<string, JsonValue>;
  questions: Question[];
  patternMet: boolean;
}

/** Slots without a value. */
export function openSlots(work: Filling, ...kinds: readonly ParameterSlot['kind'][]): ParameterSlot[] {
  return work.slots.filter(({ name, kind }) => kinds.includes(kind) && !work.filled.has(name));
}

/** Gives a value to a slot and claims its tokens; false when the schema rejects the value. */
export function fill(work: Filling, slot: ParameterSlot, value: JsonValue, indexes: readonly number[]): boolean {
  if (work.filled.has(slot.name) || slot.schema.validate(value).length > 0) return false;
  work.filled.set(slot.name, value);
  work.patternMet ||= slot.patterned;
  for (const index of indexes) {
    work.taken.add(index);
    const mention = work.instruction.mentions.find(({ start, end }) => start <= index && index < end);
    if (mention !== undefined) work.used.add(mention);
  }
  return true;
}
