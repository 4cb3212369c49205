/**
 * Subsets of a list, chosen in the address of an endpoint: the best tools for a task, those with a tag, the first ones.
 * A subset is computed when it is listed and remembered, so that what was listed can be called.
 */
import type { Caller } from '../../../access/caller.js';
import { operationsOf } from '../../../catalogue/index-port.js';
import type { RankOperations } from '../../../discovery/resolve/rank-operations.js';
import { maxRanked } from '../../../discovery/resolve/rank-operations.js';
import type { Awaitable } from '../../../documents/awaitable.js';
import { callName } from '../../../gateway/choose-operation.js';
import type { McpTool, RootTools, ToolSubset } from './root.js';
import { rootTools } from './root.js';

/** Limits of subsets; `unnoticed` is the number of tools from which on clients are known to drop some silently. */
export const subsetLimits = Object.freeze({ query: 1000, tags: 20, tag: 100, best: 20, tools: 1000, unnoticed: 128 });

/** Maximum number of subsets that are remembered per list. */
const maxRemembered = 100;

// Keyed by the whole list, so that the subsets of an older state are collected with it.
const remembered = new WeakMap<RootTools, Map<string, Awaitable<RootTools>>>();

/** How a subset is computed. */
export interface SubsetPorts {
  rank: RankOperations;
  caller: Caller;
  /** True when it is listed again, so that what has been indexed since then counts. */
  fresh: boolean;
  /** Number of tools of this server that are added to the list. */
  added: number;
}

/** The subset of a list. */
export function selectSubset(
  whole: RootTools,
  subset: ToolSubset,
  { fresh, ...ports }: SubsetPorts,
): Awaitable<RootTools> {
  const known = remembered.get(whole) ?? new Map<string, Awaitable<RootTools>>();
  remembered.set(whole, known);
  const key = JSON.stringify(subset);
  const seen = fresh ? undefined : known.get(key);
  if (seen !== undefined) return seen;
  if (known.size >= maxRemembered) known.clear();
  const made = choose(whole, subset, ports).then((tools) => {
    const chosen = { ...whole, ...rootTools(tools), subset: { of: whole, asked: subset } };
    known.set(key, chosen);
    return chosen;
  });
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}

async function choose(
  { tools }: RootTools,
  { query, tags, limit, strict }: ToolSubset,
  { rank, caller, added }: Omit<SubsetPorts, 'fresh'>,
): Promise<readonly McpTool[]> {
  const most = strict && limit > added ? limit - added : limit;
  const tagged = tags.length === 0 ? tools : tools.filter((tool) => hasTag(tool, tags));
  if (query === undefined) return tagged.slice(0, most);
  const byOperation = new Map(tagged.map((tool) => [keyOf(tool.aim?.agentId, tool.aim?.operationName), tool]));
  const accepts = operationsOf(tagged.flatMap(({ aim }) => aim?.agentId ?? []));
  const ranked = await rank({ text: query, accepts, top: maxRanked }, caller);
  const found = ranked.flatMap(({ entry, operation }) => byOperation.get(keyOf(entry.id, callName(operation))) ?? []);
  return [...new Set(found)].slice(0, most);
}

/** True when a tool has one of the tags, whatever their case. */
export function hasTag({ tags = [] }: Pick<McpTool, 'tags'>, wanted: readonly string[]): boolean {
  const own = tags.map((tag) => tag.toLowerCase());
  return wanted.some((tag) => own.includes(tag.toLowerCase()));
}

function keyOf(agentId: string | undefined, operationName: string | undefined): string {
  return JSON.stringify([agentId, operationName]);
}

/** Sentences on what a list does not show, and how to get it; undefined when there is nothing to say. */
export function explainList(found: RootTools): string | undefined {
  const sentences = [explainSubset(found), found.note].filter((each) => each !== undefined);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function explainSubset({ tools, subset }: RootTools): string | undefined {
  const { unnoticed, best } = subsetLimits;
  if (subset === undefined) {
    if (tools.length <= unnoticed) return undefined;
    return (
      `This list has ${tools.length} tools. Some clients and model APIs accept at most ${unnoticed} and drop the others ` +
      `without notice: after the address, ?query=<task> lists the best ${best} for a task, ?tags=<tag> those with a tag, ` +
      `and ?limit=${unnoticed} the first ${unnoticed}.`
    );
  }
  const { of, asked } = subset;
  const left = of.tools.length - tools.length;
  if (left <= 0) return undefined;
  return (
    `This list has ${tools.length} of ${of.tools.length} tools: ${reasonOf(asked)}. The other ${left} cannot be called ` +
    'here; change query, tags or limit in the address of this server to get them, or use the server /mcp, which finds every tool.'
  );
}

function reasonOf({ query, tags, limit, api }: ToolSubset): string {
  const parts = [
    query === undefined ? undefined : `the best for the task in its address, at most ${limit}`,
    tags.length === 0 ? undefined : 'those with a tag in its address',
    query !== undefined || limit === subsetLimits.tools ? undefined : `at most ${limit}`,
    api === undefined ? undefined : `the limit of ${api}`,
  ];
  return parts.filter((each) => each !== undefined).join(', ');
}
