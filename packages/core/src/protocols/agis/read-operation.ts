/**
 * Converts an endpoint of a document to an operation. Members that the model does not represent are kept unchanged in
 * `extra`.
 */

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
import type {
  Binding,
  Impact,
  JsonObject,
  JsonSchema,
  JsonValue,
  Operation,
  OperationError,
  Safety,
} from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { widerNames } from '../../documents/endpoint-name.js';
import { toSnakeCase } from '../../documents/identifier.js';
import { nameUuid } from '../../documents/name-uuid.js';
import { readTransitions } from './transitions.js';

/** The context that all endpoints of one document share. */
export interface EndpointReading {
  /** What operation ids are derived from. */
  identity: string;
  /** How the endpoint is called. */
  binding: Binding;
  /** Names that are already used. */
  taken: Set<string>;
  /** Makes a schema of the document self-contained. */
  bundle(schema: JsonObject): JsonSchema;
}

/** Members of an endpoint and of its semantic block that the model represents. */
const endpointMembers = ['method', 'path', 'semantic', 'input', 'output', 'errors', 'proposed'] as const;
const semanticMembers = semanticFields.filter((name) => name !== 'mcp_tool_name');

/** Reads one endpoint of a valid document. */
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
    // Drafted errors stay in the AGIS document only; no other document may state them as the provider's.
    errors: reviewOf(endpoint).includes('errors') ? [] : readErrors(endpoint.errors),
    examples: [],
    tags: [],
    ...(memberOf(endpoint, ownMembers.deprecated) === true ? { lifecycle: { deprecated: true } } : {}),
    version: 1,
    binding: reading.binding,
    ...readSafety(endpoint),
    derived: [...(toolName === undefined ? ['name'] : []), ...readDerived(endpoint)],
    // All faces that create tools read the author's name here.
    extra: { ...(toolName === undefined ? {} : { mcp_tool_name: toolName }), ...keepRest(endpoint, semantic, raw) },
  };
}

/** A call at the AGIS path; GET is only for calls that only read, and only if the document declares it (agis.md R35). */
export function readAgisBinding(endpoint: JsonObject, base: string): Binding {
  const semantic = isJsonObject(endpoint.semantic) ? endpoint.semantic : {};
  const wantsGet = textOf(memberOf(endpoint, ownMembers.httpMethod))?.toUpperCase() === 'GET';
  const isGet = wantsGet && semantic.impact_tier === 'informational';
  return { kind: 'agis', base, transport: 'http', ...(isGet ? { method: 'GET' } : {}) };
}

const safetyMembers = {
  confirm: 'confirm',
  dry_run: 'dryRun',
  idempotency_key: 'idempotencyKey',
  batch: 'batch',
} as const;

function readSafety(endpoint: JsonObject): Pick<Operation, 'safety'> {
  const said = memberOf(endpoint, ownMembers.safety);
  const safety: Safety = {};
  for (const [name, field] of Object.entries(safetyMembers)) {
    const value = isJsonObject(said) ? memberOf(said, name) : undefined;
    if (typeof value === 'boolean') safety[field] = value;
  }
  return Object.keys(safety).length === 0 ? {} : { safety };
}

/** Writes what the service offers to make a call safe. */
export function writeSafety({ safety = {} }: Operation): JsonObject | undefined {
  const written = defined(
    Object.fromEntries(Object.entries(safetyMembers).map(([name, field]) => [name, safety[field]])),
  );
  return Object.keys(written).length === 0 ? undefined : written;
}

/** What a rule derived and nobody has reviewed stays derived, so that it permits nothing, such as a retry. */
function readDerived(endpoint: JsonObject): string[] {
  const names = reviewOf(endpoint);
  return (['impact', 'idempotent'] as const).filter((field) => names.includes(derivedMembers[field]));
}

function reviewOf(endpoint: JsonObject): readonly JsonValue[] {
  const review = memberOf(endpoint, ownMembers.review);
  return Array.isArray(review) ? review : [];
}

/** Names in `x_review` of fields that are derived from a description. */
export const derivedMembers = { impact: 'impact_tier', idempotent: 'is_idempotent' } as const;

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
  /** The original schemas, if making them self-contained changed them. */
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

/** Members that the operation cannot represent, and the original errors if they contain more than the operation. */
function keepRest(endpoint: JsonObject, semantic: JsonObject, raw: JsonObject): JsonObject {
  const more = without(endpoint, ...endpointMembers, ownMembers.description, ownMembers.deprecated);
  const semanticMore = without(semantic, ...semanticMembers);
  const richErrors = Array.isArray(endpoint.errors) && endpoint.errors.some(isRichError);
  const kept: JsonObject = {
    ...(Object.keys(more).length === 0 ? {} : { endpoint: more }),
    ...(Object.keys(semanticMore).length === 0 ? {} : { semantic: semanticMore }),
    ...(richErrors || reviewOf(endpoint).includes('errors') ? { errors: endpoint.errors as JsonValue } : {}),
    ...(Object.keys(raw).length === 0 ? {} : { schemas: raw }),
  };
  return Object.keys(kept).length === 0 ? {} : { [extraMember]: kept };
}

function isRichError(error: JsonValue): boolean {
  return isJsonObject(error) && Object.keys(without(error, 'name', 'description', ownMembers.status)).length > 0;
}

/** The author's name, otherwise one derived from method and path; always unique and in snake_case. */
function takeName(given: string | undefined, made: Iterable<string>, taken: Set<string>): string {
  const wanted = given === undefined ? [] : [given];
  for (const candidate of chain(wanted, made)) {
    const name = toSnakeCase(candidate, 'operation');
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
  throw new Error('the endless generator of names ended');
}

function* chain(first: readonly string[], rest: Iterable<string>): Iterable<string> {
  yield* first;
  yield* rest;
}
