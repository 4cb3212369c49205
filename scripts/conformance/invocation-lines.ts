/**
 * The AIDIP requirements about calling an agent or about semantic resolution. The share of the other requirements,
 * about describing, storing and discovering, is printed separately.
 */
import type { Requirement } from './requirements.js';

const groups: ReadonlySet<string> = new Set(['INV', 'GATE', 'FLOW', 'ASR', 'SRP', 'USE']);

/** SEC requirements that only a call can prove: limits on the agent's own address, and how a client treats output. */
const lines: ReadonlySet<string> = new Set(['AIDIP-SEC-12', 'AIDIP-SEC-16']);

/** True for a MUST or MUST* requirement of AIDIP about describing, storing or discovering. */
export function isDiscoveryDemand(requirement: Requirement): boolean {
  const { id, document, group, level } = requirement;
  return document === 'AIDIP' && level.startsWith('MUST') && !groups.has(group) && !lines.has(id);
}

/** Discovery requirements whose check also makes a call, so that they need a gateway. */
const checkedByCall: ReadonlySet<string> = new Set([
  'AIDIP-META-03',
  'AIDIP-OPS-05',
  'AIDIP-ERR-07',
  'AIDIP-COMPAT-01',
  'AIDIP-SEC-02',
]);

/** True for a requirement whose check calls an agent. */
export function needsCall(requirement: Requirement): boolean {
  return checkedByCall.has(requirement.id);
}
