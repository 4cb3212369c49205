/**
 * Reads the parameters of an operation: those of its path and its own, with references resolved, and duplicates and
 * errors reported.
 */

import { childPointer } from '@dragoman/documents';
import type { HttpPart, HttpStyle, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { isInputHeader } from '../../documents/gateway-headers.js';
import { count, type OpenApiDocument } from './document.js';
import { isForm, readParts } from './read-body.js';
import type { Placed } from './references.js';
import type { Translated } from './translate-schema.js';
import { member, openApiLimits, textOf } from './wire.js';

/** Location of a parameter. */
export type ParameterLocation = 'path' | 'query' | 'querystring' | 'header' | 'cookie';

/** One parameter, ready to become an input. */
export interface ReadParameter {
  name: string;
  in: ParameterLocation;
  required: boolean;
  description?: string;
  deprecated: boolean;
  schema: Translated;
  style?: HttpStyle;
  explode?: boolean;
  allowReserved?: boolean;
  mediaType?: string;
  parts?: { [member: string]: HttpPart };
  pointer: string;
}

const places: ReadonlySet<unknown> = new Set(['path', 'query', 'querystring', 'header', 'cookie']);

/** The objects of all parameters of an operation: the later of two with the same name and location wins. */
export function gatherParameters(
  document: OpenApiDocument,
  lists: readonly Placed<JsonObject>[],
): Placed<JsonObject>[] {
  const gathered = new Map<string, Placed<JsonObject>>();
  for (const { value, pointer } of lists) {
    const own = new Set<string>();
    for (const placed of parameterList(document, value, pointer)) {
      const [place, name] = [String(member(placed.value, 'in')), String(member(placed.value, 'name'))];
      // Header names are case-insensitive (OpenAPI 3.1 §4.8.12.1).
      const key = `${place} ${place === 'header' ? name.toLowerCase() : name}`;
      if (own.has(key)) document.findings.report('openapi/parameter-repeated', placed.pointer, { place, name });
      own.add(key);
      gathered.set(key, placed);
    }
  }
  return [...gathered.values()];
}

function parameterList(document: OpenApiDocument, object: JsonObject, pointer: string): Placed<JsonObject>[] {
  const list = member(object, 'parameters');
  if (list === undefined) return [];
  const at = childPointer(pointer, 'parameters');
  if (!Array.isArray(list)) {
    document.findings.report('openapi/shape', at, { what: 'the list of parameters' });
    return [];
  }
  return list.slice(0, openApiLimits.parameters).flatMap((value, index) => {
    const found = document.references.object({ value, pointer: childPointer(at, index) }, 'a parameter');
    return found === undefined ? [] : [redescribe(document, value, found)];
  });
}

/** The description of a reference overrides that of its target (OpenAPI 3.1 §4.8.23; not before 3.1). */
function redescribe({ version }: OpenApiDocument, value: JsonValue, found: Placed<JsonObject>): Placed<JsonObject> {
  const description = isJsonObject(value) && value !== found.value ? member(value, 'description') : undefined;
  if (version === '2.0' || version === '3.0' || typeof description !== 'string') return found;
  return { ...found, value: { ...found.value, description } };
}

/** Reads parameters in the form of 3.x; reports and omits those that cannot be inputs. */
export function readParameters(document: OpenApiDocument, parameters: readonly Placed<JsonObject>[]): ReadParameter[] {
  const isWhole = ({ value }: Placed<JsonObject>) => member(value, 'in') === 'querystring';
  const hasOthers = parameters.some(({ value }) => member(value, 'in') === 'query');
  const [first] = parameters.filter(isWhole);
  return parameters.flatMap((placed) => {
    const reason = isWhole(placed) ? wholeQueryFault(document, placed, hasOthers || placed !== first) : undefined;
    if (reason === undefined) return readParameter(document, placed) ?? [];
    const name = String(member(placed.value, 'name')).slice(0, 100);
    document.findings.report('openapi/querystring', placed.pointer, { name, reason });
    return [];
  });
}

/** Why a whole query string cannot be an input (OpenAPI 3.2 §4.12.1, §4.12.2.2). */
function wholeQueryFault(
  { version }: OpenApiDocument,
  { value }: Placed<JsonObject>,
  isShared: boolean,
): string | undefined {
  const content = member(value, 'content');
  if (version !== '3.2') return 'only OpenAPI 3.2 has whole query strings';
  if (isShared) return 'other parameters of the operation describe the query too';
  const isOne = isJsonObject(content) && Object.keys(content).length === 1;
  return isOne ? undefined : 'it needs "content" with one media type';
}

function readParameter(document: OpenApiDocument, { value, pointer }: Placed<JsonObject>): ReadParameter | undefined {
  const { findings } = document;
  const name = member(value, 'name');
  const place = member(value, 'in');
  if (typeof name !== 'string' || name === '' || name.length > 500 || !places.has(place)) {
    const reason = typeof name === 'string' && name !== '' ? `its location is unknown` : 'it has no name';
    findings.report('openapi/parameter-faulty', pointer, { reason });
    return undefined;
  }
  const at = place as ParameterLocation;
  if (at === 'header' && !isInputHeader(name)) {
    count(document, 'ignored');
    findings.report('openapi/parameter-ignored', pointer, { place: at, name });
    return undefined;
  }
  const description = textOf(member(value, 'description'), 2_000);
  return {
    name,
    in: at,
    required: at === 'path' || member(value, 'required') === true,
    ...(description === undefined ? {} : { description }),
    deprecated: member(value, 'deprecated') === true,
    ...readForm(document, value, pointer),
    pointer,
  };
}

type Form = Pick<ReadParameter, 'schema' | 'style' | 'explode' | 'allowReserved' | 'mediaType' | 'parts'>;

const styles: ReadonlySet<unknown> = new Set<HttpStyle>([
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'deepObject',
  'cookie',
]);

function readForm(document: OpenApiDocument, parameter: JsonObject, pointer: string): Form {
  const content = member(parameter, 'content');
  if (isJsonObject(content)) {
    const [mediaType = 'application/json'] = Object.keys(content);
    const at = childPointer(childPointer(pointer, 'content'), mediaType);
    const media = document.references.object({ value: member(content, mediaType) ?? {}, pointer: at }, 'a media type');
    const schema = schemaOf(document, media?.value ?? {}, media?.pointer ?? at);
    const parts = media !== undefined && isForm(mediaType) ? readParts(document, media, schema) : {};
    return { schema, mediaType, ...(Object.keys(parts).length === 0 ? {} : { parts }) };
  }
  const [style, explode] = [member(parameter, 'style'), member(parameter, 'explode')];
  return {
    schema: schemaOf(document, parameter, pointer),
    ...(styles.has(style) ? { style: style as HttpStyle } : {}),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(member(parameter, 'allowReserved') === true ? { allowReserved: true } : {}),
  };
}

function schemaOf(document: OpenApiDocument, holder: JsonObject, pointer: string): Translated {
  const example = exampleOf(holder);
  const value: JsonValue = member(holder, 'schema') ?? {};
  const translated = document.translator.translate({ value, pointer: childPointer(pointer, 'schema') }, 'input');
  if (example === undefined || !isJsonObject(translated.schema) || 'examples' in translated.schema) return translated;
  const schema = { ...translated.schema, examples: [example] };
  return { ...translated, schema, size: JSON.stringify(schema).length };
}

/** The example of a parameter describes its value, so it moves into the schema. */
function exampleOf(holder: JsonObject): JsonValue | undefined {
  const example = member(holder, 'example');
  if (example !== undefined) return small(example);
  const examples = member(holder, 'examples');
  const [first] = isJsonObject(examples) ? Object.values(examples) : [];
  return isJsonObject(first) ? small(member(first, 'value')) : undefined;
}

function small(value: JsonValue | undefined): JsonValue | undefined {
  return value !== undefined && JSON.stringify(value).length <= 1_000 ? value : undefined;
}
