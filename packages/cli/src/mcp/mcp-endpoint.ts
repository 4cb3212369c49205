/** The MCP endpoint of a registry that the options select: the whole catalogue, one toolset or one service. */
import { mcpEndpoint } from '@dragoman/sdk';
import type { CommandContext, CommandOption } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { serverOf } from '../registry/server-address.js';

/** Options that select the endpoint. */
export const endpointOptions: readonly CommandOption[] = [
  { name: 'toolset', value: 'id', description: 'Only the tools of this toolset' },
  { name: 'agent', value: 'id', description: 'Only the tools of this service' },
];

/** URL of the endpoint. */
export function endpointOf(context: Pick<CommandContext, 'options' | 'runtime'>): string {
  const [toolset, agent] = [context.options.text('toolset'), context.options.text('agent')];
  if (toolset !== undefined && agent !== undefined) throw new UsageError('--toolset and --agent cannot be combined');
  const base = serverOf(context);
  if (toolset !== undefined) return mcpEndpoint(base, { kind: 'toolset', id: toolset });
  return mcpEndpoint(base, agent === undefined ? { kind: 'everything' } : { kind: 'agent', id: agent });
}
