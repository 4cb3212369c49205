/**
 * What a person logs in to: a service of the catalogue, or the address of one that is not imported yet, because its tools
 * are listed only to those who are logged in.
 */
import type { Caller, EntryStore } from '@dragoman/core/engine';
import { canChange, canSee, requireScope } from '@dragoman/core/engine';
import { liveServer } from '@dragoman/core/faces';
import type { Entry, LoginAddresses } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { sourceHolder, sourceId } from '../source-id.js';
import { requireServiceUrl } from './discover-resource.js';

/** Names a target. */
export type TargetName = { service: string } | { url: string };

/** Whose calls use a login. */
export type LoginAudience = 'me' | 'everyone';

/** A target, as far as a login needs it. */
export interface LoginTarget {
  /** Holder of the credential. */
  holder: string;
  /** Holder of the credential of the service's source, which calls use too. */
  sourceHolder?: string;
  /** What a person types to name it. */
  name: string;
  /** Address whose authorization server is asked. */
  service: URL;
  isMcp: boolean;
  /** What the description of the service says about its authorization server. */
  declared?: DeclaredLogin;
}

/** Addresses and scopes of a description. */
export interface DeclaredLogin {
  addresses: LoginAddresses;
  scopes: string[];
}

/** Maximum number of scopes that are requested because a description names them. */
const maxScopes = 50;

/** Finds the target; throws when the caller may not log in to it for that audience. */
export async function findTarget(
  entries: Pick<EntryStore, 'read'>,
  name: TargetName,
  caller: Caller,
  audience: LoginAudience,
): Promise<LoginTarget> {
  if (caller.kind === 'anonymous') throw new Failure('UNAUTHENTICATED');
  if ('url' in name || audience === 'everyone') requireScope(caller, 'registry:write');
  if ('url' in name) {
    const holder = sourceHolder(sourceId(caller.subject, name.url));
    return { holder, name: name.url, ...addressOfUrl(name.url) };
  }
  const stored = await entries.read(name.service);
  if (stored === undefined || stored.deletedAt !== undefined || !canSee(caller, stored.entry)) {
    throw new Failure('NOT_FOUND', { message: `No service with id '${name.service.slice(0, 80)}'.` });
  }
  if (audience === 'everyone' && !canChange(caller, stored.entry)) {
    throw new Failure('FORBIDDEN', {
      message: 'Only the owner of the service can log in for everyone; log in for yourself instead.',
    });
  }
  const { id, owner, origin } = stored.entry;
  return {
    holder: id,
    ...(origin.uri === undefined ? {} : { sourceHolder: sourceHolder(sourceId(owner, origin.uri)) }),
    name: id,
    ...addressOfEntry(stored.entry),
  };
}

/** The address behind the URL of a source, which may carry the marker of live MCP servers. */
export function addressOfUrl(url: string): Pick<LoginTarget, 'service' | 'isMcp'> {
  const live = liveServer(url);
  return { service: requireServiceUrl(live ?? url), isMcp: live !== undefined };
}

/** The address of a service whose authorization server is asked; throws when it has none. */
export function addressOfEntry(entry: Entry): Pick<LoginTarget, 'service' | 'isMcp' | 'declared'> {
  const { endpoint, operations } = entry;
  for (const { binding } of operations) {
    if (binding.kind === 'mcp') return { service: requireServiceUrl(binding.server), isMcp: true };
  }
  const urls = operations.flatMap(({ binding }) => {
    if (binding.kind !== 'http') return [];
    const isPlain = binding.method.toUpperCase() === 'GET' && !binding.urlTemplate.includes('{');
    return [{ url: isPlain ? binding.urlTemplate : undefined, base: binding.urlTemplate }];
  });
  // Only a read without inputs is sent without a token; otherwise the origin is asked.
  const plain = urls.find(({ url }) => url !== undefined)?.url;
  const base = urls.find(({ base }) => URL.canParse(base))?.base;
  const origin = base === undefined ? endpoint : new URL(base).origin;
  const declared = declaredIn(entry);
  return {
    service: requireServiceUrl(plain ?? origin),
    isMcp: false,
    ...(declared === undefined ? {} : { declared }),
  };
}

/** The first security scheme with a login, and the scopes that operations need of it. */
function declaredIn({ operations }: Entry): DeclaredLogin | undefined {
  const scopes = new Set<string>();
  let first: { scheme: string; addresses: LoginAddresses } | undefined;
  for (const { binding } of operations) {
    const demands = binding.kind === 'http' ? (binding.security ?? []).flat() : [];
    const demand = demands.find(({ scheme, login }) => login !== undefined && (first?.scheme ?? scheme) === scheme);
    if (demand?.login === undefined) continue;
    first ??= { scheme: demand.scheme, addresses: demand.login };
    for (const scope of demand.scopes ?? []) scopes.add(scope);
  }
  return first === undefined ? undefined : { addresses: first.addresses, scopes: [...scopes].slice(0, maxScopes) };
}
