/**
 * Composes a toolset document from a designer's request and the previous document. The chosen signatures are stored in
 * it, so that the toolset works while a vendor is unreachable. All errors of the request are reported at once.
 */
import type { FieldError, ToolsetDocument, ToolsetTool } from '@dragoman/model';
import { countProblems, Failure } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { hashSignature } from '../documents/signature-lock.js';
import type { FoundChoice } from './find-choice.js';
import { findChoice } from './find-choice.js';
import { nameChoices } from './name-choices.js';
import { followVendor, nextServed, retire } from './served-tool.js';
import type { DesignerPorts } from './toolset-access.js';
import { readingOnce } from './toolset-access.js';
import { composeContent } from './toolset-content.js';
import type { ToolChoice, ToolsetRequest } from './toolset-request.js';
import { choiceFault, maxToolsetTools } from './toolset-request.js';

/** Caller and target of a composition. */
export interface Composition {
  toolsetId: string;
  caller: Caller;
  /** The document so far. */
  before: ToolsetDocument | undefined;
}

/** Largest document in characters of JSON. */
const maxDocumentLength = 8_000_000;

/** Composes the document; throws `INVALID_INPUT` with every error. */
export async function composeToolset(
  given: DesignerPorts,
  request: ToolsetRequest,
  composition: Composition,
): Promise<ToolsetDocument> {
  const ports = readingOnce(given);
  const { caller, before, toolsetId } = composition;
  const faults: FieldError[] = [];
  if (request.choices.length > maxToolsetTools) throw tooMany();
  const found: FoundChoice[] = [];
  const places: number[] = [];
  for (const [at, choice] of request.choices.entries()) {
    const one = await findChoice(ports, choice, at, { caller, before: before?.tools ?? [], faults });
    if (one === undefined) continue;
    found.push(one);
    places.push(at);
  }
  faults.push(...repeated(found, places), ...found.flatMap((each, at) => wordFaults(each, places[at] ?? at)));
  const named = nameChoices(found, request.resolveNames);
  faults.push(...named.faults.map((each) => moved(each, places)));
  const content = await composeContent(ports, request, { caller, before, faults });
  if (faults.length > 0) throw invalidToolset(faults);
  const earlier = [...(before?.retired ?? []), ...(before?.tools ?? []).map(({ served }) => served)];
  let made = before?.made ?? 0;
  const tools = found.map((each, at) => {
    const { before: old } = each;
    const last = old?.follow === 'latest' ? followVendor(old.served, each.tool) : old?.served;
    const known = last === undefined ? earlier : [...earlier, last];
    const name = named.names[at] ?? '';
    const served = nextServed(servingOf(each, name, toolsetId), known, made + 1);
    if (!known.some(({ toolId }) => toolId === served.toolId)) made += 1;
    return makeTool(each, name, served);
  });
  return bounded({
    description: request.description,
    mode: request.mode,
    tools,
    ...(request.open === undefined ? {} : { open: request.open }),
    ...(content === undefined ? {} : { content }),
    retired: retire(
      before,
      tools.map(({ served }) => served),
    ),
    made,
    ...(request.localised === undefined ? {} : { localised: request.localised }),
  });
}

/** The choice that leaves a chosen tool unchanged. */
export function choiceOf(tool: ToolsetTool): ToolChoice {
  const { served, follow, version, description, inputs, localised } = tool;
  return {
    agentId: served.agentId,
    tool: served.sourceToolId,
    version: follow === 'latest' ? 'latest' : version,
    name: served.name,
    ...(description === undefined ? {} : { description }),
    ...(inputs === undefined ? {} : { inputs }),
    ...(localised === undefined ? {} : { localised }),
  };
}

/** The failure that lists every error of a toolset. */
export function invalidToolset(faults: readonly FieldError[]): Failure {
  const count = countProblems(faults.length);
  return new Failure('INVALID_INPUT', { message: `The toolset has ${count}.`, fieldErrors: faults.slice(0, 100) });
}

function servingOf(found: FoundChoice, name: string, toolsetId: string) {
  const { description } = found.choice;
  const inputs = wordsById(found);
  return {
    toolsetId,
    name,
    tool: found.tool,
    of: found.version.signature.version,
    ...(description === undefined ? {} : { description }),
    ...(inputs === undefined ? {} : { inputs }),
  };
}

function makeTool(found: FoundChoice, name: string, served: ToolsetTool['served']): ToolsetTool {
  const { choice, tool, version, follow, before } = found;
  const { signature, input, output, vendor } = version;
  const inputs = wordsById(found);
  const kept = before?.stayed;
  return {
    served: { ...served, name },
    operationId: tool.operationId,
    vendor: found.vendor,
    version: signature.version,
    follow,
    signature,
    input,
    output,
    fingerprint: hashSignature(signature),
    ...(vendor === undefined ? {} : { origin: vendor }),
    ...(choice.description === undefined ? {} : { description: choice.description }),
    ...(inputs === undefined ? {} : { inputs }),
    ...(choice.localised === undefined ? {} : { localised: choice.localised }),
    ...(kept === undefined ? {} : { stayed: kept }),
  };
}

/** Texts for inputs may refer to them by name; they are stored by id, which a rename does not change. */
function wordsById({ choice, version }: FoundChoice): Record<string, string> | undefined {
  const given = Object.entries(choice.inputs ?? {});
  if (given.length === 0) return undefined;
  const inputs = version.signature.input_parameters;
  return Object.fromEntries(
    given.map(([word, text]) => [inputs.find(({ id, name }) => id === word || name === word)?.id ?? word, text]),
  );
}

function wordFaults({ choice, plainName: name, version }: FoundChoice, at: number): FieldError[] {
  const known = version.signature.input_parameters;
  const unknown = Object.keys(choice.inputs ?? {}).filter(
    (word) => !known.some((each) => each.id === word || each.name === word),
  );
  return unknown.map((word) =>
    choiceFault(at, 'inputs', 'no-input', `'${name.slice(0, 80)}' has no input '${word.slice(0, 80)}'`),
  );
}

function repeated(found: readonly FoundChoice[], places: readonly number[]): FieldError[] {
  const seen = new Set<string>();
  return found.flatMap(({ tool, plainName }, at) => {
    if (!seen.has(tool.toolId)) {
      seen.add(tool.toolId);
      return [];
    }
    return [choiceFault(places[at] ?? at, 'tool', 'tool-repeated', `'${plainName.slice(0, 80)}' is chosen twice`)];
  });
}

/** Errors of resolved choices carry an index among those; maps it to the index in the request. */
function moved(fault: FieldError, places: readonly number[]): FieldError {
  const at = Number(/^tools\[(\d+)\]/.exec(fault.field)?.[1] ?? 0);
  const place = places[at] ?? at;
  return {
    ...fault,
    field: fault.field.replace(/^tools\[\d+\]/, `tools[${place}]`),
    pointer: (fault.pointer ?? '').replace(/^\/tools\/\d+/, `/tools/${place}`),
  };
}

function bounded(document: ToolsetDocument): ToolsetDocument {
  if (JSON.stringify(document).length <= maxDocumentLength) return document;
  throw new Failure('PAYLOAD_TOO_LARGE', { message: 'The toolset with all its signatures is too large; split it.' });
}

function tooMany(): Failure {
  return invalidToolset([
    {
      field: 'tools',
      pointer: '/tools',
      code: 'toolset/too-many',
      detail: `must have at most ${maxToolsetTools} tools`,
    },
  ]);
}
