/** Pages through the tools of the catalogue that a caller may see and that match a selection, in a stable order. */
import type { OpenSelection, ToolSignature } from '@dragoman/model';
import { isFailure } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import type { PagePosition } from '../access/cursor.js';
import type { ToolFilter } from '../protocols/nact/list-request.js';
import { isKept } from '../protocols/nact/list-request.js';
import type { PlacedTool } from '../protocols/nact/root.js';
import { createCatalogueRoot, entryTools } from '../protocols/nact/root.js';
import { currentVersion } from '../protocols/nact/tool-history.js';
import type { DesignerPorts } from './toolset-access.js';

/** Criteria of a selection beyond those of an enumeration. */
export interface ToolSelection extends ToolFilter {
  /** Entries from which tools may come; all when absent. */
  agents?: ReadonlySet<string>;
  /** Lower-case words that must all occur in the name, the description or the tags. */
  words: string[];
}

/** The words of a filter text. */
export function wordsOf(text: string | undefined): string[] {
  return (text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 20);
}

/**
 * Tools that match the selection, after a position. Yields the position of each tool examined, whether or not it
 * matches.
 */
export async function* selectTools(
  ports: DesignerPorts,
  { caller, selection, after }: { caller: Caller; selection: ToolSelection; after?: PagePosition },
): AsyncIterable<PlacedTool & { kept: boolean }> {
  const { agents } = selection;
  const walk =
    agents === undefined || agents.size > maxByName
      ? walkAll(ports, caller, after)
      : walkSome(ports, caller, agents, after);
  for await (const placed of walk) {
    const { tool } = placed;
    const { signature } = currentVersion(tool);
    const kept =
      (agents?.has(tool.agentId) ?? true) && isKept(signature, selection) && hasWords(signature, selection.words);
    yield { ...placed, kept };
  }
}

/** True when every word occurs in the name, the description or the tags of the tool. */
export function hasWords({ name, description, tags = [] }: ToolSignature, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = [name, description, ...tags].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** With more named entries than this, walking through all entries is cheaper. */
const maxByName = 1000;

function walkAll(ports: DesignerPorts, caller: Caller, after?: PagePosition): AsyncIterable<PlacedTool> {
  return createCatalogueRoot(ports, ports.toolCache).tools({ params: {}, caller }, after);
}

/** Entries by id; skips removed and hidden ones. */
async function* walkSome(
  ports: DesignerPorts,
  caller: Caller,
  agents: ReadonlySet<string>,
  after?: PagePosition,
): AsyncIterable<PlacedTool> {
  const start = after?.id === undefined ? undefined : (JSON.parse(after.id) as [string, string?]);
  for (const id of [...agents].sort()) {
    if (start !== undefined && id < start[0]) continue;
    try {
      const place = start?.[0] === id ? after : undefined;
      yield* await entryTools(ports, ports.toolCache, { id, caller, after: place });
    } catch (thrown) {
      if (!isFailure(thrown) || thrown.code !== 'NOT_FOUND') throw thrown;
    }
  }
}

/** The entries from which an open toolset may draw tools; undefined for all. */
export async function agentsOf(
  { store }: Pick<DesignerPorts, 'store'>,
  { agents, sources }: OpenSelection,
): Promise<ReadonlySet<string> | undefined> {
  if (agents.length === 0 && sources.length === 0) return undefined;
  const found = await Promise.all(sources.map((id) => store.sources.find(id)));
  return new Set([...agents, ...found.flatMap((source) => source?.entryIds ?? [])]);
}
