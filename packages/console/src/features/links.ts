/** Where services and operations are shown, so that every screen links to the same pages. */
import { defaultStringifySearch } from '@tanstack/react-router';

/** The path that the server serves the console at. */
export const basePath = '/console';

/** Target of a link. */
export interface Target {
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string>;
}

/** The page of a service. */
export function serviceTarget(id: string): Target {
  return { to: '/services/$id', params: { id } };
}

/** The credentials of a service. */
export function credentialsTarget(id: string): Target {
  return { ...serviceTarget(id), search: { tab: 'credentials' } };
}

/** The page of an operation. */
export function operationTarget(id: string, operation: string): Target {
  return { to: '/services/$id', params: { id }, search: { operation } };
}

/** The page that calls an operation. */
export function tryTarget(id: string, operation: string): Target {
  return { to: '/services/$id/operations/$operation/try', params: { id, operation } };
}

/** The page of a toolset. */
export function toolsetTarget(id: string): Target {
  return { to: '/toolsets/$toolsetId', params: { toolsetId: id } };
}

/** How a client connects to a toolset. */
export function connectTarget(toolset: string): Target {
  return { to: '/connect', search: { to: `toolset:${toolset}` } };
}

/** What vendors changed in the tools of a toolset. */
export function updatesTarget(toolset: string): Target {
  return { to: '/updates', search: { toolset } };
}

/** The page of a procedure. */
export function procedureTarget(id: string): Target {
  return { to: '/procedures/$procedureId', params: { procedureId: id } };
}

/** The list of procedures, with a new one for a toolset. */
export function newProcedureTarget(toolset: string): Target {
  return { to: '/procedures', search: { new: toolset } };
}

/** The editor of a workflow. */
export function workflowTarget(id: string): Target {
  return { to: '/workflows/$workflowId', params: { workflowId: id } };
}

/** The page of a team. */
export function teamTarget(id: string): Target {
  return { to: '/teams/$teamId', params: { teamId: id } };
}

/** The playground with a team. */
export function teamTrialTarget(id: string): Target {
  return { to: '/playground', search: { team: id } };
}

/** The page of a webhook subscription. */
export function subscriptionTarget(id: string): Target {
  return { to: '/webhooks/$subscriptionId', params: { subscriptionId: id } };
}

/** The page of a call that waits for a person. */
export function approvalTarget(id: string): Target {
  return { to: '/approvals/$approvalId', params: { approvalId: id } };
}

/** The page of a call: its checks, its tries, and what its code means. */
export function traceTarget(traceId: string): Target {
  return { to: '/activity/$traceId', params: { traceId } };
}

/** The address of a target, as the router writes it. */
export function hrefOf({ to, params = {}, search = {} }: Target): string {
  const path = to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return `${basePath}${path}${defaultStringifySearch(search)}`;
}
