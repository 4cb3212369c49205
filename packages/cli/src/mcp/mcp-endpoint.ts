/** The MCP endpoint of a registry that the options select: the whole catalogue, one toolset or one service, or a part. */
import type { McpSelection, McpSubset } from '@dragoman/sdk';
import { mcpEndpoint, mcpOptions } from '@dragoman/sdk';
import type { CommandContext, CommandOption } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { serverOf } from '../registry/server-address.js';

/** Options that select the endpoint. */
export const endpointOptions: readonly CommandOption[] = [
  { name: 'toolset', value: 'id', description: 'Only the tools of this toolset' },
  { name: 'agent', value: 'id', description: 'Only the tools of this service' },
  { name: 'query', value: 'task', description: 'Only the best tools for this task (default: 20; see --limit)' },
  { name: 'tag', value: 'tag', multiple: true, description: 'Only tools with this tag (repeatable: any of them)' },
  { name: 'limit', value: 'n', description: 'At most this many tools, such as 128 for clients that accept no more' },
];

type Options = Pick<CommandContext, 'options'>;

function selectionOf({ options }: Options): McpSelection {
  const [toolset, agent] = [options.text('toolset'), options.text('agent')];
  if (toolset !== undefined && agent !== undefined) throw new UsageError('--toolset and --agent cannot be combined');
  if (toolset !== undefined) return { kind: 'toolset', id: toolset };
  return agent === undefined ? { kind: 'everything' } : { kind: 'agent', id: agent };
}

function subsetOf({ options }: Options): McpSubset {
  const query = options.text('query')?.trim();
  if (query === '') throw new UsageError('--query needs a task, such as "triage new issues"');
  const tags = options.texts('tag');
  const [odd] = tags.filter((tag) => tag.trim() === '' || tag.includes(','));
  if (odd !== undefined) throw new UsageError(`--tag takes one tag, not "${odd}"; repeat it for more`);
  const limit = options.number('limit', { min: 1, max: 1000 });
  return {
    ...(query === undefined ? {} : { query }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** URL of the endpoint. */
export function endpointOf(context: Pick<CommandContext, 'options' | 'runtime'>): string {
  return mcpEndpoint(serverOf(context), selectionOf(context), subsetOf(context));
}

/** The same choice as options of `dragoman mcp`. */
export function endpointWords(context: Options): string[] {
  return mcpOptions(selectionOf(context), subsetOf(context));
}
