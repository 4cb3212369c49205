/**
 * Builds the view that rules read from an OpenAPI 3.x document. Unresolvable parts are left out; document-faults.ts
 * reports them.
 */
import { deriveConduct } from '@dragoman/core/descriptions';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { LintSettings } from '../settings/settings.js';
import { readAgentMetadata } from './agent-metadata.js';
import type { Api, ApiOperation, Parameter, Problem, ResponseView, SchemaNode } from './api.js';
import { classify } from './classify.js';
import { listPathOperations, type PathOperation } from './list-path-operations.js';
import { readParameters } from './read-parameters.js';
import { isJsonType, readContent, readResponses } from './read-responses.js';
import { createSchemaWalk, type SchemaWalk } from './schema-walk.js';

/** Builds the view. */
export function readApi(root: JsonObject, settings: LintSettings): Api {
  const walk = createSchemaWalk(root);
  const surroundings = {
    walk,
    settings,
    responses: new Map<string, ResponseView>(),
    parameters: new Map<string, Parameter>(),
  };
  const operations = listPathOperations(root, walk.follow).map((each) => readOperation(root, each, surroundings));
  return assembleApi({ root, settings, walk, operations, target: 'openapi' });
}

/** Assembles a view from its operations. */
export function assembleApi(parts: {
  root: JsonObject;
  settings: LintSettings;
  walk: SchemaWalk;
  operations: readonly ApiOperation[];
  target: Api['target'];
}): Api {
  const { root, settings, walk, operations, target } = parts;
  const exposed = operations.filter(isExposed);
  const made = new Map<unknown, unknown>();
  const api: Api = {
    target,
    root,
    settings,
    operations,
    exposed,
    // Nobody sends what is only read, and nobody receives what is only written.
    inputs: walkAll(
      walk,
      exposed.map(({ input }) => input),
      'readOnly',
    ),
    outputs: walkAll(
      walk,
      exposed.map(({ output }) => output),
      'writeOnly',
    ),
    problems: listProblems(exposed),
    follow: walk.follow,
    properties: walk.properties,
    walk: walk.walk,
    leaves: walk.leaves,
    once<T>(make: (api: Api) => T): T {
      if (!made.has(make)) made.set(make, make(api));
      return made.get(make) as T;
    },
  };
  return api;
}

/** Deprecated operations stay in the description but are not exposed as tools (profile P01). */
function isExposed({ value, deprecated, agent, method, path }: ApiOperation): boolean {
  if (value['x-internal'] === true || agent.expose === false) return false;
  if (method === 'get' && sitePages.test(path)) return agent.expose === true;
  return !deprecated || agent.expose === true;
}

/** Files for crawlers and pages for people, which some frameworks list among the operations. */
const sitePages = /\/(?:robots\.txt|favicon\.ico|sitemap\.xml)$|^\/(?:docs|redoc|swagger-ui)\/?$/i;

function walkAll(
  walk: SchemaWalk,
  starts: readonly (SchemaNode | undefined)[],
  oneWay: 'readOnly' | 'writeOnly',
): SchemaNode[] {
  const seen = new Set<string>();
  const isLeftOut = ({ schema, role }: SchemaNode) => role === 'property' && schema[oneWay] === true;
  return starts.flatMap((start) => (start === undefined ? [] : walk.walkAll(start, seen, isLeftOut)));
}

function listProblems(operations: readonly ApiOperation[]): Problem[] {
  return operations.flatMap((operation) =>
    listFailures(operation.responses)
      .filter(({ unread }) => unread !== true)
      .map((response) => ({ operation, response, schema: response.schema })),
  );
}

/** The responses of failures: 4xx, 5xx, and `default` where another response describes the success. */
export function listFailures(responses: readonly ResponseView[]): ResponseView[] {
  const hasSuccess = responses.some(({ status }) => isSuccess(status));
  return responses.filter(({ status }) => /^[45]/.test(status) || (status === 'default' && hasSuccess));
}

/** The responses of successes: 2xx, or `default` where no status of success is described. */
export function listSuccesses(responses: readonly ResponseView[]): ResponseView[] {
  const stated = responses.filter(({ status }) => status.startsWith('2'));
  if (stated.length > 0 || responses.some(({ status }) => isSuccess(status))) return stated;
  return responses.filter(({ status }) => status === 'default');
}

function isSuccess(status: string): boolean {
  return /^[123]/.test(status);
}

interface Surroundings {
  /** Cache of parsed responses, by status and location. */
  responses: Map<string, ResponseView>;
  /** Cache of parsed parameters, by location. */
  parameters: Map<string, Parameter>;
  walk: SchemaWalk;
  settings: LintSettings;
}

function readOperation(root: JsonObject, listed: PathOperation, surroundings: Surroundings): ApiOperation {
  const { walk, settings } = surroundings;
  const { method, path, value, pointer } = listed;
  const body = walk.follow({ value: value.requestBody ?? null, pointer: `${pointer}/requestBody` });
  const bodyTypes = body === undefined ? [] : readContent(walk, body);
  const json = bodyTypes.find(({ type }) => isJsonType(type));
  const input = json === undefined ? undefined : walk.node(json.value.schema, `${json.pointer}/schema`);
  const responses = readResponses(walk, value, { pointer, known: surroundings.responses });
  const [success] = listSuccesses(responses).sort((one, other) => one.status.localeCompare(other.status));
  const id = textOf(value.operationId);
  const facts: Omit<ApiOperation, 'kinds'> = {
    value,
    pointer,
    method,
    path,
    id,
    summary: textOf(value.summary),
    description: textOf(value.description),
    deprecated: value.deprecated === true,
    label: id ?? `${method.toUpperCase()} ${path}`,
    agent: readAgentMetadata(value),
    parameters: readParameters(walk, listed, surroundings.parameters),
    bodyTypes,
    body,
    input,
    output: success?.schema,
    responses,
    security: securityOf(root, value),
    twin: isTwin(listed) ? true : undefined,
  };
  return Object.assign(facts, { kinds: classify(facts, { walk, names: settings.names }) });
}

/** A POST with the summary of the GET at the same path is the same read, for longer requests. */
function isTwin({ method, path, value, item }: PathOperation): boolean {
  const { get } = item.value;
  if (method !== 'post' || !isJsonObject(get)) return false;
  const summary = textOf(value.summary);
  if (summary === undefined || summary !== textOf(get.summary)) return false;
  const name = textOf(get.operationId);
  return deriveConduct({ method: 'get', path, name, summary }).impact === 'informational';
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function securityOf(root: JsonObject, operation: JsonObject): JsonObject[] | undefined {
  const said = Array.isArray(operation.security) ? operation.security : root.security;
  if (!Array.isArray(said)) return undefined;
  // `security: [basicAuth]` is invalid, but says which scheme is meant.
  return said.map((each) => (typeof each === 'string' ? { [each]: [] } : each)).filter(isJsonObject);
}
