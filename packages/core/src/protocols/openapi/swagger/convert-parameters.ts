/** Converts parameters of 2.0 to parameters with schemas, and the body and form parameters to one request body. */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Placed } from '../references.js';
import { member, openApiLimits } from '../wire.js';
import type { Conversion, Move } from './conversion.js';
import { followSource, mediaTypes, without } from './conversion.js';

/** Members of a parameter that do not belong to its schema. */
const outside = new Set(['name', 'in', 'required', 'collectionFormat', 'allowEmptyValue', 'deprecated']);

/** Members that a parameter of 3.x has too. */
const kept = new Set(['name', 'in', 'required', 'allowEmptyValue', 'deprecated', 'description']);

/** A list of parameters, split by kind. */
export interface SplitParameters {
  /** Those of 3.x; undefined when there was no list. */
  list: JsonValue | undefined;
  /** Body and form parameters, with their locations in the given document. */
  rest: Placed<JsonObject>[];
}

/** Splits the list of a path item or an operation; unresolved references are left for the reader to report. */
export function splitParameters(conversion: Conversion, holder: JsonObject, { to, from }: Move): SplitParameters {
  const given = member(holder, 'parameters');
  if (!Array.isArray(given)) return { list: given, rest: [] };
  const list: JsonValue[] = [];
  const rest: Placed<JsonObject>[] = [];
  for (const [at, value] of given.slice(0, openApiLimits.parameters).entries()) {
    const pointer = `${from}/parameters/${at}`;
    const found = followSource(conversion, { value, pointer });
    if (found !== undefined && isBodyPart(found.value)) rest.push(found);
    else {
      const place = `${to}/parameters/${list.length}`;
      conversion.moves.move(place, found?.pointer ?? pointer);
      list.push(found === undefined ? value : convertParameter(conversion, found, place));
    }
  }
  return { list, rest };
}

function isBodyPart(parameter: JsonObject): boolean {
  return ['body', 'formData'].includes(String(member(parameter, 'in')));
}

function convertParameter({ moves }: Conversion, { value, pointer }: Placed<JsonObject>, place: string): JsonObject {
  if (isJsonObject(member(value, 'schema'))) return value;
  moves.move(`${place}/schema`, pointer);
  const style = styleOf(value, member(value, 'in') === 'query' ? 'form' : 'simple');
  const plain = Object.entries(value).filter(([name]) => kept.has(name) || name.startsWith('x-'));
  const { description: _, ...schema } = schemaOf(value);
  return { ...Object.fromEntries(plain), schema, ...style };
}

function schemaOf(parameter: JsonObject): JsonObject {
  const schema = without(parameter, outside);
  return schema.type === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema;
}

/** collectionFormat in terms of 3.x; `csv` is the default of 2.0 and differs from the default of 3.x in queries. */
function styleOf(parameter: JsonObject, place: 'form' | 'simple'): JsonObject {
  if (member(parameter, 'type') !== 'array') return {};
  switch (member(parameter, 'collectionFormat')) {
    case 'ssv':
      return { style: 'spaceDelimited', explode: false };
    case 'tsv':
      return { style: 'tabDelimited', explode: false };
    case 'pipes':
      return { style: 'pipeDelimited', explode: false };
    case 'multi':
      return { style: 'form', explode: true };
    default:
      return { style: place, explode: false };
  }
}

/** The request body for body and form parameters; undefined when there are none. */
export function makeBody(
  conversion: Conversion,
  operation: JsonObject,
  parts: readonly Placed<JsonObject>[],
  { to, from }: Move,
): JsonObject | undefined {
  const forms = parts.filter(({ value }) => member(value, 'in') === 'formData');
  const bodies = parts.filter(({ value }) => member(value, 'in') === 'body');
  const [body] = bodies;
  const reportBody = (what: string) =>
    conversion.faults.push({ code: 'openapi/bodies', pointer: from, parameters: { what } });
  if (bodies.length > 1) reportBody('several body parameters');
  if (body !== undefined && forms.length > 0) reportBody('both a body and form parameters');
  if (body !== undefined) return plainBody(conversion, operation, body, to);
  return forms.length === 0 ? undefined : formBody(conversion, operation, forms, { to, from });
}

function plainBody(
  conversion: Conversion,
  operation: JsonObject,
  { value, pointer }: Placed<JsonObject>,
  to: string,
): JsonObject {
  const consumed = mediaTypes(conversion, operation, 'consumes');
  const types = consumed.length === 0 ? ['application/json'] : consumed;
  conversion.moves.move(to, pointer);
  for (const type of types) conversion.moves.move(childPointer(`${to}/content`, type), pointer);
  const schema = member(value, 'schema');
  const media: JsonObject = schema === undefined ? {} : { schema };
  const plain = Object.entries(value).filter(([name]) => name === 'description' || name === 'required');
  return { ...Object.fromEntries(plain), content: Object.fromEntries(types.map((type) => [type, media])) };
}

function formBody(
  conversion: Conversion,
  operation: JsonObject,
  forms: readonly Placed<JsonObject>[],
  { to, from }: Move,
): JsonObject {
  const type = formType(conversion, operation, forms, from);
  conversion.moves.move(to, from);
  const named = forms.flatMap(({ value, pointer }): [string, JsonObject][] => {
    const name = member(value, 'name');
    if (typeof name !== 'string') return [];
    conversion.moves.move(childPointer(`${childPointer(`${to}/content`, type)}/schema/properties`, name), pointer);
    return [[name, value]];
  });
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(named.map(([name, value]) => [name, schemaOf(value)])),
    required: named.flatMap(([name, value]) => (member(value, 'required') === true ? [name] : [])),
  };
  const styled = named.map(([name, value]): [string, JsonObject] => [name, styleOf(value, 'form')]);
  const encoding = Object.fromEntries(styled.filter(([, style]) => Object.keys(style).length > 0));
  return { required: true, content: { [type]: { schema, encoding } } };
}

/** Files are sent in multipart forms only. */
function formType(
  conversion: Conversion,
  operation: JsonObject,
  forms: readonly Placed<JsonObject>[],
  from: string,
): string {
  const types = mediaTypes(conversion, operation, 'consumes');
  const form = types.find(isFormType);
  if (!forms.some(({ value }) => member(value, 'type') === 'file')) return form ?? 'application/x-www-form-urlencoded';
  if (form === undefined) conversion.faults.push({ code: 'openapi/file-consumes', pointer: from });
  return types.find((each) => /multipart/i.test(each)) ?? 'multipart/form-data';
}

/** Vendor types such as `application/vnd.example+multipart` are forms too. */
function isFormType(type: string): boolean {
  return /^multipart\/|x-www-form-urlencoded|form-data/i.test(type);
}
