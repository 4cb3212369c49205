/**
 * The arguments of a call, built from the document: required ones only, with examples preferred over generated values.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, Parameter } from '../api/api.js';
import { findExampleFault } from '../api/example-faults.js';
import { contentExamples } from '../api/examples.js';
import { isNamed } from '../api/operation-facts.js';
import { isJsonType } from '../api/read-responses.js';
import type { Call } from './call.js';
import { sampleValue } from './sample-value.js';

/** What the call builder knows besides the document. */
export interface CallSources {
  api: Api;
  /** The value of a path parameter from an earlier response; undefined when no response had one. */
  known(operation: ApiOperation, name: string): JsonValue | undefined;
  newId(): string;
}

/** A call, or the reason why none can be built. */
export function buildCall(operation: ApiOperation, sources: CallSources): Call | string {
  const call = { operation, path: {}, query: {}, headers: {} } as Required<Pick<Call, 'operation'>> & {
    path: Record<string, JsonValue>;
    query: Record<string, JsonValue>;
    headers: Record<string, string>;
  };
  for (const parameter of operation.parameters.filter((each) => each.required || each.in === 'path')) {
    const value = argumentOf(operation, parameter, sources);
    if (value === undefined) return `no value for the parameter ${parameter.name} could be generated`;
    if (parameter.in === 'path') call.path[parameter.name] = value;
    else if (parameter.in === 'query') call.query[parameter.name] = value;
    else if (parameter.in === 'header') call.headers[parameter.name] = String(value);
  }
  return withBody(call, sources);
}

function argumentOf(operation: ApiOperation, parameter: Parameter, { api, known, newId }: CallSources) {
  if (isNamed(parameter.name, api.settings.names.idempotencyKey)) return `probe-${newId()}`;
  const given = parameter.in === 'path' ? known(operation, parameter.name) : undefined;
  return given ?? parameterExample(parameter) ?? sampleValue(parameter.value.schema, api.follow);
}

function parameterExample({ value }: Parameter): JsonValue | undefined {
  if (value.example !== undefined && value.example !== null) return value.example;
  const [first] = isJsonObject(value.examples) ? Object.values(value.examples) : [];
  return isJsonObject(first) && first.value !== null ? first.value : undefined;
}

function withBody(call: Call, { api }: CallSources): Call | string {
  const { body, bodyTypes, input } = call.operation;
  if (body === undefined) return call;
  const media = bodyTypes.find(({ type }) => isJsonType(type));
  if (media === undefined) return body.value.required === true ? 'its body is not JSON' : call;
  const shown = contentExamples(media, input)
    .map(({ value }) => value)
    .find((each) => input === undefined || findExampleFault(each, input.schema, api.follow) === undefined);
  const value = shown ?? sampleValue(media.value.schema, api.follow);
  if (value === undefined) return body.value.required === true ? 'no body could be generated from its schema' : call;
  return { ...call, body: value };
}
