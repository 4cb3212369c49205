/**
 * Recognizes what authors write instead of JSON Schema because the draft's examples do (reading R17), and expands it:
 * an `optional` list, names with parentheses, or an object of names and type words.
 */

import { keywords } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ExpandedParameter } from './expand-parameter.js';
import { expandParameter, joinParameters } from './expand-parameter.js';
import { isTypeWord } from './expand-type.js';

/** The expanded schema, with the words that did not name a type. */
export interface ExpandedSchema {
  schema: JsonObject;
  unknown: string[];
}

/** The expansion; undefined when the value is not shorthand and must be checked as JSON Schema. */
export function expandSchema(value: JsonValue | undefined): ExpandedSchema | undefined {
  if (isListOfNames(value)) return finish(value.map(expandParameter));
  if (!isJsonObject(value) || Object.keys(value).length === 0) return undefined;
  if (isDividedList(value)) return expandDivided(value);
  return isNameMap(value) ? finish(Object.entries(value).map(([name, words]) => expandMember(name, words))) : undefined;
}

/** A list of names, possibly with annotations, is the whole contract without a required/optional division. */
function isListOfNames(value: JsonValue | undefined): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

function isDividedList(value: JsonObject): boolean {
  if (!Object.keys(value).every((key) => key === 'required' || key === 'optional')) return false;
  const lists = Object.values(value);
  if (!lists.every((list) => Array.isArray(list) && list.every((item) => typeof item === 'string'))) return false;
  return value.optional !== undefined || lists.flat().some((item) => /\(.*\)$/s.test(String(item)));
}

function expandDivided({ required = [], optional = [] }: JsonObject): ExpandedSchema {
  const needed = (required as string[]).map(expandParameter);
  const spare = (optional as string[]).map(expandParameter);
  return finish(
    [...needed, ...spare],
    needed.map(({ name }) => name),
  );
}

/** Names that are not keywords, with type words: `{"guests": "integer"}`. */
function isNameMap(value: JsonObject): boolean {
  return Object.entries(value).every(
    ([name, words]) => !keywords.has(name) && typeof words === 'string' && isTypeWord(words.split(/[(,]/, 1)[0] ?? ''),
  );
}

function expandMember(name: string, words: JsonValue): ExpandedParameter {
  return expandParameter(`${name} (${String(words)})`);
}

function finish(parameters: readonly ExpandedParameter[], required?: readonly string[]): ExpandedSchema {
  const unknown = parameters.flatMap((each) => each.unknown ?? []);
  return { schema: joinParameters(parameters, required), unknown };
}
