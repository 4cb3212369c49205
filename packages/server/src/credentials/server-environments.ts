/**
 * The environment variables of MCP servers that administrators added: sealed like credentials, resealed with them, and
 * never returned. Each set of values is one record; the definition of the server names the current one.
 */
import type { CredentialStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { ServerEnvironments } from '../mcp-children/added-servers.js';
import type { ShownCredential } from './credential-administration.js';
import { sealContent } from './credential-administration.js';
import type { Sealer } from './sealer.js';

/** Dependencies of the environments. */
export interface ServerEnvironmentPorts {
  credentials: CredentialStore;
  sealer: Sealer;
  clock: Clock;
  newId: () => string;
}

/** Holder of the environments of a server; no service can have such an id. */
function holderOf(server: string): string {
  return `\u0000server ${server}`;
}

/** Creates the store of environments. */
export function createServerEnvironments(ports: ServerEnvironmentPorts): ServerEnvironments {
  const { credentials, sealer, clock, newId } = ports;
  const draft = (action: string, server: string, { actor, traceId }: { actor: string; traceId: string }) =>
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
    async put(server, values, by) {
      const at = timestamp(clock);
      const record: ShownCredential = {
        id: newId(),
        agentId: holderOf(server),
        kind: 'environment',
        name: server,
        createdAt: at,
        createdBy: by.actor,
        updatedAt: at,
      };
      await credentials.put({ ...record, ...sealContent(sealer, values, record) }, draft('credential.put', server, by));
      return record.id;
    },
    async open(server, id) {
      const record = await credentials.find(id);
      if (record?.agentId !== holderOf(server))
        throw new Error(`the environment of the MCP server ${server} is missing`);
      return JSON.parse(sealer.open(record)) as Record<string, string>;
    },
    async keepOnly(server, id, by) {
      for (const record of await credentials.listFor(holderOf(server))) {
        if (record.id !== id) await credentials.remove(record.id, draft('credential.remove', server, by));
      }
    },
  };
}
