/**
 * Replaces 2.0 keywords that 3.x expresses differently, wherever schemas occur: `x-nullable`, a discriminator that is a
 * plain name, references to parts that the conversion moves. Unchanged parts are not copied.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { bundledMember, sourceMember } from '../wire.js';

/** Members whose own members are names chosen by authors, not keywords of the specification. */
const nameMaps: ReadonlySet<string> = new Set([
  'definitions',
  'headers',
  'parameters',
  'paths',
  'patternProperties',
  'properties',
  'responses',
  'securityDefinitions',
]);

/** Members with arbitrary values, in which nothing is a keyword of the specification. */
const values: ReadonlySet<string> = new Set(['default', 'enum', 'example', 'examples']);

/** The document with 3.x keywords; a document beyond the depth limit must have been rejected before. */
export function modernizeSchemas(root: JsonObject): JsonObject {
  return modernizeObject(root, false);
}

function modernize(value: JsonValue, isNameMap: boolean): JsonValue {
  if (Array.isArray(value)) return modernizeList(value);
  return isJsonObject(value) ? modernizeObject(value, isNameMap) : value;
}

function modernizeList(list: JsonValue[]): JsonValue[] {
  const made = list.map((each) => modernize(each, false));
  return made.some((each, at) => each !== list[at]) ? made : list;
}

function modernizeObject(object: JsonObject, isNameMap: boolean): JsonObject {
  let copy: JsonObject | undefined;
  for (const [name, value] of Object.entries(object)) {
    const made = isNameMap ? modernize(value, false) : modernizeMember(name, value);
    if (made === value) continue;
    copy ??= { ...object };
    copy[name] = made;
  }
  const isNullable = !isNameMap && object['x-nullable'] === true && !Object.hasOwn(object, 'nullable');
  return isNullable ? { ...(copy ?? object), nullable: true } : (copy ?? object);
}

function modernizeMember(name: string, value: JsonValue): JsonValue {
  if (values.has(name) || (name.startsWith('x-') && name !== bundledMember)) return value;
  if (typeof value !== 'string') return modernize(value, nameMaps.has(name));
  if (name === '$ref') return aim(value);
  return name === 'discriminator' ? { propertyName: value } : value;
}

/** References are updated when their target moves. */
function aim(ref: string): string {
  if (ref.startsWith('#/definitions/')) return `#/components/schemas/${ref.slice('#/definitions/'.length)}`;
  return /^#\/(paths|parameters|responses)\//.test(ref) ? `#/${sourceMember}${ref.slice(1)}` : ref;
}
