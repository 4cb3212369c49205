/** MCP servers next to this server that do not start; for administrators. */
import type { Caller } from '@dragoman/core/engine';
import type { InboxItem } from '@dragoman/model';
import { inboxLimits } from './inbox-order.js';

/** The state of an MCP server that the operator configured. */
export interface ChildState {
  name: string;
  state: string;
  reason?: string;
  stderr: readonly string[];
}

/** The items of servers that have failed and wait before they are started again. */
export function findServerItems(states: readonly ChildState[], { scopes }: Caller): InboxItem[] {
  if (!scopes.includes('admin')) return [];
  return states
    .filter(({ state }) => state === 'paused')
    .slice(0, inboxLimits.items)
    .map(({ name, reason, stderr }) => ({
      id: `mcp_server_failing:${name}`,
      kind: 'mcp_server_failing',
      severity: 'error',
      title: `The MCP server ${name} does not stay up${reason === undefined ? '' : `: ${reason}`}.`,
      detail: stderr.slice(-5).join('\n').slice(0, inboxLimits.detail),
      server: name,
    }));
}
