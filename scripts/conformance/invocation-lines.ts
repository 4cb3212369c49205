/**
 * Which AIDIP lines are about calling an agent or about semantic resolution. The share of what remains, the
 * lines about describing, storing and discovering, is printed by itself.
 */
import type { Requirement } from './requirements.js';

const groups: ReadonlySet<string> = new Set(['INV', 'GATE', 'FLOW', 'ASR', 'SRP', 'USE']);

/** SEC lines that only a call can show: limits on the agent's own address, and how a client treats output. */
const lines: ReadonlySet<string> = new Set(['AIDIP-SEC-12', 'AIDIP-SEC-16']);

/** True for a MUST or MUST* line of AIDIP that concerns describing, storing or discovering. */
export function isDiscoveryDemand(requirement: Requirement): boolean {
  const { id, document, group, level } = requirement;
  return document === 'AIDIP' && level.startsWith('MUST') && !groups.has(group) && !lines.has(id);
}

/** Lines on discovery whose own check also makes a call, so that they can be shown in full only with a gateway. */
const checkedByCall: ReadonlySet<string> = new Set([
  'AIDIP-META-03',
  'AIDIP-OPS-05',
  'AIDIP-ERR-07',
  'AIDIP-COMPAT-01',
  'AIDIP-SEC-02',
]);

/** True for a line whose check needs a call of an agent. */
export function needsCall(requirement: Requirement): boolean {
  return checkedByCall.has(requirement.id);
}
