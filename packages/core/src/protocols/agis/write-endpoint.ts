/**
 * Converts an operation to an endpoint of a document, with the plan that maps a call of the endpoint to the
 * operation.
 */

import type { Words } from '@dragoman/agis';
import { agisExtra, defined, endpointLabel, memberOf, ownMembers, without } from '@dragoman/agis';
import type { Diagnostic, Entry, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { diagnose, isJsonObject, longestName } from '@dragoman/model';
import type { ReleasedTexts } from '../../gateway/contains-instructions.js';
import { isHeld } from '../../gateway/model-text.js';
import { agisDiagnostics } from './diagnostics.js';
import { serviceReason } from './drafting/choose-paths.js';
import type { ChosenPlace } from './drafting/choose-place.js';
import { choosePlace } from './drafting/choose-place.js';
import { factsOf } from './drafting/endpoint-facts.js';
import { nameSentence } from './drafting/name-sentence.js';
import { intentOf } from './drafting/own-sentence.js';
import type { Splits } from './drafting/split-compound.js';
import { type SharedTexts, withOwnTexts } from './drafting/text-evidence.js';
import { titleSentence } from './drafting/title-sentence.js';
import type { WordCase } from './drafting/word-case.js';
import { dropCookies } from './drop-cookies.js';
import type { SharedSchemas } from './hoist-definitions.js';
import { hoistDefinitions } from './hoist-definitions.js';
import { isSameSite, writeHttpRequest } from './http-request.js';
import { writeSafety } from './read-operation.js';
import { renameInputs } from './rename-inputs.js';
import { writeErrors } from './write-errors.js';
import type { Refused } from './write-semantic.js';
import { isShown, isTitle, writeSemantic } from './write-semantic.js';

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
  entry: Pick<Entry, 'slug' | 'origin' | 'endpoint'>;
  words: Words;
  shared: SharedSchemas;
  /** Hashes of the texts that were released. */
  released: ReleasedTexts;
  /** Labels with blanked paths that are already used. */
  taken: Set<string>;
  /** Addresses of collections. */
  collections: ReadonlySet<string>;
  /** Names of things by address. */
  things: ReadonlyMap<string, string>;
  /** Descriptions of several operations. */
  sharedTexts: SharedTexts;
  /** How the document writes its words. */
  wordCase: WordCase;
  /** The first segment of all addresses, where it is a word for the interface itself. */
  base?: readonly string[] | undefined;
  /** Segments that are written as several words. */
  splits?: Splits | undefined;
  /** The last segments of all addresses. */
  ends?: ReadonlySet<string> | undefined;
  /** Present when calls go to the service itself: the URL that its requests are relative to. */
  own?: { base: string | undefined };
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
  const own = withOwnTexts(operation, writing.sharedTexts);
  const named =
    (own.summary ?? own.description ?? own.verb) ? titleSentence(own, writing.words) : nameSentence(own, writing.words);
  const spoken = named === undefined ? own : { ...own, summary: named };
  const intent = intentOf(spoken, writing.words);
  const { released } = writing;
  const isSpoken =
    intent !== undefined && isShown(intent, released) && !isTitle(intent.text, spoken, { words: writing.words });
  const facts = factsOf(operation, writing);
  const sentence = isSpoken && !facts.isHead ? { intent: intent.text } : {};
  // A text of many addresses still says what is done.
  const said =
    named === undefined ? withOwnTexts(operation, { ...writing.sharedTexts, ofAddresses: new Set() }) : spoken;
  const place = choosePlace({ ...writing, operation: said, facts, ...sentence });
  const { method, path } = place;
  const [family] = writing.words.familiesOf(method);
  const { semantic, review, diagnostics } = writeSemantic(spoken, {
    method,
    path,
    family,
    words: writing.words,
    wordCase: writing.wordCase,
    facts: { ...facts, isNameless: place.pathReason === serviceReason, isNamed: named !== undefined },
    pointer,
    refused,
    released,
  });
  const schemas = writeSchemas(operation, writing, place);
  const { errors, renamed, drafted } = writeErrors(operation, path);
  if (drafted) review.push('errors');
  const endpoint = defined({
    method,
    path,
    semantic: { ...semantic, ...toolNameOf(operation) },
    input: schemas.input,
    output: schemas.output,
    errors,
    ...endpointExtra(operation, writing),
    [ownMembers.httpRequest]: requestOf(operation, writing, schemas),
    [ownMembers.safety]: writeSafety(operation),
    [ownMembers.description]: describe(operation, semantic.intent, released),
    [ownMembers.deprecated]: operation.lifecycle?.deprecated === true ? true : undefined,
    ...(review.length === 0 ? {} : { [ownMembers.review]: review }),
  });
  const label = endpointLabel(method, path);
  const findings = [
    ...placeFindings(operation, place, pointer),
    ...diagnostics,
    ...schemas.diagnostics.map((each) => ({ ...each, location: { pointer: `${pointer}${each.location.pointer}` } })),
    ...renamed.map(({ from, to }) =>
      diagnose(agisDiagnostics, 'agis/errors-generic', { pointer: `${pointer}/errors` }, { endpoint: label, from, to }),
    ),
    ...lossesOf(operation, writing, pointer),
  ];
  return { endpoint, planned: { method, path, operation, renames: schemas.renames }, diagnostics: findings };
}

/** Members of the author; calls through the gateway do not use the service's own requests. */
function endpointExtra({ extra }: Operation, { own }: Writing): JsonObject {
  const { endpoint } = agisExtra(extra);
  const kept = isJsonObject(endpoint) ? endpoint : {};
  return own === undefined ? without(kept, ownMembers.httpRequest) : kept;
}

function requestOf(
  { binding, extra }: Operation,
  { own }: Writing,
  { renames, dropped }: WrittenSchemas,
): JsonValue | undefined {
  if (own === undefined || binding.kind !== 'http') return undefined;
  const { endpoint } = agisExtra(extra);
  const kept = isJsonObject(endpoint) ? memberOf(endpoint, ownMembers.httpRequest) : undefined;
  return kept ?? writeHttpRequest(binding, { base: own.base, renames, dropped });
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
  /** Inputs that are left out. */
  dropped: string[];
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
    const parameters = { name, operation: operation.name };
    diagnostics.push(diagnose(agisDiagnostics, 'agis/cookie-left-out', { pointer: '/input' }, parameters));
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
    dropped,
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

/** Extensions of other formats that are read and written in another form. */
const carriedExtensions: ReadonlySet<string> = new Set(['x-agent', 'x-agis-method', 'x-outcome']);

function lossesOf(operation: Operation, writing: Writing, pointer: string): Diagnostic[] {
  const { name, examples, tags, lifecycle, errors, extra } = operation;
  const extensions = Object.keys(extra).filter((each) => each.startsWith('x-') && !carriedExtensions.has(each));
  const lost = [
    examples.length > 0 ? `${examples.length} examples` : undefined,
    tags.length > 0 ? `the tags ${tags.slice(0, 5).join(', ')}` : undefined,
    lifecycle?.sunset === undefined && lifecycle?.replacement === undefined
      ? undefined
      : 'its end of life and successor',
    errors.some(({ retryable }) => retryable !== undefined) ? 'which errors can be retried' : undefined,
    extensions.length > 0 ? `the extensions ${extensions.join(', ')}` : undefined,
    writing.own === undefined || /^(?:agis|http)$/.test(operation.binding.kind)
      ? undefined
      : `how it is called (${operation.binding.kind})`,
  ].filter((each) => each !== undefined);
  const what = `${lost.join('; ')} (${name})`;
  const carried = lost.length === 0 ? [] : [diagnose(agisDiagnostics, 'agis/not-carried', { pointer }, { what })];
  const host = otherHost(operation, writing);
  if (host === undefined) return carried;
  return [...carried, diagnose(agisDiagnostics, 'agis/request-not-callable', { pointer }, { operation: name, host })];
}

/** The host of a request that readers of the document refuse, since it is another organization's. */
function otherHost({ binding }: Operation, { own }: Writing): string | undefined {
  if (own?.base === undefined || binding.kind !== 'http') return undefined;
  const host = /^https?:\/\/([^/]+)/i.exec(binding.urlTemplate)?.[1];
  return host === undefined || isSameSite(host, new URL(own.base).host) ? undefined : host;
}
