/** Which MCP endpoint of a registry a call means: the whole catalogue, one toolset or one agent. */
import type { CommandContext, CommandOption } from './command.js';
import { UsageError } from './command.js';
import { serverOf } from './server-address.js';

/** Options that choose the endpoint. */
export const endpointOptions: readonly CommandOption[] = [
  { name: 'toolset', value: 'id', description: 'The tools of this toolset' },
  { name: 'agent', value: 'id', description: 'The tools of this agent' },
];

/** Address of the endpoint. */
export function endpointOf(context: Pick<CommandContext, 'options' | 'surroundings'>): string {
  const [toolset, agent] = [context.options.text('toolset'), context.options.text('agent')];
  if (toolset !== undefined && agent !== undefined) throw new UsageError('--toolset or --agent, not both');
  const base = serverOf(context).replace(/\/+$/, '');
  if (toolset !== undefined) return `${base}/toolsets/${encodeURIComponent(toolset)}/mcp`;
  return agent === undefined ? `${base}/mcp` : `${base}/agents/${encodeURIComponent(agent)}/mcp`;
}
