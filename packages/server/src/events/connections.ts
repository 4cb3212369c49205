/** MCP clients that have listed tools since this process started, as its events name them: of all workers of one server. */
import { createHash } from 'node:crypto';
import type { ToolsListedEvent } from '@dragoman/model';

/** One client at one endpoint. */
export interface Connection extends Omit<ToolsListedEvent, 'type' | 'at'> {
  id: string;
  /** RFC 3339, UTC. */
  firstSeenAt: string;
  lastSeenAt: string;
}

/** The clients seen so far. */
export interface Connections {
  /** Notes a client; one that another process has seen before has its first time from there. */
  note(event: ToolsListedEvent, firstSeenAt?: string): void;
  /** Of one caller, or of all. */
  list(caller?: string): Connection[];
}

/** Callers that are remembered, and clients of one caller, so that no caller displaces those of others. */
const maxCallers = 1000;
const maxOfCaller = 50;

/** Creates an empty list. */
export function createConnections(): Connections {
  // Maps keep the order of insertion, so the first key was seen longest ago.
  const callers = new Map<string, Map<string, Connection>>();
  return {
    note({ type: _, at, ...seen }, first = at) {
      const own = callers.get(seen.caller) ?? new Map<string, Connection>();
      const id = connectionId(seen);
      const known = own.get(id);
      keepLast(own, id, { ...seen, id, firstSeenAt: known?.firstSeenAt ?? first, lastSeenAt: at }, maxOfCaller);
      keepLast(callers, seen.caller, own, maxCallers);
    },
    list(caller) {
      const lists = caller === undefined ? [...callers.values()] : [callers.get(caller)];
      return lists.flatMap((own) => [...(own?.values() ?? [])]);
    },
  };
}

/** Adds a value as the last one; the first one makes room. */
function keepLast<V>(values: Map<string, V>, key: string, value: V, max: number): void {
  values.delete(key);
  values.set(key, value);
  const [oldest = ''] = values.keys();
  if (values.size > max) values.delete(oldest);
}

/** Id of a client of a caller at an endpoint. */
export function connectionId({
  caller,
  endpoint,
  client = '',
}: Pick<Connection, 'caller' | 'endpoint' | 'client'>): string {
  return createHash('sha256')
    .update(JSON.stringify([caller, endpoint, client]))
    .digest('base64url')
    .slice(0, 16);
}
