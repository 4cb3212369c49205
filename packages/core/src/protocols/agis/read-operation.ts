/** Endpoint of a document → operation of an entry. What the model has no place for stays in `extra`, untouched. */

import {
  blankPath,
  defined,
  endpointLabel,
  extraMember,
  memberOf,
  ownMembers,
  semanticFields,
  textOf,
  without,
} from '@dragoman/agis';
import type { Binding, Impact, JsonObject, JsonSchema, JsonValue, Operation, OperationError } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { widerNames } from '../../documents/endpoint-name.js';
import { toSnakeCase } from '../../documents/identifier.js';
import { nameUuid } from '../../documents/name-uuid.js';
import { readTransitions } from './transitions.js';

/** What all endpoints of one document share. */
export interface EndpointReading {
  /** What the ids of its operations are made from. */
  identity: string;
  /** Address that the AGIS paths follow. */
  base: string;
  /** Names that are taken. */
  taken: Set<string>;
  /** Makes a schema of the document stand alone. */
  bundle(schema: JsonObject): JsonSchema;
}

/** Members of an endpoint and of its semantic block that the model has a place for. */
const endpointMembers = ['method', 'path', 'semantic', 'input', 'output', 'errors', 'proposed'] as const;
const semanticMembers = semanticFields.filter((name) => name !== 'mcp_tool_name');

/** Reads one endpoint of a document that passed all passes. */
export function readOperation(endpoint: JsonObject, reading: EndpointReading): Operation {
  const method = (textOf(endpoint.method) ?? '').toUpperCase();
  const path = textOf(endpoint.path) ?? '';
  const semantic = isJsonObject(endpoint.semantic) ? endpoint.semantic : {};
  const toolName = textOf(memberOf(semantic, 'mcp_tool_name'));
  const description = textOf(memberOf(endpoint, ownMembers.description));
  const { input, output, raw } = readSchemas(endpoint, reading);
  return {
    id: nameUuid('agis-operation', reading.identity, endpointLabel(method, blankPath(path))),
    name: takeName(toolName, widerNames(method, path), reading.taken),
    verb: method,
    path,
    ...readSemantic(semantic),
    ...(description === undefined ? {} : { description }),
    input,
    output,
    errors: readErrors(endpoint.errors),
    examples: [],
    tags: [],
    ...(memberOf(endpoint, ownMembers.deprecated) === true ? { lifecycle: { deprecated: true } } : {}),
    version: 1,
    binding: readBinding(endpoint, semantic, reading.base),
    derived: toolName === undefined ? ['name'] : [],
    // Where every face that makes tools finds the author's choice.
    extra: { ...(toolName === undefined ? {} : { mcp_tool_name: toolName }), ...keepRest(endpoint, semantic, raw) },
  };
}

/** GET is for calls that only read, and only where the document says so (agis.md R35). */
function readBinding(endpoint: JsonObject, semantic: JsonObject, base: string): Binding {
  const wantsGet = textOf(memberOf(endpoint, ownMembers.httpMethod))?.toUpperCase() === 'GET';
  const isGet = wantsGet && semantic.impact_tier === 'informational';
  return { kind: 'agis', base, transport: 'http', ...(isGet ? { method: 'GET' } : {}) };
}

function readSemantic(semantic: JsonObject): Partial<Operation> {
  const text = (name: string) => textOf(memberOf(semantic, name));
  const impact = text('impact_tier') as Impact | undefined;
  const { confidence_guidance: confidence, is_idempotent: idempotent, parameter_hints: hints } = semantic;
  const transitions = readTransitions(memberOf(semantic, 'state_transition'));
  const texts = defined({
    summary: text('intent'),
    outcome: text('outcome'),
    actor: text('actor'),
    capability: text('capability'),
  });
  return {
    ...texts,
    ...(impact === undefined ? {} : { impact }),
    ...(typeof confidence === 'number' ? { confidence } : {}),
    ...(typeof idempotent === 'boolean' ? { idempotent } : {}),
    ...(isJsonObject(hints) ? { hints } : {}),
    ...(transitions === undefined ? {} : { transitions }),
  };
}

interface ReadSchemas {
  input: JsonSchema;
  output: JsonSchema;
  /** Schemas as the document has them, where standing alone changed them. */
  raw: JsonObject;
}

function readSchemas(endpoint: JsonObject, { bundle }: EndpointReading): ReadSchemas {
  const raw: JsonObject = {};
  const read = (name: 'input' | 'output'): JsonSchema => {
    const given = memberOf(endpoint, name);
    if (!isJsonObject(given)) return true;
    const whole = bundle(given);
    if (whole !== given) raw[name] = given;
    return whole;
  };
  return { input: read('input'), output: read('output'), raw };
}

function readErrors(list: JsonValue | undefined): OperationError[] {
  return (Array.isArray(list) ? list : []).flatMap((each): OperationError[] => {
    if (typeof each === 'string') return [{ code: each }];
    const code = isJsonObject(each) ? textOf(each.name) : undefined;
    if (code === undefined || !isJsonObject(each)) return [];
    const description = textOf(memberOf(each, 'description'));
    const status = memberOf(each, ownMembers.status);
    return [
      {
        code,
        ...(description === undefined ? {} : { description }),
        ...(typeof status === 'number' ? { status } : {}),
      },
    ];
  });
}

/** What the operation cannot hold, and errors in their own form where it says more than the operation does. */
function keepRest(endpoint: JsonObject, semantic: JsonObject, raw: JsonObject): JsonObject {
  const more = without(endpoint, ...endpointMembers, ownMembers.description, ownMembers.deprecated);
  const semanticMore = without(semantic, ...semanticMembers);
  const richErrors = Array.isArray(endpoint.errors) && endpoint.errors.some(isRichError);
  const kept: JsonObject = {
    ...(Object.keys(more).length === 0 ? {} : { endpoint: more }),
    ...(Object.keys(semanticMore).length === 0 ? {} : { semantic: semanticMore }),
    ...(richErrors ? { errors: endpoint.errors as JsonValue } : {}),
    ...(Object.keys(raw).length === 0 ? {} : { schemas: raw }),
  };
  return Object.keys(kept).length === 0 ? {} : { [extraMember]: kept };
}

function isRichError(error: JsonValue): boolean {
  return isJsonObject(error) && Object.keys(without(error, 'name', 'description', ownMembers.status)).length > 0;
}

/** The name that the author gave, else one from method and path; always in snake_case and once only. */
function takeName(given: string | undefined, made: Iterable<string>, taken: Set<string>): string {
  const wanted = given === undefined ? [] : [given];
  for (const candidate of chain(wanted, made)) {
    const name = toSnakeCase(candidate, 'operation');
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
  throw new Error('names that go on for ever came to an end');
}

function* chain(first: readonly string[], rest: Iterable<string>): Iterable<string> {
  yield* first;
  yield* rest;
}
