/** Gateway repairs of a service, and the resulting profile assessment. */
import type { JsonObject, RepairName, RepairSwitches } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** One repair of a service. */
export interface AgentRepair {
  name: RepairName;
  title: string;
  /** The effect for callers. */
  supplies: string;
  /** The default; `always` cannot be turned off. */
  default: 'always' | 'on' | 'off';
  /** True when it changes tools, so that switching it creates new versions. */
  changes_tools: boolean;
  on: boolean;
  /** The explicit setting. */
  chosen?: boolean;
  /** Operations that get the property here. */
  at_work: number;
  at_work_in: string[];
}

/** The repairs of a service. */
export interface AgentRepairs {
  id: string;
  operations: number;
  repairs: AgentRepair[];
}

/** The repairs with the ETag of their state. */
export interface RepairsReading extends AgentRepairs {
  etag?: string;
}

/** The result of one rule. */
export interface AgentProfileRule {
  rule: string;
  requirement: string;
  section: string;
  severity: 'error' | 'warning' | 'info';
  verdict: 'holds' | 'fails_upstream' | 'repaired_here' | 'partly_repaired' | 'supplied_here' | 'not_determined';
  repair?: RepairName;
  findings: number;
  repaired: number;
  operations: string[];
}

/** The verdict on a label condition. */
export type ConditionVerdict = 'holds' | 'fails' | 'not_determined';

/** The profile assessment of a service. */
export interface AgentProfile {
  id: string;
  /** What was assessed: the stored entry, or the given description. */
  basis: 'entry' | 'description';
  /** Absent members: the service has no operations. */
  score: { upstream?: number; here?: number };
  /** What an agent does with an operation; without a score when there is nothing to judge. */
  abilities: { ability: 'find' | 'understand' | 'call' | 'recover'; upstream?: number; here?: number }[];
  counts: { [verdict in AgentProfileRule['verdict']]: number };
  rules: AgentProfileRule[];
  label: { id: string; condition: string; upstream: ConditionVerdict; here: ConditionVerdict; reason: string }[];
}

/** Calls for repairs and the profile of services. */
export interface RepairCalls {
  /** Every repair, whether it is on, and for how many operations it is active. */
  repairs(id: string, options?: CallOptions): Promise<RepairsReading>;
  /** Replaces the settings; an omitted repair returns to its default. */
  switchRepairs(
    id: string,
    switches: RepairSwitches,
    options?: CallOptions & { ifMatch?: string },
  ): Promise<RepairsReading>;
  /** The profile assessment; of the given description, else of the stored entry. */
  profile(id: string, options?: CallOptions & { description?: JsonObject }): Promise<AgentProfile>;
}

/** Creates the calls over a transport. */
export function createRepairCalls(transport: Transport): RepairCalls {
  return {
    async repairs(id, options = {}) {
      const to = ['agents', id, 'repairs'];
      return readRepairs(await transport.send({ ...options, method: 'GET', to, repeatable: true }));
    },
    async switchRepairs(id, switches, { ifMatch, ...options } = {}) {
      const headers = ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } };
      const body = { repairs: switches };
      const to = ['agents', id, 'repairs'];
      return readRepairs(await transport.send({ ...options, ...headers, method: 'PUT', to, body, repeatable: true }));
    },
    async profile(id, { description, ...options } = {}) {
      const asked =
        description === undefined
          ? { method: 'GET' as const }
          : { method: 'POST' as const, body: { document: description } };
      const to = ['agents', id, 'profile'];
      const { body, status } = await transport.send({ ...options, ...asked, to, repeatable: true });
      if (isJsonObject(body) && isJsonObject(body.score) && Array.isArray(body.rules))
        return body as unknown as AgentProfile;
      throw clientError('INVALID_RESPONSE', { message: 'The response is not a profile assessment.', status });
    },
  };
}

function readRepairs({ body, status, headers }: Incoming): RepairsReading {
  if (!isJsonObject(body) || !Array.isArray(body.repairs)) {
    throw clientError('INVALID_RESPONSE', { message: 'The response is not a list of repairs.', status });
  }
  const etag = headers.get('etag');
  return { ...(body as unknown as AgentRepairs), ...(etag === null ? {} : { etag }) };
}
