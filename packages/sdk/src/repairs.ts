/** What the gateway supplies for an agent, and how the agent stands with the Agent-Friendly Profile because of it. */
import type { JsonObject, RepairName, RepairSwitches } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** One repair of an agent. */
export interface AgentRepair {
  name: RepairName;
  title: string;
  /** What callers get. */
  supplies: string;
  /** What holds without a choice; `always` cannot be switched. */
  default: 'always' | 'on' | 'off';
  /** True when tools look different with it, so that switching it makes new versions. */
  changes_tools: boolean;
  on: boolean;
  /** The choice that somebody made. */
  chosen?: boolean;
  /** Operations that get the property here. */
  at_work: number;
  at_work_in: string[];
}

/** The repairs of an agent. */
export interface AgentRepairs {
  id: string;
  operations: number;
  repairs: AgentRepair[];
}

/** The repairs with the tag of the state that they were read in. */
export interface RepairsReading extends AgentRepairs {
  etag?: string;
}

/** How an agent stands with one rule. */
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

/** What is known of a condition of the label. */
export type ConditionVerdict = 'holds' | 'fails' | 'not_determined';

/** How an agent stands with the profile. */
export interface AgentProfile {
  id: string;
  /** What was judged: what the registry keeps, or the description that was sent. */
  basis: 'entry' | 'description';
  score: { upstream: number; here: number };
  sections: { section: string; upstream: number; here: number }[];
  counts: { [verdict in AgentProfileRule['verdict']]: number };
  rules: AgentProfileRule[];
  label: { id: string; condition: string; upstream: ConditionVerdict; here: ConditionVerdict; reason: string }[];
}

/** The calls on repairs and the profile of agents. */
export interface RepairCalls {
  /** Every repair, whether it is on, and for how many operations it is at work. */
  repairs(id: string, options?: CallOptions): Promise<RepairsReading>;
  /** Replaces the choices; a repair that is not named goes back to its default. */
  switchRepairs(
    id: string,
    switches: RepairSwitches,
    options?: CallOptions & { ifMatch?: string },
  ): Promise<RepairsReading>;
  /** How an agent stands with the profile; by its own description when one is given, by what the registry keeps else. */
  profile(id: string, options?: CallOptions & { description?: JsonObject }): Promise<AgentProfile>;
}

/** Makes the calls over a transport. */
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
      throw clientError('INVALID_RESPONSE', { message: 'The answer is no judgement by the profile.', status });
    },
  };
}

function readRepairs({ body, status, headers }: Incoming): RepairsReading {
  if (!isJsonObject(body) || !Array.isArray(body.repairs)) {
    throw clientError('INVALID_RESPONSE', { message: 'The answer is no list of repairs.', status });
  }
  const etag = headers.get('etag');
  return { ...(body as unknown as AgentRepairs), ...(etag === null ? {} : { etag }) };
}
