/**
 * The tools of a toolset as available to one caller: the chosen ones at their versions and, if the toolset is open,
 * those matched by its selection. A caller who may not see a service does not get its tools through a toolset either.
 */
import type { OpenSelection, ServedTool, ToolsetTool } from '@dragoman/model';
import { findByName } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import type { PagePosition } from '../access/cursor.js';
import type { StoredEntry } from '../catalogue/store.js';
import { isVisible } from '../catalogue/visible.js';
import { findToolByName } from '../protocols/nact/find-by-name.js';
import type { PlacedTool } from '../protocols/nact/root.js';
import { findCandidates } from '../protocols/nact/root.js';
import type { FoundTool } from '../protocols/nact/tool-cache.js';
import type { Tool } from '../protocols/nact/tool-history.js';
import { plainTool } from '../protocols/nact/tool-history.js';
import { readVisible } from './find-choice.js';
import { renumber } from './renumber.js';
import { agentsOf, selectTools, wordsOf } from './select-tools.js';
import { followVendor, showTool } from './served-tool.js';
import type { DesignerPorts, Toolset } from './toolset-access.js';
import { readingOnce } from './toolset-access.js';

/**
 * The tools of a toolset in order, after a position: first those chosen by name, then those matched by the selection.
 */
export async function* toolsetTools(
  given: DesignerPorts,
  { document }: Toolset,
  { caller, after }: { caller: Caller; after?: PagePosition },
): AsyncIterable<PlacedTool> {
  const ports = readingOnce(given);
  const inOpen = after?.skip === openPart;
  const behind = after?.name ?? '';
  const chosen = [...document.tools].sort(byName).filter(({ served }) => !inOpen && served.name > behind);
  for (const item of chosen) {
    const found = await findChosen(ports, item, caller);
    if (found?.tool.listed) yield { tool: found.tool, place: { skip: 0, name: found.tool.name, id: '' } };
  }
  const { open } = document;
  if (document.mode !== 'open' || open === undefined) return;
  const agents = await agentsOf(ports, open);
  const selection = { tags: open.tags, words: wordsOf(open.text), ...(agents === undefined ? {} : { agents }) };
  const names = new Set(document.tools.map(({ served }) => served.name));
  const sources = new Set(document.tools.map(({ served }) => served.sourceToolId));
  const start = inOpen ? { after } : {};
  for await (const { tool, place, kept } of selectTools(ports, { caller, selection, ...start })) {
    if (!kept || sources.has(tool.toolId)) continue;
    const shown = nameInToolset(tool, open, names);
    if (!names.has(shown.name)) yield { tool: shown, place: { ...place, skip: openPart } };
  }
}

/**
 * Tools of one named service have their plain names. With several services, or sources whose services change, a plain
 * name could come to mean another tool, so the full one stays.
 */
function nameInToolset(tool: Tool, open: OpenSelection, taken: ReadonlySet<string>): Tool {
  return onlyAgent(open) === undefined || taken.has(tool.plainName) ? tool : plainTool(tool);
}

function onlyAgent({ agents, sources }: OpenSelection): string | undefined {
  return agents.length === 1 && sources.length === 0 ? agents[0] : undefined;
}

/** Marks a position among the tools matched by the selection. */
const openPart = 1;

/**
 * The tool with this id or name: chosen, retired, or matched by the selection; undefined when the toolset has no such
 * tool for this caller.
 */
export async function findToolsetTool(
  ports: DesignerPorts,
  toolset: Toolset,
  word: string,
  caller: Caller,
): Promise<FoundTool | undefined> {
  const { document } = toolset;
  const toolId = word.toLowerCase();
  const chosen = document.tools.find(({ served }) => served.toolId === toolId);
  if (chosen !== undefined) return findChosen(ports, chosen, caller);
  const retired = document.retired.find((served) => served.toolId === toolId);
  if (retired !== undefined) return findServed(ports, retired, caller, false);
  const named =
    findByName(document.tools, word, ({ served, origin }) => [served.name, origin?.name]) ??
    (await findByOriginalName(ports, document.tools, word, caller));
  if (named !== undefined) return findChosen(ports, named, caller);
  return document.mode === 'open' ? findOpen(ports, toolset, word, caller) : undefined;
}

/** The only chosen tool whose operation has this name in its service. */
async function findByOriginalName(
  ports: DesignerPorts,
  chosen: readonly ToolsetTool[],
  name: string,
  caller: Caller,
): Promise<ToolsetTool | undefined> {
  const found: ToolsetTool[] = [];
  for (const id of new Set(chosen.map(({ served }) => served.agentId))) {
    const stored = await readVisible(ports, id, caller);
    if (stored === undefined) continue;
    const { tools } = await ports.toolCache.toolsOf(stored);
    const tool = findToolByName(tools, stored.entry.operations, name);
    found.push(...chosen.filter((each) => each.served.agentId === id && each.operationId === tool?.operationId));
  }
  return found.length === 1 ? found[0] : undefined;
}

/** A chosen tool with its entry; undefined when it is not (or no longer) available. */
export async function findChosen(
  ports: DesignerPorts,
  item: ToolsetTool,
  caller: Caller,
): Promise<FoundTool | undefined> {
  const follows = item.follow === 'latest';
  const source = item.input === undefined && !follows ? await findSource(ports, item.served, caller) : undefined;
  const { served } = source === undefined ? item : renumber(item, source.tools);
  return findServed(ports, served, caller, follows);
}

/** A tool of the catalogue with its entry and all tools of the entry. */
export interface FoundSource {
  stored: StoredEntry;
  tool: Tool;
  tools: Tool[];
}

/** The catalogue's tool for a tool that a toolset shows. */
export async function findSource(
  ports: DesignerPorts,
  { agentId, sourceToolId }: Pick<ServedTool, 'agentId' | 'sourceToolId'>,
  caller: Caller,
): Promise<FoundSource | undefined> {
  const stored = await readVisible(ports, agentId, caller);
  if (stored === undefined) return undefined;
  const { tools } = await ports.toolCache.toolsOf(stored);
  const tool = tools.find(({ toolId }) => toolId === sourceToolId);
  return tool === undefined ? undefined : { stored, tool, tools };
}

async function findServed(
  ports: DesignerPorts,
  served: ServedTool,
  caller: Caller,
  latest: boolean,
): Promise<FoundTool | undefined> {
  const source = await findSource(ports, served, caller);
  if (source === undefined) return undefined;
  const shown = showTool(latest ? followVendor(served, source.tool) : served, source.tool);
  return shown === undefined ? undefined : { stored: source.stored, tool: shown };
}

async function findOpen(
  ports: DesignerPorts,
  { document: { open, tools } }: Toolset,
  word: string,
  caller: Caller,
): Promise<FoundTool | undefined> {
  if (open === undefined) return undefined;
  const agent = onlyAgent(open);
  const [found, second] =
    agent === undefined
      ? await findCandidates(ports.toolCache, word, caller)
      : await findInAgent(ports, agent, word, caller);
  if (found === undefined || second !== undefined) return undefined;
  const all = await agentsOf(ports, open);
  const id = found.tool.agentId;
  if (all !== undefined && !all.has(id)) return undefined;
  const selection = { tags: open.tags, words: wordsOf(open.text), agents: new Set([id]) };
  const names = new Set(tools.map(({ served }) => served.name));
  for await (const { tool, kept } of selectTools(ports, { caller, selection })) {
    if (kept && tool.toolId === found.tool.toolId) return { ...found, tool: nameInToolset(tool, open, names) };
  }
  return undefined;
}

async function findInAgent(ports: DesignerPorts, id: string, word: string, caller: Caller): Promise<FoundTool[]> {
  const visible = (await isVisible(ports, id, caller)) ? await ports.toolCache.findIn(id, word, caller) : undefined;
  return visible === undefined ? [] : [visible];
}

function byName(one: ToolsetTool, other: ToolsetTool): number {
  return one.served.name < other.served.name ? -1 : 1;
}
