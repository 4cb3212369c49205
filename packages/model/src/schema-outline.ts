/** A schema in outline: names and types of its members in one short text, for readers that only choose or plan. */
import type { JsonObject, JsonValue } from './json.js';
import { isJsonObject } from './json.js';
import { settleSchema } from './model-api/merge-schemas.js';
import { nearestName } from './nearest-name.js';
import { schemaProperties, schemaTypes } from './type-text.js';

/** Maximum length of an outline unless stated otherwise, in characters. */
const usualLength = 1_500;

/** Levels and members that are tried, until the outline is short enough. */
const sizes = [
  { levels: 4, members: 40 },
  { levels: 3, members: 30 },
  { levels: 2, members: 25 },
  { levels: 2, members: 12 },
  { levels: 1, members: 40 },
  { levels: 1, members: 15 },
] as const;

/** Ends an outline that is too long anyway. */
const tooMany = '…'.repeat(10);

const mostForms = 4;
const mostValues = 6;

interface Outlining {
  root: JsonObject;
  levels: number;
  members: number;
  /** Parts that may still be written; a text with more of them would be too long. */
  count: { left: number };
}

/** The outline: `{ id: integer, tags?: string[], owner: { login: string, … 17 more } }`; `?` marks optional members. */
export function outlineSchema(schema: JsonValue, longest = usualLength): string {
  const root = isJsonObject(schema) ? schema : {};
  let text = '';
  for (const size of sizes) {
    text = outline(schema, { root, ...size, count: { left: longest / 3 } }, []);
    if (text.length <= longest && !text.includes(tooMany)) return text;
  }
  return `${text.slice(0, longest - 1)}…`;
}

/** The part of a schema at a path of member names, where items of arrays are entered without a name. */
export function schemaPart(schema: JsonValue, path: readonly string[]): JsonValue | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { $defs, definitions } = schema;
  let part: JsonValue = schema;
  for (const name of path) {
    const members = membersOf(schema, part);
    if (members === undefined || !Object.hasOwn(members, name)) return undefined;
    part = members[name] ?? true;
  }
  if (!isJsonObject(part)) return part;
  return { ...part, ...($defs === undefined ? {} : { $defs }), ...(definitions === undefined ? {} : { definitions }) };
}

/** The members of an object, of the items of a list, or of all alternatives. */
function membersOf(root: JsonObject, part: JsonValue, references: readonly string[] = []): JsonObject | undefined {
  if (!isJsonObject(part)) return undefined;
  const settled = settleSchema(root, part, references);
  const { items, anyOf, oneOf } = settled.schema;
  const forms = [items, ...(Array.isArray(anyOf) ? anyOf : []), ...(Array.isArray(oneOf) ? oneOf : [])];
  const own = schemaProperties(settled.schema);
  if (settled.cycle !== undefined) return own;
  const others = forms.map((form) => membersOf(root, form ?? true, settled.references) ?? {});
  return Object.assign({}, ...others.reverse(), own) as JsonObject;
}

/** The members that a schema declares, with references followed and alternatives joined; undefined when it has none. */
export function declaredMembers(schema: unknown): { members: JsonObject; required: readonly string[] } | undefined {
  if (!isJsonObject(schema)) return undefined;
  const settled = settleSchema(schema, schema, []).schema;
  const item = schemaTypes(settled).includes('array') || settled.items !== undefined ? settled.items : undefined;
  const whole = isJsonObject(item) ? settleSchema(schema, item, []).schema : settled;
  const members = membersOf(schema, schema);
  if (members === undefined || Object.keys(members).length === 0) return undefined;
  const required = Array.isArray(whole.required) ? whole.required.filter((each) => typeof each === 'string') : [];
  return { members, required };
}

/** Keywords by which a schema declares members that have no name in `properties`, or only in some cases. */
const openKeywords = ['patternProperties', 'if', 'dependentSchemas', 'unevaluatedProperties', 'not'];

/** A member of an input that its schema does not declare. */
export interface UndeclaredMember {
  name: string;
  /** The declared name that was probably meant. */
  meant?: string;
  /** True when the schema allows other members, so that the value is sent. */
  allowed: boolean;
}

/** Members of an object that its schema does not declare by name; none where the schema declares a map. */
export function undeclaredMembers(schema: unknown, value: JsonValue): UndeclaredMember[] {
  if (!isJsonObject(schema) || !isJsonObject(value)) return [];
  const settled = settleSchema(schema, schema, []).schema;
  const { additionalProperties: others } = settled;
  const isMap = isJsonObject(others) && Object.keys(others).length > 0;
  if (isMap || openKeywords.some((name) => Object.hasOwn(settled, name))) return [];
  const known = declaredMembers(schema)?.members ?? {};
  const names = Object.keys(known);
  if (names.length === 0 && others !== false) return [];
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => {
      const meant = nearestName(
        name,
        names.filter((each) => !Object.hasOwn(value, each)),
      );
      return { name, ...(meant === undefined ? {} : { meant }), allowed: others !== false };
    });
}

function outline(part: JsonValue, outlining: Outlining, references: readonly string[]): string {
  if (!isJsonObject(part)) return part === false ? 'never' : 'any';
  outlining.count.left -= 1;
  if (outlining.count.left < 0) return tooMany;
  const { schema, references: followed, cycle } = settleSchema(outlining.root, part, references);
  if (cycle !== undefined) return `${cycle} …`;
  const forms = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (forms !== undefined && Object.keys(schemaProperties(schema)).length === 0) {
    const texts = [...new Set(forms.map((form) => outline(form, outlining, followed)))];
    return `${texts.slice(0, mostForms).join(' | ')}${texts.length > mostForms ? ' | …' : ''}`;
  }
  return outlineOne(schema, outlining, followed);
}

function outlineOne(schema: JsonObject, outlining: Outlining, references: readonly string[]): string {
  const { enum: listed, const: constant } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(listed) && listed.length > 0) {
    const values = listed.slice(0, mostValues).map((value) => JSON.stringify(value));
    return `${values.join(' | ')}${listed.length > mostValues ? ' | …' : ''}`;
  }
  const types = schemaTypes(schema);
  const nullable = types.includes('null') ? ' | null' : '';
  const [type] = types.filter((each) => each !== 'null');
  if (type === 'array' || (type === undefined && schema.items !== undefined)) {
    const item = outline(schema.items ?? true, outlining, references);
    return `${item.includes(' | ') ? `(${item})` : item}[]${nullable}`;
  }
  const isObject = type === 'object' || schema.properties !== undefined;
  if (isObject) return `${outlineObject(schema, outlining, references)}${nullable}`;
  return `${types.filter((each) => each !== 'null').join(' | ') || 'any'}${nullable}`;
}

function outlineObject(schema: JsonObject, outlining: Outlining, references: readonly string[]): string {
  const members = Object.entries(schemaProperties(schema));
  if (members.length === 0) {
    const { additionalProperties: others } = schema;
    return isJsonObject(others) && outlining.levels > 0
      ? `{ [name]: ${outline(others, { ...outlining, levels: outlining.levels - 1 }, references)} }`
      : 'object';
  }
  if (outlining.levels === 0) return `{ … ${members.length} members }`;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const inner = { ...outlining, levels: outlining.levels - 1 };
  const shown = members
    .slice(0, outlining.members)
    .map(([name, part]) => `${name}${required.includes(name) ? '' : '?'}: ${outline(part, inner, references)}`);
  const more = members.length > shown.length ? [`… ${members.length - shown.length} more`] : [];
  return `{ ${[...shown, ...more].join(', ')} }`;
}
