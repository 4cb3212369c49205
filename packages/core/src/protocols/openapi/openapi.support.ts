/** Documents and read options for the tests of this folder. */
import type { Diagnostic, JsonObject, JsonSchema, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ReadContext } from '../../documents/reader.js';
import { readOpenApi } from './read.js';

/** Read options with nothing but the time. */
export const context: ReadContext = { at: '2026-01-01T00:00:00.000Z', strict: false, ownOrigins: [] };

/** A whole document around some paths. */
export function documentOf(paths: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    openapi: '3.0.3',
    info: { title: 'Pier', version: '1.0' },
    servers: [{ url: 'https://api.example.org/v1' }],
    paths,
    ...more,
  };
}

/** A 2.0 document around some paths. */
export function swaggerOf(paths: JsonObject, more: JsonObject = {}): JsonObject {
  const info = { title: 'Pier', version: '1.0' };
  return { swagger: '2.0', info, host: 'api.example.org', basePath: '/v1', schemes: ['https'], paths, ...more };
}

/** A success without content. */
export const responses: JsonObject = { '204': { description: 'Done.' } };

/** Result of reading. */
export interface Reading {
  operations: Operation[];
  diagnostics: Diagnostic[];
  codes: string[];
}

/** Reads a document that must result in an entry. */
export function read(document: JsonValue, more: Partial<ReadContext> = {}): Reading {
  const { value, diagnostics } = readOpenApi(document, { ...context, ...more });
  if (value === undefined) throw new Error(`refused: ${JSON.stringify(diagnostics)}`);
  return { operations: value.operations, diagnostics, codes: codesOf(diagnostics) };
}

/** The only operation of a document. */
export function readOne(document: JsonValue): Operation {
  const [only] = read(document).operations;
  if (only === undefined) throw new Error('no operation');
  return only;
}

/** Codes of all findings except notes that every document gets. */
export function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return [...new Set(diagnostics.map(({ code }) => code))].filter((code) => code !== 'openapi/derived');
}

/** The properties of an object schema. */
export function propertiesOf(schema: JsonSchema): JsonObject {
  return isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
}
