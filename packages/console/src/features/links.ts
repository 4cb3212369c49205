/** Where services and operations are shown, so that every screen links to the same pages. */

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

/** The page of a call: its checks, its tries, and what its code means. */
export function traceTarget(traceId: string): Target {
  return { to: '/activity/$traceId', params: { traceId } };
}
