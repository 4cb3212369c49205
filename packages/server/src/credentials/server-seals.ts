/**
 * The definitions of MCP servers that administrators added, with the values of their variables: sealed like credentials,
 * resealed with them, and never returned. A server runs only what was sealed, so that a person who can write to the
 * database, and does not have the key, cannot make it run another command.
 */
import type { CredentialStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { ChangedBy, RunnableServer, ServerSeals } from '../mcp-children/added-servers.js';
import type { ShownCredential } from './credential-administration.js';
import { sealContent } from './credential-administration.js';
import type { Sealer } from './sealer.js';

/** Dependencies of the seals. */
export interface ServerSealPorts {
  credentials: CredentialStore;
  sealer: Sealer;
  clock: Clock;
  newId: () => string;
}

/** Holder of the sealed definition of a server; no service can have such an id. */
function holderOf(server: string): string {
  return `\u0000server ${server}`;
}

/** Creates the store of sealed definitions. */
export function createServerSeals(ports: ServerSealPorts): ServerSeals {
  const { credentials, sealer, clock, newId } = ports;
  const draft = (action: string, server: string, { actor, traceId }: ChangedBy) =>
    ({
      at: timestamp(clock),
      actor,
      action,
      target: `mcp-server:${server}`,
      outcome: 'done',
      code: '',
      traceId,
    }) as const;
  return {
    async put(server, definition, by) {
      const at = timestamp(clock);
      const record: ShownCredential = {
        id: newId(),
        agentId: holderOf(server),
        kind: 'mcp_server',
        name: server,
        createdAt: at,
        createdBy: by.actor,
        updatedAt: at,
      };
      await credentials.put(
        { ...record, ...sealContent(sealer, definition, record) },
        draft('credential.put', server, by),
      );
      return record.id;
    },
    async open(server, id) {
      const record = await credentials.find(id);
      if (record?.agentId !== holderOf(server))
        throw new Error(`the sealed definition of the MCP server ${server} is missing`);
      return JSON.parse(sealer.open(record)) as RunnableServer;
    },
    async keepOnly(server, id, by) {
      const records = await credentials.listFor(holderOf(server));
      const latest = records.find((record) => record.id === id)?.createdAt ?? by.at;
      // A later one belongs to a change that another caller is making.
      const old = records.filter((record) => record.id !== id && record.createdAt <= latest);
      for (const record of old) await credentials.remove(record.id, draft('credential.remove', server, by));
    },
  };
}
