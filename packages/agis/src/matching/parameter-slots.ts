/**
 * The parameters of an endpoint as slots for values: their kind, the words that lead to them, and their role in a
 * range.
 */

import type { CompiledSchema } from '@dragoman/documents';
import { compileSchema } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Words } from '../words/words.js';
import type { HintPattern } from './hint-patterns.js';
import { readHintPatterns } from './hint-patterns.js';
import { termsOf } from './read-instruction.js';
import type { MappedEndpoint } from './service-map.js';

/** The kind of value that a parameter accepts. */
export type SlotKind =
  | 'choice'
  | 'day'
  | 'moment'
  | 'time'
  | 'number'
  | 'flag'
  | 'email'
  | 'link'
  | 'code'
  | 'text'
  | 'other';

/** One end of a range, for parameters and for the words before a value. */
export type RangeRole = 'start' | 'end';

/** A parameter prepared for filling. */
export interface ParameterSlot {
  name: string;
  required: boolean;
  kind: SlotKind;
  /** Values of a choice. */
  choices: readonly string[];
  /** Words of the name, as terms. */
  terms: readonly string[];
  /** Words of the description, as terms. */
  described: readonly string[];
  hints: readonly HintPattern[];
  role?: RangeRole;
  /** True when the name denotes an identifier. */
  identifier: boolean;
  /** True when the schema has a pattern, which is strong evidence. */
  patterned: boolean;
  schema: CompiledSchema;
}

const startWords: ReadonlySet<string> = new Set([
  'from',
  'start',
  'first',
  'begin',
  'since',
  'departure',
  'collect',
  'origin',
]);
const endWords: ReadonlySet<string> = new Set([
  'to',
  'end',
  'last',
  'until',
  'due',
  'return',
  'deliver',
  'destination',
  'deadline',
]);
const identifierWords = /(?:^|_)(?:id|number|no|code|reference|ref|key|card|uuid|sku)$/i;
const maxSlots = 60;

/** The parameters of an endpoint, required ones first. */
export function readSlots({ input, hints }: MappedEndpoint, words: Words): ParameterSlot[] {
  const properties = isJsonObject(input.properties) ? input.properties : {};
  const required = new Set(Array.isArray(input.required) ? input.required : []);
  const slots = Object.entries(properties)
    .slice(0, maxSlots)
    .map(([name, schema]) => {
      const node = isJsonObject(schema) ? schema : {};
      const kind = kindOf(name, node);
      const role = roleOf(name);
      return {
        name,
        required: required.has(name),
        kind,
        choices: kind === 'choice' ? choicesOf(node) : [],
        terms: termsOf(name.replaceAll(/[_-]/g, ' '), words).filter((term) => term !== 'id'),
        described: termsOf(typeof node.description === 'string' ? node.description.slice(0, 300) : '', words),
        hints: readHintPatterns(hints.get(name) ?? []),
        ...(role === undefined ? {} : { role }),
        identifier: identifierWords.test(name),
        patterned: typeof node.pattern === 'string',
        schema: compileSchema(withDefinitions(node, input)),
      };
    });
  return slots.sort((a, b) => Number(b.required) - Number(a.required));
}

/** A property may reference definitions of the whole contract. */
function withDefinitions(node: JsonObject, { $defs: definitions, schemas }: JsonObject): JsonObject {
  return {
    ...node,
    ...(definitions === undefined ? {} : { $defs: definitions }),
    ...(schemas === undefined ? {} : { schemas }),
  };
}

function kindOf(name: string, schema: JsonObject): SlotKind {
  if (choicesOf(schema).length > 0) return 'choice';
  const { type, format } = schema;
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'flag';
  if (type !== 'string' && type !== undefined) return 'other';
  if (format === 'date') return 'day';
  if (format === 'date-time') return 'moment';
  if (format === 'time') return 'time';
  if (format === 'email') return 'email';
  if (format === 'uri' || format === 'url') return 'link';
  return typeof schema.pattern === 'string' || identifierWords.test(name) || /post_?code|zip/i.test(name)
    ? 'code'
    : 'text';
}

function choicesOf(schema: JsonObject): string[] {
  const values: JsonValue[] = Array.isArray(schema.enum) ? schema.enum : [];
  return values.filter((value): value is string => typeof value === 'string').slice(0, 200);
}

function roleOf(name: string): RangeRole | undefined {
  const parts = name.toLowerCase().split('_');
  if (parts.some((part) => startWords.has(part))) return 'start';
  return parts.some((part) => endWords.has(part)) ? 'end' : undefined;
}
