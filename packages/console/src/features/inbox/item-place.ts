/** Where an item of the inbox is decided: a page of the console, or a command. */
import type { InboxItem, InboxKind } from '@dragoman/sdk';
import type { Target } from '../links.js';
import { credentialsTarget, procedureTarget, serviceTarget, updatesTarget } from '../links.js';

/** What a kind is called, and what its button does. */
export const kindTexts: Readonly<Record<InboxKind, { name: string; action: string }>> = {
  approval_pending: { name: 'Approval', action: 'Decide' },
  source_held: { name: 'Held change', action: 'Review' },
  source_failing: { name: 'Failing source', action: 'Show source' },
  mcp_server_failing: { name: 'MCP server', action: 'Show servers' },
  toolset_update: { name: 'Toolset update', action: 'Review' },
  procedure_invalid: { name: 'Procedure', action: 'Check' },
  credential_missing: { name: 'Credential', action: 'Add credential' },
  look_alike: { name: 'Look-alike', action: 'Review' },
  text_held: { name: 'Held text', action: 'Review' },
};

/** The page; undefined when only the command line decides it. */
export function placeOf({ kind, agent, source, approval, toolset, procedure }: InboxItem): Target | undefined {
  if (kind === 'approval_pending' && approval !== undefined) {
    return { to: '/approvals/$approvalId', params: { approvalId: approval } };
  }
  if ((kind === 'source_held' || kind === 'source_failing') && source !== undefined) {
    return { to: '/sources/$sourceId', params: { sourceId: source } };
  }
  if (kind === 'toolset_update' && toolset !== undefined) {
    return updatesTarget(toolset);
  }
  if (kind === 'procedure_invalid' && procedure !== undefined) return procedureTarget(procedure);
  if (kind === 'mcp_server_failing') return { to: '/sources' };
  if (agent === undefined) return undefined;
  if (kind === 'credential_missing') return credentialsTarget(agent);
  const isFinding = kind === 'look_alike' || kind === 'text_held';
  return isFinding ? { ...serviceTarget(agent), search: { tab: 'findings' } } : undefined;
}
