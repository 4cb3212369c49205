/**
 * Determines how a toolset shows its tools: under the designer's names and texts, with version numbers of the toolset's
 * own, so that its N-ACT root has the same locks as a vendor's. Every version shown stays callable.
 */
import type { ServedTool, ServedVersion, ToolInput, ToolSignature, ToolsetDocument } from '@dragoman/model';
import { refusedChanges } from '@dragoman/model';
import { nameUuid } from '../documents/name-uuid.js';
import type { Tool, ToolVersion } from '../protocols/nact/tool-history.js';
import { rewordSchema } from './reword-schema.js';

/** The designer's texts for a tool. */
export type OwnTexts = Pick<ServedVersion, 'description' | 'inputs'>;

/** How a toolset will show a tool of the catalogue. */
export interface Serving extends OwnTexts {
  toolsetId: string;
  name: string;
  tool: Tool;
  /** Version of the catalogue's tool. */
  of: number;
}

/** Maximum number of versions of one tool in a toolset; after that it continues as another tool. */
const maxVersions = 1000;

/** Maximum number of retired tools that stay callable; the oldest are dropped first. */
const maxRetired = 500;

/**
 * Continues the tool shown under this name if that does not break its callers; otherwise starts a new tool, whose
 * number among all tools ever shown by the toolset is `made`.
 */
export function nextServed(serving: Serving, earlier: readonly ServedTool[], made: number): ServedTool {
  const { name, tool, toolsetId } = serving;
  const last = earlier.findLast((each) => each.name === name && each.sourceToolId === tool.toolId);
  const extended = last === undefined ? undefined : extend(last, serving);
  if (extended !== undefined) return extended;
  const toolId = nameUuid('toolset-tool', toolsetId, tool.toolId, name, String(made));
  const versions = [{ version: 1, ...recipeOf(serving) }];
  return { toolId, name, agentId: tool.agentId, sourceToolId: tool.toolId, versions };
}

/** All tools that were shown before and are not shown now. */
export function retire(before: ToolsetDocument | undefined, now: readonly ServedTool[]): ServedTool[] {
  const present = new Set(now.map(({ toolId }) => toolId));
  const all = [...(before?.retired ?? []), ...(before?.tools ?? []).map(({ served }) => served)];
  return all.filter(({ toolId }) => !present.has(toolId)).slice(-maxRetired);
}

/** The versions of a tool that follows its vendor, up to the vendor's current one. */
export function followVendor(served: ServedTool, tool: Tool): ServedTool {
  const last = served.versions.at(-1);
  if (last === undefined || last.of >= tool.versions.length) return served;
  const ahead = Array.from({ length: tool.versions.length - last.of }, (_, at) => ({
    ...last,
    version: last.version + at + 1,
    of: last.of + at + 1,
  }));
  return { ...served, versions: [...served.versions, ...ahead] };
}

/** A tool in the form of the N-ACT routes; undefined when the catalogue no longer has its source. */
export function showTool(served: ServedTool, tool: Tool): Tool | undefined {
  const versions = served.versions.map((version) => showVersion(served, version, tool));
  const [first, ...more] = versions.filter((version) => version !== undefined);
  if (first === undefined || more.length + 1 < versions.length) return undefined;
  const { toolId, name } = served;
  const { agentId, operationId, plainName, fullName, gone } = tool;
  const names = { name, plainName, fullName };
  return { toolId, agentId, operationId, ...names, listed: !gone, gone, versions: [first, ...more] };
}

/** A vendor's signature under the designer's name and with the designer's texts. */
export function rewordSignature(signature: ToolSignature, { description, inputs = {} }: OwnTexts): ToolSignature {
  return {
    ...signature,
    description: description ?? signature.description,
    input_parameters: signature.input_parameters.map((input) => rewordInput(input, inputs)),
  };
}

function rewordInput(input: ToolInput, words: Readonly<Record<string, string>>): ToolInput {
  const own = Object.hasOwn(words, input.id) ? words[input.id] : undefined;
  return own === undefined ? input : { ...input, description: own };
}

function showVersion(served: ServedTool, recipe: ServedVersion, tool: Tool): ToolVersion | undefined {
  const source = tool.versions[recipe.of - 1];
  if (source === undefined) return undefined;
  const { toolId, name } = served;
  const { version } = recipe;
  const signature = { ...rewordSignature(source.signature, recipe), toolId, name, version, currentVersion: version };
  const input = rewordSchema(source.input, recipe.inputs ?? {}, source.contract.inputs);
  return { ...source, signature, input };
}

function extend(served: ServedTool, serving: Serving): ServedTool | undefined {
  const last = served.versions.at(-1);
  const recipe = recipeOf(serving);
  if (last === undefined) return undefined;
  if (JSON.stringify({ ...recipe, version: 0 }) === JSON.stringify({ ...recipeOf(last), version: 0 })) return served;
  const next = { version: last.version + 1, ...recipe };
  const [before, after] = [last, next].map((each) => showVersion(served, each, serving.tool)?.signature);
  if (before === undefined || after === undefined || served.versions.length >= maxVersions) return undefined;
  if (refusedChanges(before, after, { allowWidened: true }).length > 0) return undefined;
  return { ...served, versions: [...served.versions, next] };
}

/** Orders members, so that equal recipes have equal texts. */
function recipeOf({ of, description, inputs }: OwnTexts & { of: number }): Omit<ServedVersion, 'version'> {
  const words = Object.entries(inputs ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    of,
    ...(description === undefined ? {} : { description }),
    ...(words.length === 0 ? {} : { inputs: Object.fromEntries(words) }),
  };
}
