/** The draft of a toolset: what is chosen, in which words, and how it differs from what is stored; pure functions. */
import type { Impact } from '@dragoman/model';
import type { ToolOffer, Toolset, ToolsetChoice, ToolsetRequest } from '@dragoman/sdk';
import type { DifferenceRow } from '../../components/differences.js';

/** An input of a tool with the vendor's text. */
export interface DraftInput {
  name: string;
  vendorText: string;
}

/** A chosen tool. Empty texts are the vendor's. */
export interface DraftTool {
  agent: string;
  tool: string;
  vendorName: string;
  vendorText: string;
  inputs: readonly DraftInput[];
  name: string;
  text: string;
  inputTexts: Readonly<Record<string, string>>;
  /** The pinned version, or `latest`: follow the vendor. */
  version: number | 'latest';
  localised?: ToolsetChoice['localised'];
  /** Of a tool that was just chosen; the server knows it for stored ones. */
  impact?: Impact;
}

/** A draft. */
export interface Draft {
  name: string;
  description: string;
  visibility: 'public' | 'private';
  /** Who else may use it; absent when the caller may not see it. */
  grants?: readonly string[];
  tools: readonly DraftTool[];
}

/** Identifies a tool in a draft. */
export function keyOf({ agent, tool }: Pick<DraftTool, 'agent' | 'tool'>): string {
  return `${agent} ${tool}`;
}

/** The draft of a stored toolset. */
export function toDraft({ name, description, visibility, grants, tools }: Toolset): Draft {
  return {
    name,
    description,
    visibility,
    ...(grants === undefined ? {} : { grants }),
    tools: tools.map(toDraftTool),
  };
}

function toDraftTool({ choice, inputs, ...tool }: Toolset['tools'][number]): DraftTool {
  const { agent_id: agent, tool: id, version = tool.version, localised } = choice;
  return {
    agent,
    tool: id,
    vendorName: tool.vendor_name,
    vendorText: tool.vendor_description,
    inputs: readInputs(inputs),
    name: choice.name ?? tool.name,
    text: choice.description ?? '',
    inputTexts: namedTexts(inputs, choice.inputs ?? {}),
    version,
    ...(localised === undefined ? {} : { localised }),
  };
}

interface ViewedInput {
  id: string;
  name: string;
  vendor_description: string;
}

function viewed(inputs: unknown): ViewedInput[] {
  return Array.isArray(inputs) ? (inputs as ViewedInput[]) : [];
}

function readInputs(inputs: unknown): DraftInput[] {
  return viewed(inputs).map(({ name, vendor_description: text }) => ({ name, vendorText: text }));
}

/** Texts by the names of inputs; a choice may name them by id. */
function namedTexts(inputs: unknown, texts: Readonly<Record<string, string>>): Record<string, string> {
  const names = new Map(viewed(inputs).map(({ id, name }) => [id, name]));
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [names.get(key) ?? key, text]));
}

/** A tool for a draft, pinned to its current version. */
export function fromOffer({
  agent_id: agent,
  tool_id: tool,
  name,
  description,
  version,
  impact,
  signature,
}: ToolOffer): DraftTool {
  const inputs = signature.input_parameters.map((input) => ({ name: input.name, vendorText: input.description }));
  return {
    agent,
    tool,
    vendorName: name,
    vendorText: description,
    inputs,
    name: '',
    text: '',
    inputTexts: {},
    version,
    ...(impact === undefined ? {} : { impact }),
  };
}

/** The draft with one tool more, or without it when it was chosen already. */
export function toggleTool(draft: Draft, tool: DraftTool): Draft {
  const others = draft.tools.filter((each) => keyOf(each) !== keyOf(tool));
  return { ...draft, tools: others.length === draft.tools.length ? [...draft.tools, tool] : others };
}

/** The draft with one tool changed. */
export function changeTool(draft: Draft, key: string, change: Partial<DraftTool>): Draft {
  return { ...draft, tools: draft.tools.map((each) => (keyOf(each) === key ? { ...each, ...change } : each)) };
}

/** The draft with a tool moved up (-1) or down (1). */
export function moveTool(draft: Draft, key: string, by: -1 | 1): Draft {
  const at = draft.tools.findIndex((each) => keyOf(each) === key);
  const moved = draft.tools[at];
  const to = at + by;
  if (moved === undefined || to < 0 || to >= draft.tools.length) return draft;
  const others = draft.tools.filter((each) => each !== moved);
  return { ...draft, tools: [...others.slice(0, to), moved, ...others.slice(to)] };
}

/** The request that stores a draft; what the editor does not show is kept. */
export function toRequest(draft: Draft, stored?: Toolset): ToolsetRequest {
  const { name, description, visibility, tools, grants = stored?.grants } = draft;
  const { mode = 'chosen', open, localised } = stored ?? {};
  return {
    name,
    ...(description === '' ? {} : { description }),
    visibility,
    mode,
    tools: tools.map(toChoice),
    ...(open === undefined ? {} : { open }),
    ...(grants === undefined ? {} : { grants: [...grants] }),
    ...(localised === undefined ? {} : { localised }),
  };
}

function toChoice({ agent, tool, version, name, text, inputTexts, localised }: DraftTool): ToolsetChoice {
  const inputs = Object.fromEntries(Object.entries(inputTexts).filter(([, value]) => value !== ''));
  return {
    agent_id: agent,
    tool,
    version,
    ...(name === '' ? {} : { name }),
    ...(text === '' ? {} : { description: text }),
    ...(Object.keys(inputs).length === 0 ? {} : { inputs }),
    ...(localised === undefined ? {} : { localised }),
  };
}

/** What differs between two drafts: the toolset itself first, then tool by tool, then the order. */
export function draftDifferences(before: Draft, after: Draft): DifferenceRow[] {
  const was = new Map(before.tools.map((tool) => [keyOf(tool), tool]));
  const is = new Map(after.tools.map((tool) => [keyOf(tool), tool]));
  const header = (['name', 'description', 'visibility'] as const).flatMap((member) =>
    row(`Toolset, ${member}`, before[member], after[member]),
  );
  const access = row('Toolset, access', (before.grants ?? []).join(', '), (after.grants ?? []).join(', '));
  const removed = before.tools.filter((tool) => !is.has(keyOf(tool)));
  const changed = after.tools.flatMap((tool) => {
    const old = was.get(keyOf(tool));
    return old === undefined ? [{ place: titleOf(tool), after: 'added' }] : toolRows(old, tool);
  });
  const rows = [
    ...header,
    ...access,
    ...removed.map((tool) => ({ place: titleOf(tool), before: 'removed' })),
    ...changed,
  ];
  const kept = (draft: Draft, other: ReadonlyMap<string, DraftTool>) =>
    draft.tools
      .filter((tool) => other.has(keyOf(tool)))
      .map(titleOf)
      .join(', ');
  const [oldOrder, newOrder] = [
    kept(before, is),
    kept({ ...after, tools: after.tools.map((tool) => was.get(keyOf(tool)) ?? tool) }, was),
  ];
  return [...rows, ...row('Order of the tools', oldOrder, newOrder)];
}

/** The tool in a sentence. */
export function titleOf({ name, vendorName, agent }: DraftTool): string {
  return `${name || vendorName} of ${agent}`;
}

function toolRows(before: DraftTool, after: DraftTool): DifferenceRow[] {
  const title = titleOf(before);
  const inputs = after.inputs.flatMap(({ name }) =>
    row(`${title}, text of ${name}`, before.inputTexts[name] ?? '', after.inputTexts[name] ?? ''),
  );
  return [
    ...row(`${title}, name`, before.name || before.vendorName, after.name || after.vendorName),
    ...row(`${title}, version`, String(before.version), String(after.version)),
    ...row(`${title}, text`, before.text || before.vendorText, after.text || after.vendorText),
    ...inputs,
  ];
}

function row(place: string, before: string, after: string): DifferenceRow[] {
  if (before === after) return [];
  return [{ place, ...(before === '' ? {} : { before }), ...(after === '' ? {} : { after }) }];
}

/** True for a draft that was kept. */
export function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && Array.isArray((value as { tools?: unknown }).tools);
}
