/**
 * Converts an operation to an endpoint of a document, with the plan that maps a call of the endpoint to the
 * operation.
 */

import type { Words } from '@dragoman/agis';
import { agisExtra, defined, endpointLabel, ownMembers } from '@dragoman/agis';
import type { Diagnostic, Entry, JsonObject, Operation } from '@dragoman/model';
import { diagnose, isJsonObject, longestName } from '@dragoman/model';
import type { ReleasedTexts } from '../../gateway/contains-instructions.js';
import { isHeld } from '../../gateway/model-text.js';
import type { ChosenPlace } from './choose-place.js';
import { choosePlace } from './choose-place.js';
import { agisDiagnostics } from './diagnostics.js';
import { dropCookies } from './drop-cookies.js';
import type { SharedSchemas } from './hoist-definitions.js';
import { hoistDefinitions } from './hoist-definitions.js';
import { renameInputs } from './rename-inputs.js';
import { writeErrors } from './write-errors.js';
import type { Refused } from './write-semantic.js';
import { intentOf, isShown, writeSemantic } from './write-semantic.js';

/** An endpoint of a written document, and its operation. */
export interface PlannedEndpoint {
  method: string;
  path: string;
  operation: Operation;
  /** Original input names by name in the document, where they differ. */
  renames: ReadonlyMap<string, string>;
}

/** The context that the endpoints of one document share. */
export interface Writing {
  entry: Pick<Entry, 'slug' | 'origin'>;
  words: Words;
  shared: SharedSchemas;
  /** Hashes of the texts that were released. */
  released: ReleasedTexts;
  /** Labels with blanked paths that are already used. */
  taken: Set<string>;
}

/** A written endpoint. */
export interface WrittenEndpoint {
  endpoint: JsonObject;
  planned: PlannedEndpoint;
  diagnostics: Diagnostic[];
}

/** Writes one operation as the endpoint at this pointer. */
export function writeEndpoint(
  operation: Operation,
  writing: Writing,
  { pointer, refused }: { pointer: string; refused: Refused },
): WrittenEndpoint {
  const intent = intentOf(operation);
  const { released } = writing;
  const spoken = intent !== undefined && isShown(intent, released) ? { intent: intent.text } : {};
  const place = choosePlace({ ...writing, operation, ...spoken });
  const { method, path } = place;
  const [family] = writing.words.familiesOf(method);
  const { semantic, review, diagnostics } = writeSemantic(operation, {
    method,
    path,
    family,
    pointer,
    refused,
    released,
  });
  const schemas = writeSchemas(operation, writing, place);
  const { errors, renamed } = writeErrors(operation, path);
  const endpoint = defined({
    method,
    path,
    semantic: { ...semantic, ...toolNameOf(operation) },
    input: schemas.input,
    output: schemas.output,
    errors,
    ...endpointExtra(operation),
    [ownMembers.description]: describe(operation, semantic.intent, released),
    [ownMembers.deprecated]: operation.lifecycle?.deprecated === true ? true : undefined,
    [ownMembers.review]: review.length === 0 ? undefined : review,
  });
  const label = endpointLabel(method, path);
  const findings = [
    ...placeFindings(operation, place, pointer),
    ...diagnostics,
    ...schemas.diagnostics.map((each) => ({ ...each, location: { pointer: `${pointer}${each.location.pointer}` } })),
    ...renamed.map(({ from, to }) =>
      diagnose(agisDiagnostics, 'agis/errors-generic', { pointer: `${pointer}/errors` }, { endpoint: label, from, to }),
    ),
    ...lossesOf(operation, pointer),
  ];
  return { endpoint, planned: { method, path, operation, renames: schemas.renames }, diagnostics: findings };
}

function endpointExtra({ extra }: Operation): JsonObject {
  const { endpoint } = agisExtra(extra);
  return isJsonObject(endpoint) ? endpoint : {};
}

/** Text beyond the intent, unless it contains instructions. */
function describe({ description, verb }: Operation, intent: unknown, released: ReleasedTexts): string | undefined {
  if (description === undefined || description === intent) return undefined;
  return verb !== undefined || !isHeld(description, released) ? description : undefined;
}

/** An operation from another format keeps its tool name; all endpoints then have one, so that none collide. */
function toolNameOf({ name, verb, binding }: Operation): JsonObject {
  if (verb !== undefined) return {};
  const own = binding.kind === 'mcp' ? binding.tool : name;
  const given = /^[a-z][a-z0-9_-]*$/.test(own) ? own : name;
  return given.length <= longestName ? { mcp_tool_name: given } : {};
}

interface WrittenSchemas {
  input: JsonObject;
  output: JsonObject;
  renames: ReadonlyMap<string, string>;
  diagnostics: Diagnostic[];
}

function writeSchemas(operation: Operation, writing: Writing, place: ChosenPlace): WrittenSchemas {
  const kept = writing.entry.origin.protocol === 'agis' ? agisExtra(operation.extra).schemas : undefined;
  const raw = isJsonObject(kept) ? kept : {};
  const diagnostics: Diagnostic[] = [];
  const report = (code: 'agis/input-not-object' | 'agis/output-open', pointer: string) =>
    diagnostics.push(diagnose(agisDiagnostics, code, { pointer }, { operation: operation.name }));
  const { input: given, dropped } = dropCookies(operation);
  for (const name of dropped) {
    const what = { what: `the cookie '${name}' (${operation.name})` };
    diagnostics.push(diagnose(agisDiagnostics, 'agis/not-carried', { pointer: '/input' }, what));
  }
  const named = isJsonObject(given) ? renameInputs(given, place.inputs) : undefined;
  for (const [to, from] of named?.renames ?? []) {
    const parameters = { operation: operation.name, from, to };
    diagnostics.push(diagnose(agisDiagnostics, 'agis/input-renamed', { pointer: '/input' }, parameters));
  }
  const { name } = operation;
  const input = hoistDefinitions(named?.input ?? given, `${name}_input`, writing.shared);
  const output = hoistDefinitions(operation.output, `${name}_output`, writing.shared);
  if (input === undefined || !mayBeObject(input)) report('agis/input-not-object', '/input');
  if (output === undefined || Object.keys(output).length === 0) report('agis/output-open', '/output');
  return {
    input: isJsonObject(raw.input) ? raw.input : writeInput(input, operation.verb !== undefined),
    output: isJsonObject(raw.output) ? raw.output : (output ?? {}),
    renames: named?.renames ?? new Map(),
    diagnostics,
  };
}

function mayBeObject({ type, $ref, properties, allOf, anyOf, oneOf }: JsonObject): boolean {
  if (type === undefined) return [$ref, properties, allOf, anyOf, oneOf].some((each) => each !== undefined);
  return type === 'object' || (Array.isArray(type) && type.includes('object'));
}

/** Writes which inputs are required, even when none is (§7); the author's own schema is unchanged. */
function writeInput(input: JsonObject | undefined, isOwn: boolean): JsonObject {
  if (isOwn && input !== undefined) return input;
  if (input === undefined || !mayBeObject(input)) return { type: 'object', properties: {}, required: [] };
  if (input.$ref !== undefined || Array.isArray(input.required)) return { type: 'object', ...input };
  return { type: 'object', ...input, required: [] };
}

function placeFindings(operation: Operation, place: ChosenPlace, pointer: string): Diagnostic[] {
  if (operation.verb !== undefined) return [];
  const { method, path, alternatives } = place;
  const { name } = operation;
  const others = alternatives.length === 0 ? '' : `Others: ${alternatives.join(', ')}.`;
  const verb = { operation: name, method, reason: place.verbReason, alternatives: others };
  return [
    diagnose(agisDiagnostics, 'agis/verb-chosen', { pointer: `${pointer}/method` }, verb),
    diagnose(
      agisDiagnostics,
      'agis/path-chosen',
      { pointer: `${pointer}/path` },
      { operation: name, path, reason: place.pathReason },
    ),
  ];
}

function lossesOf({ name, examples, tags, safety, lifecycle }: Operation, pointer: string): Diagnostic[] {
  const lost = [
    examples.length > 0 ? `${examples.length} examples` : undefined,
    tags.length > 0 ? `the tags ${tags.slice(0, 5).join(', ')}` : undefined,
    safety !== undefined && Object.keys(safety).length > 0
      ? 'safety features (dry run, idempotency keys, batches)'
      : undefined,
    lifecycle?.sunset === undefined && lifecycle?.replacement === undefined
      ? undefined
      : 'its end of life and successor',
  ].filter((each) => each !== undefined);
  if (lost.length === 0) return [];
  return [diagnose(agisDiagnostics, 'agis/not-carried', { pointer }, { what: `${lost.join('; ')} (${name})` })];
}
