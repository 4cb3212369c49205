/** Sizes of a service's tool list and of its described tools, with every output schema and as they are served. */
import type { Entry, JsonObject } from '@dragoman/model';
import { estimateTokens, modelApiNames } from '@dragoman/model';
import { describeDefinition } from '../../packages/core/src/protocols/mcp/serving/described-tool.js';
import { operationTools } from '../../packages/core/src/protocols/mcp/serving/operation-tools.js';
import { presentTool } from '../../packages/core/src/protocols/mcp/serving/present-tool.js';

/** A size before and after. */
export interface Sizes {
  what: string;
  before: number;
  after: number;
}

/** The sizes of one service. */
export interface ListSizes {
  tools: number;
  /** Characters and tokens of the list, then tokens of described tools. */
  rows: Sizes[];
}

/** Measures the tools of an entry. */
export async function measureLists(entry: Entry): Promise<ListSizes> {
  const tools = await operationTools(entry);
  const whole: JsonObject = { tools: tools.map((tool) => tool.whole) };
  const listed: JsonObject = { tools: tools.map((tool) => tool.listed) };
  const before = tools.map((tool) => estimateTokens(tool.whole)).sort((one, other) => one - other);
  const after = tools.map((tool) => estimateTokens(describeDefinition(tool))).sort((one, other) => one - other);
  const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const forApis = modelApiNames.map((api) => {
    const definitions = tools.map((tool) => presentTool(tool.whole, tool.aim, { api, outputs: 'none' }).listed);
    return {
      what: `tokens of tools/list for ${api}`,
      before: estimateTokens(whole),
      after: estimateTokens({ definitions }),
    };
  });
  return {
    tools: tools.length,
    rows: [
      { what: 'characters of tools/list', before: JSON.stringify(whole).length, after: JSON.stringify(listed).length },
      { what: 'tokens of tools/list', before: estimateTokens(whole), after: estimateTokens(listed) },
      ...forApis,
      { what: 'tokens of describe_tool, median', before: at(before, 0.5), after: at(after, 0.5) },
      { what: 'tokens of describe_tool, 95 of 100', before: at(before, 0.95), after: at(after, 0.95) },
      { what: 'tokens of describe_tool, largest', before: at(before, 1), after: at(after, 1) },
    ],
  };
}
