/** The roles of a policy. */
import type { Scope } from './caller.js';
import { scopes } from './caller.js';

/** The scopes of each role. */
export const roleScopes = {
  viewer: ['registry:read'],
  user: ['registry:read', 'agents:invoke'],
  designer: ['registry:read', 'agents:invoke', 'registry:write'],
  operator: ['registry:read', 'agents:invoke', 'approvals:decide', 'operate'],
  admin: [...scopes],
} as const satisfies Record<string, readonly Scope[]>;

/** A role. */
export type Role = keyof typeof roleScopes;
