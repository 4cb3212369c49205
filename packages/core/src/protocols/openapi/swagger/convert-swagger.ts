/**
 * Converts Swagger 2.0 to the form of OpenAPI 3.0 before anything reads it, so that importing, checking and comparing
 * handle one form only. Schemas keep their order and texts; `sourceOf` maps every location back.
 */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { member, methods, sourceMember } from '../wire.js';
import type { Conversion, Move, SwaggerFault } from './conversion.js';
import { followSource, ownPlace, targetOf, without } from './conversion.js';
import type { SplitParameters } from './convert-parameters.js';
import { makeBody, splitParameters } from './convert-parameters.js';
import { convertResponses } from './convert-responses.js';
import { convertSecurity, ownServers, serverUrl } from './convert-surroundings.js';
import { modernizeSchemas } from './modernize-schemas.js';
import { createMoves } from './moves.js';

/** A document in the form of 3.0. */
export interface ConvertedSwagger {
  document: JsonObject;
  /** The location in the given document for one in the converted document. */
  sourceOf(pointer: string): string;
  /** Violations of Swagger's own rules, which the form of 3.x cannot show. */
  faults: readonly SwaggerFault[];
}

/** Members of the document that are converted to others. */
const replaced = new Set([
  ...['swagger', 'host', 'basePath', 'schemes', 'consumes', 'produces'],
  ...['definitions', 'parameters', 'responses', 'securityDefinitions', 'paths', 'components', 'servers'],
]);

/** True for a document of 2.0. */
export function isSwagger(root: JsonObject): boolean {
  return member(root, 'swagger') === '2.0' && !Object.hasOwn(root, 'openapi');
}

/** Converts a document whose depth and number of values are within the limits. */
export function convertSwagger(given: JsonObject): ConvertedSwagger {
  const root = modernizeSchemas(given);
  const moved = { paths: root.paths ?? {}, parameters: root.parameters ?? {}, responses: root.responses ?? {} };
  const components = member(root, 'components');
  const own = isJsonObject(components) ? components : {};
  const schemas = { ...objectOf(own.schemas), ...objectOf(member(root, 'definitions')) };
  const base = { ...without(root, new Set(['components'])), components: { ...own, schemas }, [sourceMember]: moved };
  const conversion: Conversion = {
    root: base,
    moves: createMoves(),
    faults: [],
    sharedItems: new Map(),
    responses: new Map(),
  };
  noteMoves(conversion);
  const paths = member(root, 'paths');
  const converted = isJsonObject(paths) ? convertPaths(conversion, paths) : paths;
  const securitySchemes = convertSecurity(member(root, 'securityDefinitions'));
  const sharedMembers = [...conversion.sharedItems.values()].map(({ name, value }): [string, JsonObject] => [
    name,
    value,
  ]);
  const document: JsonObject = {
    openapi: '3.0.3',
    ...without(root, replaced),
    servers: [{ url: serverUrl(root, member(root, 'schemes')) }],
    ...(converted === undefined ? {} : { paths: converted }),
    components: {
      ...own,
      schemas,
      ...(securitySchemes === undefined ? {} : { securitySchemes }),
      ...(sharedMembers.length === 0 ? {} : { pathItems: Object.fromEntries(sharedMembers) }),
    },
    [sourceMember]: moved,
  };
  return { document, sourceOf: conversion.moves.sourceOf, faults: conversion.faults };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function noteMoves({ moves }: Conversion): void {
  moves.move(`/${sourceMember}`, '');
  moves.move('/components/schemas', '/definitions');
  moves.move('/components/securitySchemes', '/securityDefinitions');
  moves.move('/servers', '/host');
}

function convertPaths(conversion: Conversion, paths: JsonObject): JsonObject {
  const made = Object.entries(paths).map(([path, value]): [string, JsonValue] => {
    if (path.startsWith('x-')) return [path, value];
    const pointer = childPointer('/paths', path);
    return [path, convertPlaced(conversion, value, { pointer, convert: convertItem })];
  });
  return Object.fromEntries(made);
}

type Convert = (conversion: Conversion, value: JsonObject, move: Move) => JsonObject;

/** Converts in place; parts referenced outside `paths` are converted once and cached. */
function convertPlaced(
  conversion: Conversion,
  value: JsonValue,
  { pointer, convert }: { pointer: string; convert: Convert },
): JsonValue {
  if (!isJsonObject(value)) return value;
  const move = { to: pointer, from: conversion.moves.sourceOf(pointer) };
  const ref = member(value, '$ref');
  if (typeof ref !== 'string') return convert(conversion, value, move);
  const beside = convert(conversion, without(value, new Set(['$ref'])), move);
  return { ...beside, $ref: shelve(conversion, ref, convert) };
}

function shelve(conversion: Conversion, ref: string, convert: Convert): string {
  const target = targetOf(ref);
  if (target === undefined) return ref;
  if (/^\/paths\//.test(ownPlace(target))) return `#${encodeURI(ownPlace(target))}`;
  const known = conversion.sharedItems.get(target);
  if (known !== undefined) return `#/components/pathItems/${known.name}`;
  const found = followSource(conversion, { value: { $ref: ref }, pointer: '' });
  if (found === undefined) return ref;
  const kept = { name: `shared_${conversion.sharedItems.size + 1}`, value: {} };
  conversion.sharedItems.set(target, kept);
  const to = `/components/pathItems/${kept.name}`;
  conversion.moves.move(to, found.pointer);
  kept.value = convert(conversion, found.value, { to, from: found.pointer });
  return `#${to}`;
}

function convertItem(conversion: Conversion, item: JsonObject, { to, from }: Move): JsonObject {
  const shared = splitParameters(conversion, item, { to, from });
  const made = Object.entries(item).map(([name, value]): [string, JsonValue] => {
    if (name === 'parameters') return [name, shared.list ?? value];
    if (!(methods as readonly string[]).includes(name)) return [name, value];
    const convert: Convert = (_, operation, move) => convertOperation(conversion, operation, { move, shared });
    return [name, convertPlaced(conversion, value, { pointer: `${to}/${name}`, convert })];
  });
  return Object.fromEntries(made);
}

const ofOperation = new Set(['consumes', 'produces', 'schemes', 'parameters', 'responses']);

function convertOperation(
  conversion: Conversion,
  operation: JsonObject,
  { move, shared }: { move: Move; shared: SplitParameters },
): JsonObject {
  const { list, rest } = splitParameters(conversion, operation, move);
  const parts = [...shared.rest.filter((each) => !rest.some((own) => isSame(own.value, each.value))), ...rest];
  const body = makeBody(conversion, operation, parts, { to: `${move.to}/requestBody`, from: move.from });
  return {
    ...without(operation, ofOperation),
    ...(list === undefined ? {} : { parameters: list }),
    ...(body === undefined ? {} : { requestBody: body }),
    ...convertResponses(conversion, operation, move),
    ...ownServers(conversion.root, operation),
  };
}

/** Of two parameters with the same name and location, that of the operation wins. */
function isSame(one: JsonObject, other: JsonObject): boolean {
  return member(one, 'in') === member(other, 'in') && member(one, 'name') === member(other, 'name');
}
