/** Chooses tools by a query instead of one by one: every tool of the sources, or those that fit a task best. */
import type { ToolSignature } from '@dragoman/model';
import { clientError } from '../dragoman-error.js';
import type { ChosenTool, ToolQuery } from './executor-options.js';
import type { ToolConditions } from './tool-pages.js';
import type { ToolRoot, ToolSource } from './tool-root.js';

/** Maximum number of tools without a limit of the designer. */
const mostTools = 1_000;

/** Default number of tools for a task. */
const tasksTools = 20;

/** Maximum page size of a server. */
const maxPageSize = 100;

/** The tools that a query finds now, best first; of several sources in turn. */
export async function chooseTools(
  choice: ToolQuery | 'all',
  sources: readonly ToolSource[],
  roots: ReadonlyMap<string, ToolRoot>,
): Promise<ChosenTool[]> {
  if (choice !== 'all' && typeof choice !== 'object') throw invalid("tools must be a list, a query or 'all'.");
  const { source, limit, ...conditions } = choice === 'all' ? ({} as ToolQuery) : choice;
  const asked = source === undefined ? sources : sources.filter(({ label }) => label === source);
  if (asked.length === 0) throw invalid(`There is no source with the label ${source ?? ''}.`);
  const most = limit ?? (conditions.text === undefined ? undefined : tasksTools);
  const lists = await Promise.all(asked.map((each) => findTools(each, roots.get(each.label), { ...conditions, most })));
  return inTurn(lists).slice(0, most);
}

type Wanted = ToolConditions & { most: number | undefined };

async function findTools({ label, searches }: ToolSource, root: ToolRoot | undefined, wanted: Wanted) {
  const { most: limit, ...conditions } = wanted;
  const { text, ...others } = conditions;
  const isRanked = searches === true || text === undefined;
  const pageLimit = Math.min(isRanked ? (limit ?? maxPageSize) : maxPageSize, maxPageSize);
  const found: ToolSignature[] = [];
  for await (const tool of root?.list({ pageLimit, ...(isRanked ? conditions : others) }) ?? []) {
    if (isRanked && found.length === limit) break;
    if (found.length === mostTools)
      throw invalid(`${label} has more than ${mostTools} tools; set a limit, or choose them by text, tag or name.`);
    found.push(tool);
  }
  const best = isRanked ? found : rank(found, text);
  return best.map((signature) => ({
    source: label,
    tool: signature.toolId,
    version: signature.version,
    signature,
  }));
}

/** For servers that do not search: by the number of words of the task that a tool mentions. */
function rank(tools: readonly ToolSignature[], text: string): ToolSignature[] {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  const score = ({ name, description, tags = [] }: ToolSignature) => {
    const content = [name, description, ...tags].join('\n').toLowerCase();
    return [...words].filter((word) => content.includes(word)).length;
  };
  const scored = tools.map((tool) => ({ tool, score: score(tool) })).filter((each) => each.score > 0);
  return scored.sort((a, b) => b.score - a.score).map(({ tool }) => tool);
}

function invalid(message: string) {
  return clientError('INVALID_ARGUMENT', { message: message.slice(0, 300) });
}

function inTurn(lists: readonly ChosenTool[][]): ChosenTool[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
