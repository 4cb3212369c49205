/**
 * Resolves a designer's choice to a tool and version of the catalogue, or to every reason why it cannot be resolved.
 */
import type { Entry, FieldError, ToolsetTool } from '@dragoman/model';
import { isDerivedId, isFailure, suggestNames } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { readEntry } from '../catalogue/browse.js';
import type { StoredEntry } from '../catalogue/store.js';
import { namesOf } from '../gateway/choose-operation.js';
import { findToolByName } from '../protocols/nact/find-by-name.js';
import type { Tool, ToolVersion } from '../protocols/nact/tool-history.js';
import { currentVersion } from '../protocols/nact/tool-history.js';
import { renumber } from './renumber.js';
import { storedSchemas } from './stored-schemas.js';
import type { DesignerPorts } from './toolset-access.js';
import type { ToolChoice } from './toolset-request.js';
import { choiceFault } from './toolset-request.js';

/** A choice that resolves to a tool. */
export interface FoundChoice {
  choice: ToolChoice;
  /** Short label of its origin. */
  vendor: string;
  /** The vendor's name for the tool, without the prefix that the catalogue adds. */
  plainName: string;
  tool: Tool;
  version: ToolVersion;
  follow: 'pinned' | 'latest';
  /** The toolset's previous item for this tool. */
  before?: ToolsetTool;
}

/** Where and for which caller a choice is resolved. */
export interface ChoiceContext {
  caller: Caller;
  before: readonly ToolsetTool[];
  faults: FieldError[];
}

/** Resolves one choice; adds an error to the context if it resolves to nothing. */
export async function findChoice(
  ports: DesignerPorts,
  choice: ToolChoice,
  at: number,
  context: ChoiceContext,
): Promise<FoundChoice | undefined> {
  const stored = await readVisible(ports, choice.agentId, context.caller);
  if (stored === undefined) {
    const kept = keepChoice(choice, context);
    if (kept !== undefined) return kept;
    context.faults.push(
      choiceFault(at, 'agent_id', 'no-agent', `there is no service '${choice.agentId.slice(0, 80)}'`),
    );
    return undefined;
  }
  const { tools } = await ports.toolCache.toolsOf(stored);
  const pins = context.before.map((item) => ({ item, now: renumber(item, tools) }));
  const tool = pickTool(tools, choice, stored, pins);
  if (tool === undefined) {
    context.faults.push(choiceFault(at, 'tool', 'no-tool', noTool(choice, tools, stored)));
    return undefined;
  }
  const pin = pins.find(({ now }) => now.served.sourceToolId === tool.toolId);
  const before = pin?.now;
  // A choice that repeats the number of an old pin means that pin.
  const asked = choice.version !== undefined && choice.version === pin?.item.version ? before?.version : choice.version;
  const follow = asked === 'latest' ? 'latest' : asked === undefined ? (before?.follow ?? 'pinned') : 'pinned';
  const version = pickVersion(tool, asked, follow, before);
  if (version === undefined) {
    const name = plainName(tool, currentVersion(tool), stored);
    const detail = `'${name}' has no version ${choice.version}; the current one is ${tool.versions.length}`;
    context.faults.push(choiceFault(at, 'version', 'no-version', detail));
    return undefined;
  }
  return {
    choice,
    vendor: labelOf(stored.entry),
    plainName: plainName(tool, version, stored),
    tool,
    version,
    follow,
    ...(before === undefined ? {} : { before }),
  };
}

/** Short label of a service: its id where somebody chose it. */
function labelOf({ id, slug }: Entry): string {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) && !isDerivedId(id) ? id : slug;
}

/**
 * An earlier choice remains valid after its service was removed or hidden, because its signature is stored (DES-07).
 */
function keepChoice(choice: ToolChoice, { before: chosen }: ChoiceContext): FoundChoice | undefined {
  const word = choice.tool.toLowerCase();
  const before = chosen.find(
    ({ served }) => served.agentId === choice.agentId && [served.toolId, served.sourceToolId].includes(word),
  );
  if (before === undefined) return undefined;
  const { served, operationId, signature, version: number, follow, origin, vendor } = before;
  const contract = { description: '', tags: [], inputs: { inputs: [], shells: [] }, outputs: [] };
  const version: ToolVersion = { signature, contract, ...storedSchemas(before), operationVersion: 1 };
  const versions: Tool['versions'] = [version, ...Array.from({ length: number - 1 }, () => version)];
  const { sourceToolId: toolId, agentId } = served;
  const { name } = signature;
  const names = { name, plainName: name, fullName: name };
  const tool = { toolId, agentId, operationId, ...names, listed: false, gone: true, versions };
  const own = origin === undefined ? version : { ...version, vendor: origin };
  return { choice, vendor, plainName: origin?.name ?? name, tool, version: own, follow, before };
}

/** The entry with this id, or undefined when the caller may not see it. */
export async function readVisible(ports: DesignerPorts, id: string, caller: Caller): Promise<StoredEntry | undefined> {
  const reading = ports.readEntries?.get(id) ?? readFromStore(ports, id, caller);
  ports.readEntries?.set(id, reading);
  return reading;
}

async function readFromStore(ports: DesignerPorts, id: string, caller: Caller): Promise<StoredEntry | undefined> {
  try {
    return await readEntry(ports, id, caller);
  } catch (thrown) {
    if (isFailure(thrown) && thrown.code === 'NOT_FOUND') return undefined;
    throw thrown;
  }
}

/** Offered tools take precedence over those no longer offered, and ids over names. */
function pickTool(
  tools: readonly Tool[],
  { tool: word }: ToolChoice,
  { entry }: StoredEntry,
  pins: readonly { item: ToolsetTool; now: ToolsetTool }[],
): Tool | undefined {
  const folded = word.toLowerCase();
  const chosen = pins.find(({ item: { served } }) => served.toolId === folded || served.sourceToolId === folded);
  const byId = tools.find(({ toolId }) => toolId === (chosen?.now.served.sourceToolId ?? folded));
  return byId ?? findToolByName(tools, entry.operations, word);
}

function pickVersion(
  tool: Tool,
  version: ToolChoice['version'],
  follow: 'pinned' | 'latest',
  before: ToolsetTool | undefined,
): ToolVersion | undefined {
  if (follow === 'latest') return currentVersion(tool);
  const wanted = typeof version === 'number' ? version : (before?.version ?? tool.versions.length);
  return tool.versions[wanted - 1];
}

/** The vendor's name of the tool, by which people know and choose it. */
function plainName({ name, operationId }: Tool, { vendor }: ToolVersion, { entry }: StoredEntry): string {
  return vendor?.name ?? entry.operations.find(({ id }) => id === operationId)?.name ?? name;
}

function noTool({ tool }: ToolChoice, tools: readonly Tool[], stored: StoredEntry): string {
  const names = tools.filter(({ listed }) => listed).map((each) => plainName(each, currentVersion(each), stored));
  const originals = namesOf(stored.entry.operations);
  const hint = names.length === 0 ? 'It offers no tools.' : suggestNames(tool, [...names, ...originals]);
  return `the service has no single tool '${tool.slice(0, 80)}'. ${hint}`;
}
