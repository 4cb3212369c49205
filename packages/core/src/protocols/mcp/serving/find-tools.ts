/** `search_tools`: the ranked operations of the whole catalogue as tools, each short enough to choose by. */
import type { JsonObject } from '@dragoman/model';
import { estimateTokens, Failure, firstSentence, isJsonObject } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { RankedOperation, RankOperations } from '../../../discovery/resolve/rank-operations.js';
import { maxRanked, maxWeighed } from '../../../discovery/resolve/rank-operations.js';
import { callName } from '../../../gateway/choose-operation.js';
import { describeDefinition } from './described-tool.js';
import { heldIn } from './operation-tools.js';
import type { McpRoot, McpTool } from './root.js';

/** The search parameters. */
export interface ToolQuery {
  query: string;
  limit: number;
}

/** The best matching tools, best first, as search_tools returns them. */
export type FindTools = (query: ToolQuery, caller: Caller, signal?: AbortSignal) => Promise<JsonObject[]>;

/** Dependencies of the search. */
export interface FindToolsPorts {
  rank: RankOperations;
  /** The root of single entries, whose tools are those of the catalogue. */
  agents: Pick<McpRoot, 'tools'>;
}

/** Maximum number of characters of a sentence, and of names of inputs. */
const maxSentenceLength = 400;
const maxInputs = 20;

/** A tool of the catalogue with its rank. */
export interface RankedTool {
  tool: McpTool;
  ranked: RankedOperation;
}

/** The tools of the catalogue for a text, best first; at most `limit` that pass the test. */
export type RankTools = (
  query: { text: string; limit: number; accepts?: (ranked: RankedOperation) => boolean },
  caller: Caller,
  signal?: AbortSignal,
) => Promise<RankedTool[]>;

/** Creates the ranking of tools, which both the search and lists for a task use. */
export function createRankTools({ rank, agents }: FindToolsPorts, { anonymous }: { anonymous: boolean }): RankTools {
  const toolOf = async ({ entry, operation }: RankedOperation, caller: Caller): Promise<McpTool | undefined> => {
    const { tools } = await agents.tools({ params: { id: entry.id }, caller });
    return tools.find(({ aim }) => aim?.operationName === callName(operation));
  };
  return async ({ text, limit, accepts }, caller, signal) => {
    if (!anonymous && caller.kind === 'anonymous') {
      throw new Failure('UNAUTHENTICATED', { message: 'Searching this registry requires a credential.' });
    }
    const found: RankedTool[] = [];
    const top = accepts === undefined && limit <= maxWeighed ? maxWeighed : maxRanked;
    for (const ranked of await rank({ text, top }, caller, signal)) {
      const tool = accepts?.(ranked) === false ? undefined : await toolOf(ranked, caller);
      if (tool !== undefined) found.push({ tool, ranked });
      if (found.length === limit) break;
    }
    return found;
  };
}

/** Creates the search. */
export function createFindTools(rankTools: RankTools): FindTools {
  return async ({ query, limit }, caller, signal) =>
    (await rankTools({ text: query, limit }, caller, signal)).map(({ tool, ranked }) => show(tool, ranked));
}

function show(tool: McpTool, { entry, operation, score }: RankedOperation): JsonObject {
  const { name, listed } = tool;
  const { title } = listed;
  const held = heldIn(tool);
  return {
    agent: entry.id,
    agent_name: entry.name,
    tool: name,
    ...(typeof title === 'string' ? { title } : {}),
    summary: sentenceOf(listed, name),
    required_inputs: requiredInputs(listed),
    score,
    tokens: countTokens(tool),
    ...(held === 0 ? {} : { held_texts: held }),
    ...(operation.impact === undefined ? {} : { impact: operation.impact }),
    ...(operation.lifecycle?.deprecated === true || entry.status === 'deprecated' ? { deprecated: true } : {}),
  };
}

/** The first whole sentence of the description; the title or the name when it is too long. */
function sentenceOf({ title, description }: JsonObject, name: string): string {
  const sentence = firstSentence(String(description ?? ''), Number.POSITIVE_INFINITY);
  if (sentence !== '' && sentence.length <= maxSentenceLength) return sentence;
  return typeof title === 'string' ? title : name.replaceAll(/[_-]+/g, ' ');
}

function requiredInputs({ inputSchema }: JsonObject): string[] {
  const required = isJsonObject(inputSchema) ? inputSchema.required : undefined;
  return Array.isArray(required) ? required.filter((each) => typeof each === 'string').slice(0, maxInputs) : [];
}

/** Estimated tokens of each definition in describe_tool, counted once. */
const counted = new WeakMap<McpTool, number>();

function countTokens(tool: McpTool): number {
  const known = counted.get(tool);
  if (known !== undefined) return known;
  const tokens = estimateTokens(describeDefinition(tool));
  counted.set(tool, tokens);
  return tokens;
}
