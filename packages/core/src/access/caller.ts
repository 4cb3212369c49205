/** The caller, and what it may see and change. Every route decides only with these functions. */
import type { Entry } from '@dragoman/model';

/** How the caller was authenticated. */
export type CallerKind = 'anonymous' | 'local' | 'key' | 'token' | 'certificate';

/** The sender of a request. */
export interface Caller {
  kind: CallerKind;
  /**
   * Stable identity, and owner of what it registers: `anonymous`, `local`, a key's subject, a token's issuer and
   * subject, or a certificate's name.
   */
  subject: string;
  scopes: readonly string[];
  /** Client address of a caller without a credential, IPv6 by its /64: what it uses is counted by it. */
  address?: string;
  /** True in a browser session: a person makes the request. */
  login?: true;
  /** The acting party, when a token says that its holder acts for the subject (RFC 8693, claim `act`). */
  actor?: string;
  /**
   * The access token of the request, for exchange at the service's issuer; a function, so that it is never logged or
   * serialized.
   */
  token?: () => string;
}

/** Dragoman's own scopes; grants may name any other. */
export const scopes = [
  'registry:read',
  'registry:write',
  'agents:invoke',
  'approvals:decide',
  'operate',
  'admin',
] as const;

/** One of Dragoman's own scopes. */
export type Scope = (typeof scopes)[number];

/** A caller without a credential: sees public entries, changes nothing. */
export const anonymous: Caller = Object.freeze({ kind: 'anonymous', subject: 'anonymous', scopes: [] });

/** The one caller of an open loopback server: may do everything. */
export const local: Caller = Object.freeze({ kind: 'local', subject: 'local', scopes: [...scopes] });

/** The members of an entry that decide who may see and change it. */
export type EntryAccess = Pick<Entry, 'visibility' | 'owner' | 'grants'>;

/** The name under which rate limits and shares count what the caller uses. */
export function accountOf({ kind, subject, address = '' }: Caller): string {
  return kind === 'anonymous' ? `address:${address}` : `caller:${subject}`;
}

/** True when the caller has the scope; `admin` implies all of Dragoman's own scopes. */
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

/** True for "kind:name", compared without building the string, because every call of a private service needs it. */
function names(grant: string, kind: string, name: string): boolean {
  return grant.length === kind.length + name.length && grant.startsWith(kind) && grant.endsWith(name);
}

/** True when the caller owns the entry or administers the registry. */
export function canChange(caller: Caller, access: EntryAccess): boolean {
  if (caller.kind === 'anonymous') return false;
  return access.owner === caller.subject || caller.scopes.includes('admin');
}
