/**
 * The parameters of an endpoint as slots for values: their kind, the words that lead to them, and their role in a
 * range.
 */

import type { CompiledSchema, SchemaProblem } from '@dragoman/documents';
import { compileSchema, weighSchema } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
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
  | 'phone'
  | 'language'
  | 'country'
  | 'currency'
  | 'code'
  | 'text'
  | 'list'
  | 'other';

/** One end of a range, for parameters and for the words before a value. */
export type RangeRole = 'start' | 'end';

/** A parameter prepared for filling. */
export interface ParameterSlot {
  /** Members that lead to it, outermost first, joined by dots. */
  name: string;
  path: readonly string[];
  /** Words of its own name, in lower case. */
  parts: readonly string[];
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
  /** True when the slot takes a lower or upper bound. */
  bound?: 'min' | 'max';
  /** The text of the schema's description, in lower case. */
  description: string;
  /** True when the name denotes an identifier. */
  identifier: boolean;
  /** True when the schema has a pattern, which is strong evidence. */
  patterned: boolean;
  schema: CompiledSchema;
}

const startWords: ReadonlySet<string> = new Set(
  'from start starts first begin begins since departure depart collect origin source after oldest pickup checkin'.split(
    ' ',
  ),
);
const endWords: ReadonlySet<string> = new Set(
  'to end ends last until due return deliver destination target deadline before latest dropoff checkout'.split(' '),
);
const identifierWords = /^(?:id|gid|sid|uid|guid|number|no|code|reference|ref|key|card|uuid|sku)$/;
const maxSlots = 60;
const maxDepth = 3;
/** Weight of the schemas that are compiled for one endpoint: some 30 milliseconds. */
const maxWeight = 200;

/** The parameters of an endpoint and their members, required ones first. */
export function readSlots({ input, hints }: MappedEndpoint, words: Words): ParameterSlot[] {
  const slots: ParameterSlot[] = [];
  listSlots(input, { root: input, path: [], required: true, hints, words, slots, budget: { weight: maxWeight } });
  return slots.sort((a, b) => Number(b.required) - Number(a.required));
}

interface Place {
  root: JsonObject;
  path: readonly string[];
  required: boolean;
  hints: MappedEndpoint['hints'];
  words: Words;
  /** Receives the slots, at most `maxSlots`. */
  slots: ParameterSlot[];
  budget: CompileBudget;
}

/** What may still be compiled. */
interface CompileBudget {
  weight: number;
}

/** Members come after all parameters of their level, so that they never displace one. */
function listSlots(schema: JsonObject, place: Place): void {
  const properties = schemaProperties(schema);
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const nested: [JsonObject, Place][] = [];
  for (const [key, value] of Object.entries(properties)) {
    if (place.slots.length >= maxSlots) return;
    const node = isJsonObject(value) ? value : {};
    const inner = { ...place, path: [...place.path, key], required: place.required && required.has(key) };
    place.slots.push(makeSlot(key, node, inner));
    if (isJsonObject(node.properties) && inner.path.length < maxDepth) nested.push([node, inner]);
  }
  for (const [node, inner] of nested) listSlots(node, inner);
}

function makeSlot(key: string, node: JsonObject, place: Place): ParameterSlot {
  const { root, path, required, hints, words, budget } = place;
  const parts = partsOf(key);
  const described = typeof node.description === 'string' ? node.description.slice(0, 300) : '';
  const kind = kindOf(parts, node, described.toLowerCase());
  const role = roleOf(parts);
  const bound = boundOf(parts);
  const name = path.join('.');
  // A member without a telling name of its own is named by its parent.
  const telling = path.length > 1 && parts.every((part) => generic.test(part)) ? path.slice(-2) : [key];
  return {
    name,
    path,
    parts,
    required,
    kind,
    choices: kind === 'choice' ? choicesOf(node) : [],
    terms: termsOf(telling.flatMap(partsOf).join(' '), words).filter((term) => term !== 'id'),
    described: termsOf(described, words),
    description: described.toLowerCase(),
    hints: readHintPatterns(hints.get(name) ?? []),
    ...(role === undefined ? {} : { role }),
    ...(bound === undefined ? {} : { bound }),
    identifier: identifierWords.test(parts.at(-1) ?? ''),
    patterned: typeof node.pattern === 'string',
    schema: compiledOnUse(() => withDefinitions(node, root), budget),
  };
}

/** Most slots of a request get no value, and compiling a schema takes long; beyond the budget no value is accepted. */
function compiledOnUse(schema: () => JsonObject, budget: CompileBudget): CompiledSchema {
  let compiled: CompiledSchema | undefined;
  return {
    validate(value) {
      compiled ??= compileWithin(schema(), budget);
      return compiled.validate(value);
    },
  };
}

function compileWithin(schema: JsonObject, budget: CompileBudget): CompiledSchema {
  const weight = weighSchema(schema, budget.weight);
  if (weight > budget.weight) return { validate: () => [tooLarge] };
  budget.weight -= weight;
  return compileSchema(schema);
}

const tooLarge: SchemaProblem = {
  pointer: '',
  keyword: 'unchecked',
  message: 'has a schema that is too large to be checked here',
};

const generic = /^(?:id|gid|value|name|type|key|code|date|time|datetime|data)$/;

/** `departureDate` and `departure_date` → departure, date. */
function partsOf(name: string): string[] {
  const plain = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** A property may reference definitions of the whole contract. */
function withDefinitions(node: JsonObject, { $defs: definitions, schemas }: JsonObject): JsonObject {
  if (!refers(node)) return node;
  return {
    ...node,
    ...(definitions === undefined ? {} : { $defs: definitions }),
    ...(schemas === undefined ? {} : { schemas }),
  };
}

/** True when a part of the schema has a reference, or lies too deep to know. */
function refers(schema: JsonValue, depth = 0): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if (depth > 64 || Object.hasOwn(schema, '$ref')) return true;
  return Object.values(schema).some((part) => refers(part as JsonValue, depth + 1));
}

const formats: Readonly<Record<string, SlotKind>> = {
  date: 'day',
  'date-time': 'moment',
  time: 'time',
  email: 'email',
  uri: 'link',
  url: 'link',
};

function kindOf(parts: readonly string[], schema: JsonObject, described: string): SlotKind {
  if (choicesOf(schema).length > 0) return 'choice';
  const { type, format, items } = schema;
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'flag';
  if (type === 'array') return isJsonObject(items) && items.type === 'string' ? 'list' : 'other';
  if ((type !== 'string' && type !== undefined) || '$ref' in schema) return 'other';
  if (typeof format === 'string' && Object.hasOwn(formats, format)) return formats[format] ?? 'text';
  return typeof schema.pattern === 'string' ? 'code' : kindByWords(parts, described);
}

/** What a text stands for, by the words of its name and its description. */
function kindByWords(parts: readonly string[], described: string): SlotKind {
  const has = (...names: string[]) => names.some((name) => parts.includes(name));
  const last = parts.at(-1) ?? '';
  if (/^e?mail$|^email/.test(last) || (last === 'address' && has('email'))) return 'email';
  if (has('phone', 'tel', 'telephone', 'mobile') || /phone number/.test(described)) return 'phone';
  if (has('lang', 'language', 'locale') && !/language name/.test(described)) return 'language';
  if (has('country') && !/alpha-3/.test(described)) return 'country';
  if (has('currency') || /\bcurrency\b.*\bcode\b|\bcurrency in iso\b/.test(described)) return 'currency';
  if (/^(?:url|uri|link|website|homepage)$/.test(last)) return 'link';
  const code =
    identifierWords.test(last) || /^(?:postcode|zip|postal)$/.test(last) || (has('postal') && last === 'code');
  return code || /^the id(?:entifier)? of|^id of|iata code/.test(described) ? 'code' : 'text';
}

function choicesOf(schema: JsonObject): string[] {
  const values: JsonValue[] = Array.isArray(schema.enum) ? schema.enum : [];
  return values.filter((value): value is string => typeof value === 'string').slice(0, 200);
}

function roleOf(parts: readonly string[]): RangeRole | undefined {
  if (parts[0] === 'check') return parts[1] === 'in' ? 'start' : parts[1] === 'out' ? 'end' : undefined;
  if (parts.some((part) => startWords.has(part) || part.startsWith('start'))) return 'start';
  return parts.some((part) => endWords.has(part) || /^end(?:date|time)/.test(part)) ? 'end' : undefined;
}

function boundOf(parts: readonly string[]): 'min' | 'max' | undefined {
  if (parts.some((part) => /^min(?:imum)?$|^least$/.test(part))) return 'min';
  return parts.some((part) => /^max(?:imum)?$|^most$/.test(part)) ? 'max' : undefined;
}
