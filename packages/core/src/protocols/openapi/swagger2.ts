/** Swagger 2.0 → the forms of OpenAPI 3: parameters with schemas, one request body, responses with content. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { childPointer } from '../../documents/pointer.js';
import type { OpenApiDocument } from './document.js';
import type { Placed } from './references.js';
import { member } from './wire.js';

/** Members of a 2.0 parameter that are no part of its schema. */
const outside = new Set(['name', 'in', 'required', 'collectionFormat', 'allowEmptyValue', '$ref', 'deprecated']);

/** Media types of an operation: its own list before the document's. */
function mediaTypes({ root }: OpenApiDocument, operation: JsonObject, which: 'consumes' | 'produces'): string[] {
  const list = member(operation, which) ?? member(root, which);
  return Array.isArray(list) ? list.filter((type): type is string => typeof type === 'string') : [];
}

/** Splits the parameters of an operation into those of 3.x and the body that the rest stands for. */
export function splitParameters(
  document: OpenApiDocument,
  operation: Placed<JsonObject>,
  parameters: readonly Placed<JsonObject>[],
): { parameters: Placed<JsonObject>[]; body?: Placed<JsonObject> } {
  const of = (place: string) => parameters.filter(({ value }) => member(value, 'in') === place);
  const [bodies, forms] = [of('body'), of('formData')];
  if (bodies.length > 1)
    document.findings.report('openapi/bodies', operation.pointer, { what: 'several body parameters' });
  if (bodies.length > 0 && forms.length > 0) {
    document.findings.report('openapi/bodies', operation.pointer, { what: 'both a body and form parameters' });
  }
  const rest = parameters.filter(({ value }) => !['body', 'formData'].includes(String(member(value, 'in'))));
  const body =
    bodies[0] === undefined ? formBody(document, operation, forms) : plainBody(document, operation, bodies[0]);
  return { parameters: rest.map(toParameter), ...(body === undefined ? {} : { body }) };
}

function plainBody(
  document: OpenApiDocument,
  operation: Placed<JsonObject>,
  body: Placed<JsonObject>,
): Placed<JsonObject> {
  const schema = { $ref: `#${body.pointer}/schema` };
  const inline = member(body.value, 'schema') === undefined ? {} : { schema };
  const types = mediaTypes(document, operation.value, 'consumes');
  const content = Object.fromEntries((types.length === 0 ? ['application/json'] : types).map((type) => [type, inline]));
  return {
    pointer: body.pointer,
    value: { ...pick(body.value, ['description', 'required']), content },
  };
}

function formBody(
  document: OpenApiDocument,
  operation: Placed<JsonObject>,
  forms: readonly Placed<JsonObject>[],
): Placed<JsonObject> | undefined {
  if (forms.length === 0) return undefined;
  const types = mediaTypes(document, operation.value, 'consumes');
  const hasFile = forms.some(({ value }) => member(value, 'type') === 'file');
  if (hasFile && !types.some(isFormType)) document.findings.report('openapi/file-consumes', operation.pointer);
  const plain = types.find(isFormType) ?? 'application/x-www-form-urlencoded';
  const type = hasFile ? (types.find((each) => /multipart/i.test(each)) ?? 'multipart/form-data') : plain;
  const named = forms.flatMap(({ value }): [string, JsonObject][] => {
    const name = member(value, 'name');
    return typeof name === 'string' ? [[name, value]] : [];
  });
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(named.map(([name, value]) => [name, schemaOf(value)])),
    required: named.flatMap(([name, value]) => (member(value, 'required') === true ? [name] : [])),
  };
  const encoding = Object.fromEntries(named.flatMap(([name, value]) => formEncoding(name, value)));
  return { pointer: operation.pointer, value: { required: true, content: { [type]: { schema, encoding } } } };
}

/** Also vendor types such as `application/vnd.example+multipart` are forms. */
function isFormType(type: string): boolean {
  return /^multipart\/|x-www-form-urlencoded|form-data/i.test(type);
}

function formEncoding(name: string, value: JsonObject): [string, JsonValue][] {
  const style = styleOf(member(value, 'collectionFormat'), member(value, 'type'), 'form');
  return Object.keys(style).length === 0 ? [] : [[name, style]];
}

function toParameter({ value, pointer }: Placed<JsonObject>): Placed<JsonObject> {
  if (isJsonObject(member(value, 'schema'))) return { value, pointer };
  const place = member(value, 'in') === 'query' ? 'form' : 'simple';
  const style = styleOf(member(value, 'collectionFormat'), member(value, 'type'), place);
  return { pointer, value: { ...value, schema: schemaOf(value), ...style } };
}

function schemaOf(parameter: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(parameter).filter(([name]) => !outside.has(name)));
}

/** collectionFormat in the words of 3.x; `csv` is the default of 2.0 and differs from that of 3.x in queries. */
function styleOf(format: JsonValue | undefined, type: JsonValue | undefined, place: 'form' | 'simple'): JsonObject {
  if (type !== 'array') return {};
  switch (format) {
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

/** A response of 2.0 in the form of 3.x. */
export function toResponse(document: OpenApiDocument, operation: JsonObject, response: Placed<JsonObject>): JsonObject {
  const { value, pointer } = response;
  checkHeaders(document, value, pointer);
  if (member(value, 'schema') === undefined) return pick(value, ['description']);
  const types = mediaTypes(document, operation, 'produces');
  const media: JsonObject = { schema: { $ref: `#${pointer}/schema` } };
  const content = Object.fromEntries((types.length === 0 ? ['application/json'] : types).map((type) => [type, media]));
  return { ...pick(value, ['description']), content };
}

function checkHeaders({ findings }: OpenApiDocument, response: JsonObject, pointer: string): void {
  const headers = member(response, 'headers');
  for (const [name, header] of isJsonObject(headers) ? Object.entries(headers) : []) {
    if (!isJsonObject(header) || header.type !== 'array' || member(header, 'items') !== undefined) continue;
    findings.report('openapi/array-without-items', childPointer(`${pointer}/headers`, name));
  }
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = member(object, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
