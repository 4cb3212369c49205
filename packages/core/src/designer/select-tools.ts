/** Every tool of the catalogue that a caller may see and that meets a selection, in a stable order, page by page. */
import type { OpenSelection } from '@dragoman/model';
import { isFailure } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import type { PagePosition } from '../access/cursor.js';
import type { ToolFilter } from '../protocols/nact/list-request.js';
import { isKept } from '../protocols/nact/list-request.js';
import type { PlacedTool } from '../protocols/nact/root.js';
import { createAgentRoot, createCatalogueRoot } from '../protocols/nact/root.js';
import { currentVersion } from '../protocols/nact/tool-history.js';
import type { DesignerPorts } from './toolset-access.js';

/** What a selection asks of a tool beside what an enumeration can. */
export interface ToolSelection extends ToolFilter {
  /** Entries that tools may come from; any when absent. */
  agents?: ReadonlySet<string>;
}

/** The filter of a text as enumerations read it. */
export function wordsOf(text: string | undefined): string[] {
  return (text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 20);
}

/** Tools that meet the selection, behind a place. Gives the place of each tool looked at, kept or not. */
export async function* selectTools(
  ports: DesignerPorts,
  { caller, selection, after }: { caller: Caller; selection: ToolSelection; after?: PagePosition },
): AsyncIterable<PlacedTool & { kept: boolean }> {
  const { agents } = selection;
  const walk =
    agents === undefined || agents.size > mostByName
      ? walkAll(ports, caller, after)
      : walkSome(ports, caller, agents, after);
  for await (const placed of walk) {
    const { tool } = placed;
    const kept = (agents?.has(tool.agentId) ?? true) && isKept(currentVersion(tool).signature, selection);
    yield { ...placed, kept };
  }
}

/** Beyond so many named entries it is cheaper to walk through all. */
const mostByName = 1000;

function walkAll(ports: DesignerPorts, caller: Caller, after?: PagePosition): AsyncIterable<PlacedTool> {
  return createCatalogueRoot(ports, ports.shelf).tools({ params: {}, caller }, after);
}

/** Entries by id; what is gone or hidden is passed over. */
async function* walkSome(
  ports: DesignerPorts,
  caller: Caller,
  agents: ReadonlySet<string>,
  after?: PagePosition,
): AsyncIterable<PlacedTool> {
  const root = createAgentRoot(ports, ports.shelf);
  const start = after?.id === undefined ? undefined : (JSON.parse(after.id) as [string, string?]);
  for (const id of [...agents].sort()) {
    if (start !== undefined && id < start[0]) continue;
    try {
      yield* root.tools({ params: { id }, caller }, start?.[0] === id ? after : undefined);
    } catch (thrown) {
      if (!isFailure(thrown) || thrown.code !== 'NOT_FOUND') throw thrown;
    }
  }
}

/** The entries that an open toolset may draw on; undefined when it is all. */
export async function agentsOf(
  { store }: Pick<DesignerPorts, 'store'>,
  { agents, sources }: OpenSelection,
): Promise<ReadonlySet<string> | undefined> {
  if (agents.length === 0 && sources.length === 0) return undefined;
  const found = await Promise.all(sources.map((id) => store.sources.find(id)));
  return new Set([...agents, ...found.flatMap((source) => source?.entryIds ?? [])]);
}
