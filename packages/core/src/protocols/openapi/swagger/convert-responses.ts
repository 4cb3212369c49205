/** Converts responses of 2.0 to responses with content and headers with schemas. */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Placed } from '../references.js';
import { member } from '../wire.js';
import type { Conversion, Move } from './conversion.js';
import { followSource, mediaTypes, without } from './conversion.js';

const moved = new Set(['schema', 'examples', 'headers']);

/** Converts the responses of an operation; unresolved references are left for the reader to report. */
export function convertResponses(conversion: Conversion, operation: JsonObject, { to, from }: Move): JsonObject {
  const given = member(operation, 'responses');
  if (!isJsonObject(given)) return given === undefined ? {} : { responses: given };
  const types = mediaTypes(conversion, operation, 'produces');
  const made = Object.entries(given).map(([code, value]): [string, JsonValue] => {
    const pointer = childPointer(`${from}/responses`, code);
    const found = code.startsWith('x-') ? undefined : followSource(conversion, { value, pointer });
    if (found === undefined) return [code, value];
    return [code, placeResponse(conversion, found, types, childPointer(`${to}/responses`, code))];
  });
  return { responses: Object.fromEntries(made) };
}

function placeResponse(
  conversion: Conversion,
  found: Placed<JsonObject>,
  types: readonly string[],
  place: string,
): JsonObject {
  const key = JSON.stringify([found.pointer, types]);
  const response = conversion.responses.get(key) ?? convertResponse(conversion, found, types);
  conversion.responses.set(key, response);
  conversion.moves.move(place, found.pointer);
  const { content } = response;
  for (const type of isJsonObject(content) ? Object.keys(content) : []) {
    conversion.moves.move(childPointer(`${place}/content`, type), found.pointer);
  }
  return response;
}

function convertResponse(conversion: Conversion, found: Placed<JsonObject>, types: readonly string[]): JsonObject {
  const headers = convertHeaders(conversion, found);
  const content = contentOf(found.value, types);
  return {
    ...without(found.value, moved),
    ...(headers === undefined ? {} : { headers }),
    ...(content === undefined ? {} : { content }),
  };
}

/** The body under each media type, with its example. */
function contentOf(response: JsonObject, types: readonly string[]): JsonObject | undefined {
  const schema = member(response, 'schema');
  if (schema === undefined) return undefined;
  const examples = member(response, 'examples');
  const isFile = isJsonObject(schema) && member(schema, 'type') === 'file';
  const media = isFile ? { ...without(schema, new Set(['type'])), type: 'string', format: 'binary' } : schema;
  const entries = typesOf(types, isFile).map((type): [string, JsonObject] => {
    const example = isJsonObject(examples) ? member(examples, type) : undefined;
    return [type, { schema: media, ...(example === undefined ? {} : { example }) }];
  });
  return Object.fromEntries(entries);
}

/** A file is not JSON, whatever the document produces in general. */
function typesOf(types: readonly string[], isFile: boolean): readonly string[] {
  const fitting = isFile ? types.filter((type) => !/[+/]json\b/i.test(type)) : types;
  if (fitting.length > 0) return fitting;
  return [isFile ? 'application/octet-stream' : 'application/json'];
}

function convertHeaders({ faults }: Conversion, { value, pointer }: Placed<JsonObject>): JsonObject | undefined {
  const headers = member(value, 'headers');
  if (!isJsonObject(headers)) return undefined;
  const made = Object.entries(headers).map(([name, header]): [string, JsonValue] => {
    if (!isJsonObject(header)) return [name, header];
    if (header.type === 'array' && member(header, 'items') === undefined) {
      faults.push({ code: 'openapi/array-without-items', pointer: childPointer(`${pointer}/headers`, name) });
    }
    const { description, collectionFormat: _, ...schema } = header;
    return [name, { ...(description === undefined ? {} : { description }), schema }];
  });
  return Object.fromEntries(made);
}
