/** Who is calling, and what that lets them see and change. Every route decides by these functions alone. */
import type { Entry } from '@dragoman/model';

/** How the caller was recognised. */
export type CallerKind = 'anonymous' | 'local' | 'key' | 'token' | 'certificate';

/** Somebody who sends a request. */
export interface Caller {
  kind: CallerKind;
  /** Stable identity, owner of what it registers: `anonymous`, `local`, a key's subject, a token's issuer and subject, or a certificate's name. */
  subject: string;
  scopes: readonly string[];
  /** Who really acts, when a token says that its holder acts for the subject (RFC 8693, claim `act`). */
  actor?: string;
  /** The access token that it came with, for exchange at the agent's issuer; a function, so that nothing writes it out. */
  token?: () => string;
}

/** Scopes that Dragoman itself knows; grants may name any other. */
export const scopes = ['registry:read', 'registry:write', 'agents:invoke', 'admin'] as const;

/** A scope that Dragoman itself knows. */
export type Scope = (typeof scopes)[number];

/** A caller without a credential: sees what is public, changes nothing. */
export const anonymous: Caller = Object.freeze({ kind: 'anonymous', subject: 'anonymous', scopes: [] });

/** The one caller of an open loopback server: may do everything. */
export const local: Caller = Object.freeze({ kind: 'local', subject: 'local', scopes: [...scopes] });

/** The facts of an entry that decide who may see and change it. */
export type EntryAccess = Pick<Entry, 'visibility' | 'owner' | 'grants'>;

/** True when the caller holds the scope; `admin` holds every scope of Dragoman's own. */
export function hasScope(caller: Caller, scope: Scope): boolean {
  return caller.scopes.includes(scope) || caller.scopes.includes('admin');
}

/** True when the caller may know that the entry exists. */
export function canSee(caller: Caller, access: EntryAccess): boolean {
  if (access.visibility === 'public') return true;
  if (canChange(caller, access)) return true;
  if (caller.kind === 'anonymous') return false;
  for (const grant of access.grants) {
    if (names(grant, 'caller:', caller.subject)) return true;
    for (const scope of caller.scopes) if (names(grant, 'scope:', scope)) return true;
  }
  return false;
}

/** True for the kind and the name in one text; it is compared in place, since every call of a private agent asks. */
function names(grant: string, kind: string, name: string): boolean {
  return grant.length === kind.length + name.length && grant.startsWith(kind) && grant.endsWith(name);
}

/** True when the caller owns the entry or administers the registry. */
export function canChange(caller: Caller, access: EntryAccess): boolean {
  if (caller.kind === 'anonymous') return false;
  return access.owner === caller.subject || caller.scopes.includes('admin');
}
