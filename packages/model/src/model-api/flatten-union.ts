/** Turns alternatives of an object into one object that allows the members of all, and says which belong together. */
import type { JsonObject, JsonValue } from '../json.js';
import { isJsonObject } from '../json.js';
import { schemaProperties } from '../type-text.js';
import { joinNames, quote } from './describe-rule.js';
import { settleSchema } from './merge-schemas.js';

/** Keywords that hold alternatives. */
export const unionKeywords = ['anyOf', 'oneOf'] as const;

/** Maximum number of alternatives in words, and of schemas of one member. */
const mostForms = 20;
const mostSchemas = 8;

/** The object, and what the schema no longer says. */
export interface FlattenedUnion {
  schema: JsonObject;
  sentences: string[];
}

/** Merges the alternatives of an object schema into it. Members are required when all alternatives require them. */
export function flattenUnions(root: JsonObject, schema: JsonObject, references: readonly string[]): FlattenedUnion {
  return unionKeywords.reduce<FlattenedUnion>(
    (flat, keyword) => {
      const { [keyword]: forms, ...own } = flat.schema;
      if (!Array.isArray(forms)) return flat;
      const settled = forms.filter(isJsonObject).map((form) => settleSchema(root, form, references).schema);
      const sentence = sentenceOf(keyword, settled, own);
      return {
        schema: mergeForms(own, settled),
        sentences: sentence === undefined ? flat.sentences : [...flat.sentences, sentence],
      };
    },
    { schema, sentences: [] },
  );
}

function mergeForms(own: JsonObject, forms: readonly JsonObject[]): JsonObject {
  const members = new Map<string, JsonValue[]>();
  for (const form of forms) {
    for (const [name, part] of Object.entries(schemaProperties(form))) {
      const known = members.get(name) ?? [];
      const text = JSON.stringify(part);
      if (!known.some((each) => JSON.stringify(each) === text)) members.set(name, [...known, part]);
    }
  }
  const properties = new Map(Object.entries(schemaProperties(own)));
  for (const [name, parts] of members) {
    if (properties.has(name)) continue;
    properties.set(name, parts.length === 1 ? (parts[0] ?? true) : { anyOf: parts.slice(0, mostSchemas) });
  }
  const common = requiredOf(forms[0]).filter((name) => forms.every((form) => requiredOf(form).includes(name)));
  const required = [...new Set([...requiredOf(own), ...common])];
  return {
    ...own,
    ...(properties.size === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function requiredOf(schema: JsonObject | undefined): string[] {
  const required = schema?.required;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** What each alternative asks for, beyond what all of them require. */
function sentenceOf(keyword: string, forms: readonly JsonObject[], own: JsonObject): string | undefined {
  const common = new Set(requiredOf(own));
  const texts = forms.map((form) => textOf(form, common));
  const distinct = [...new Set(texts)];
  if (distinct.length < 2 && keyword === 'anyOf') return undefined;
  const shown = distinct.slice(0, mostForms).join('; ');
  const more = distinct.length > mostForms ? `; and ${distinct.length - mostForms} more` : '';
  return `Give ${keyword === 'oneOf' ? 'exactly' : 'at least'} one of: ${shown}${more}.`;
}

function textOf(form: JsonObject, common: ReadonlySet<string>): string {
  const properties = schemaProperties(form);
  const fixed = Object.entries(properties).flatMap(([name, part]) => {
    const value = isJsonObject(part) ? fixedValue(part) : undefined;
    return value === undefined ? [] : [[name, `\`${name}\` ${quote(value)}`] as const];
  });
  const known = new Map(fixed);
  const names = requiredOf(form).filter((name) => !common.has(name) && !known.has(name));
  const optional = Object.keys(properties).filter((name) => !names.includes(name) && !known.has(name));
  const required = [...known.values(), ...(names.length === 0 ? [] : [joinNames(names)])].join(' with ');
  if (required !== '') return required;
  return optional.length === 0 ? 'no further inputs' : `any of ${joinNames(optional.slice(0, mostForms))}`;
}

function fixedValue({ const: constant, enum: listed }: JsonObject): JsonValue | undefined {
  return constant ?? (Array.isArray(listed) && listed.length === 1 ? listed[0] : undefined);
}
