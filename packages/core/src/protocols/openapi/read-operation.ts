/** Reads one operation of a document into one operation of the entry, with the binding that calls it. */
import type { HttpBinding, JsonObject, JsonSchema, JsonValue, Operation, OperationExample } from '@dragoman/model';
import { hasErrors, isJsonObject } from '@dragoman/model';
import { type Conduct, deriveConduct } from '../../documents/derive-conduct.js';
import { nameUuid } from '../../documents/name-uuid.js';
import { type DeclaredConduct, lowered, readDeclarations, readDerivedConduct } from './declared-conduct.js';
import { count, type OpenApiDocument } from './document.js';
import type { ListedOperation } from './list-operations.js';
import type { MadeSchema, MakeSchema } from './make-schemas.js';
import type { MergedInput } from './merge-input.js';
import { mergeInput } from './merge-input.js';
import type { OperationName } from './name-operations.js';
import { entityOf } from './name-operations.js';
import { readBody } from './read-body.js';
import type { ReadParameter } from './read-parameters.js';
import { gatherParameters, readParameters } from './read-parameters.js';
import type { ReadResponses } from './read-responses.js';
import { readResponses } from './read-responses.js';
import type { Demands } from './read-security.js';
import { readSecurity } from './read-security.js';
import { readOwnServer } from './read-servers.js';
import type { Direction, Translated } from './translate-schema.js';
import { open } from './translate-schema.js';
import { extensionsOf, member, openApiLimits, textOf } from './wire.js';

/** What all operations of one document share. */
export interface OperationSurroundings {
  /** Server URL; undefined when unknown. */
  server: string | undefined;
  /** Seed of stable ids. */
  identity: string;
  /** Security requirements of operations that declare none themselves. */
  security: Demands | undefined;
  make: MakeSchema;
  /** Names of the document's operations by operationId. */
  names: ReadonlyMap<unknown, string>;
}

/** Reads one operation. */
export function readOperation(
  document: OpenApiDocument,
  listed: ListedOperation,
  { name, surroundings }: { name: OperationName; surroundings: OperationSurroundings },
): Operation {
  const merged = readInput(document, listed);
  const responses = readResponses(document, listed, entityOf(listed.path));
  const schemas = makeSchemas(document, { listed, merged, responses, surroundings });
  const summary = textOf(member(listed.operation.value, 'summary'), 500);
  const description = followText(document, listed, 'description');
  const outcome = textOf(member(listed.operation.value, 'x-outcome'), 500);
  const method = listed.method.toUpperCase();
  const evidence = { method, path: listed.path, name: listed.operationId, summary, description };
  const conduct = deriveConduct(evidence);
  const declared = readDeclared(document, listed, conduct);
  return {
    id: nameUuid('openapi-operation', surroundings.identity, listed.wireMethod, listed.path),
    name: name.name,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(outcome === undefined ? {} : { outcome }),
    ...readDerivedConduct(listed.operation.value, conduct),
    ...declared,
    ...schemas,
    errors: responses.errors,
    examples: readExample(document, listed, merged),
    tags: listed.tags,
    ...(listed.deprecated ? { lifecycle: lifecycleOf(listed.operation.value, surroundings.names) } : {}),
    version: 1,
    binding: makeBinding(document, { listed, merged, responses, surroundings }),
    derived: [
      ...(name.derived ? ['name'] : []),
      ...(['impact', 'idempotent'] as const).filter((fact) => declared[fact] === undefined),
      ...(responses.errors.length > 0 ? ['errors'] : []),
    ],
    extra: extensionsOf(listed.operation.value),
  };
}

/** The declarations of the provider; those that lower what is derived, and those that are not applied, are reported. */
function readDeclared({ findings }: OpenApiDocument, listed: ListedOperation, conduct: Conduct): DeclaredConduct {
  const { pointer, value } = listed.operation;
  const { declared, ignored } = readDeclarations(value, conduct);
  const operation = `${listed.method.toUpperCase()} ${listed.path}`;
  for (const each of ignored) findings.report('openapi/declaration-ignored', pointer, { operation, ...each });
  const lower = lowered(declared, conduct);
  if (lower === undefined) return declared;
  const { reason = `is a ${listed.method.toUpperCase()}` } = conduct;
  if (lower === 'informational' && conduct.impact === 'irreversible') {
    findings.report('openapi/declared-harmless', pointer, { operation, reason });
  } else {
    findings.report('openapi/declared-lower', pointer, { operation, declared: lower, reason });
  }
  return declared;
}

/** A description may be in a file of its own. */
function followText({ references }: OpenApiDocument, { operation }: ListedOperation, name: string): string | undefined {
  const value = member(operation.value, name);
  return textOf(isJsonObject(value) ? references.follow({ value, pointer: operation.pointer })?.value : value);
}

function readInput(document: OpenApiDocument, listed: ListedOperation): MergedInput {
  const { item, operation, path } = listed;
  const gathered = gatherParameters(document, [item, operation]);
  const parameters = matchPath(document, listed, readParameters(document, gathered));
  const value = member(operation.value, 'requestBody');
  const body =
    value === undefined
      ? undefined
      : readBody(document, { value, pointer: `${operation.pointer}/requestBody` }, listed);
  return mergeInput(document, [...parameters, ...undeclared(document, path, operation.pointer, parameters)], body);
}

function placeholders(path: string): string[] {
  return [...new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? ''))];
}

function matchPath(
  { findings }: OpenApiDocument,
  { path }: ListedOperation,
  parameters: readonly ReadParameter[],
): ReadParameter[] {
  const named = placeholders(path);
  return parameters.filter(({ in: place, name, pointer }) => {
    if (place !== 'path' || named.includes(name)) return true;
    findings.report('openapi/path-parameter-unused', pointer, { name });
    return false;
  });
}

function undeclared(
  { findings }: OpenApiDocument,
  path: string,
  pointer: string,
  parameters: readonly ReadParameter[],
): ReadParameter[] {
  const declared = new Set(parameters.flatMap(({ in: place, name }) => (place === 'path' ? [name] : [])));
  return placeholders(path)
    .filter((name) => !declared.has(name))
    .map((name) => {
      findings.report('openapi/placeholder-undeclared', pointer, { name });
      const schema: Translated = { schema: { type: 'string' }, references: new Set(), size: 20 };
      return { name, in: 'path' as const, required: true, deprecated: false, schema, pointer };
    });
}

interface Parts {
  listed: ListedOperation;
  merged: MergedInput;
  responses: ReadResponses;
  surroundings: OperationSurroundings;
}

function makeSchemas(
  document: OpenApiDocument,
  { listed, merged, responses, surroundings }: Parts,
): Pick<Operation, 'input' | 'output'> {
  const whole = (translated: Translated, direction: Direction) => {
    const made = surroundings.make(translated, direction);
    if (made.abridged) count(document, `abridged-${direction}`);
    return usable(document, made, { direction, listed });
  };
  return { input: whole(merged.input, 'input'), output: whole(responses.output, 'output') };
}

/** A schema that the validator would reject is replaced by an open one, since it would reject every value. */
function usable(
  { findings }: OpenApiDocument,
  { schema, found }: MadeSchema,
  { direction, listed }: Pick<Parts, 'listed'> & { direction: Direction },
): JsonSchema {
  if (!hasErrors(found)) return schema;
  const [first] = found.filter(({ severity }) => severity === 'error');
  findings.report('openapi/schema-refused', listed.operation.pointer, {
    what: direction,
    operation: `${listed.method.toUpperCase()} ${listed.path}`,
    reason: `${first?.message ?? 'it is invalid'} (${first?.location.pointer ?? ''})`,
  });
  return direction === 'input' ? { type: 'object' } : open;
}

/** The sunset date and the replacement, from `x-agent` or the extensions of other vendors. */
function lifecycleOf(
  operation: JsonObject,
  names: OperationSurroundings['names'],
): NonNullable<Operation['lifecycle']> {
  const agent = member(operation, 'x-agent');
  const said = isJsonObject(agent) ? member(agent, 'replaced_by') : undefined;
  const replacement = names.get(said ?? member(operation, 'x-replaced-by'));
  const sunset = member(operation, 'x-sunset');
  const valid = typeof sunset === 'string' && sunset.length <= 40 && !Number.isNaN(Date.parse(sunset));
  return {
    deprecated: true,
    ...(valid ? { sunset: new Date(sunset).toISOString() } : {}),
    ...(replacement === undefined ? {} : { replacement }),
  };
}

/** The first example of a body is a complete example call when the body is the operation's only input; others are lost. */
function readExample(
  document: OpenApiDocument,
  { operation }: ListedOperation,
  merged: MergedInput,
): OperationExample[] {
  if (merged.body === undefined) return [];
  const body = document.references.follow({
    value: member(operation.value, 'requestBody') ?? {},
    pointer: operation.pointer,
  });
  const content = isJsonObject(body?.value) ? member(body.value, 'content') : undefined;
  const media = isJsonObject(content) ? member(content, merged.body.mediaType) : undefined;
  const given = isJsonObject(media) ? bodyExamples(document, media, operation.pointer) : [];
  const { whole } = merged.body;
  const isAlone = Object.values(merged.parameters).every(({ in: place }) => place === 'body');
  const inputs = given.flatMap((each): JsonObject[] => {
    if (!isAlone || JSON.stringify(each).length > openApiLimits.text) return [];
    if (whole !== undefined) return [{ [whole]: each }];
    return isJsonObject(each) ? [renamed(each, merged.parameters)] : [];
  });
  const [input] = inputs;
  for (const _ of given.slice(input === undefined ? 0 : 1)) count(document, 'example of a request');
  return input === undefined ? [] : [{ input }];
}

/** The values of `example` or `examples`. */
function bodyExamples({ references }: OpenApiDocument, media: JsonObject, pointer: string): JsonValue[] {
  const [one, several] = [member(media, 'example'), member(media, 'examples')];
  if (one !== undefined) return [one];
  return Object.values(isJsonObject(several) ? several : {}).flatMap((value) => {
    const found = references.follow({ value, pointer })?.value;
    const said = isJsonObject(found) ? (member(found, 'value') ?? member(found, 'dataValue')) : undefined;
    return said === undefined ? [] : [said];
  });
}

/** An example under the names of the inputs. */
function renamed(example: JsonObject, parameters: MergedInput['parameters']): JsonObject {
  const inputs = new Map(Object.entries(parameters).map(([input, { name = input }]) => [name, input]));
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [inputs.get(name) ?? name, value]));
}

function makeBinding(document: OpenApiDocument, { listed, merged, responses, surroundings }: Parts): HttpBinding {
  const { wireMethod, path, item, operation, operationId } = listed;
  const server = readOwnServer(document, { item, operation }) ?? surroundings.server ?? '';
  const security = readSecurity(document, operation.value, operation.pointer) ?? surroundings.security;
  return {
    kind: 'http',
    method: wireMethod,
    urlTemplate: `${server}${path.startsWith('/') ? '' : '/'}${path}`,
    parameters: merged.parameters,
    ...(merged.body === undefined ? {} : { body: merged.body }),
    ...(responses.accept === undefined ? {} : { accept: responses.accept }),
    ...(responses.statuses === undefined ? {} : { successStatuses: responses.statuses }),
    ...(responses.xml === undefined ? {} : { responseXml: responses.xml }),
    ...(security === undefined ? {} : { security }),
    ...(operationId === undefined ? {} : { operationId }),
  };
}
