/**
 * Where the access token of a caller may be sent to be exchanged. Whoever registers an agent can store a credential for
 * it, and must not get the tokens of its callers that way: only issuers that the operator trusts see them.
 */
import type { Config } from '../config/config.js';

/** True when tokens of callers may be sent to that address. */
export type MayExchangeAt = (tokenUrl: string) => boolean;

/** Makes the rule: the issuers whose tokens are accepted, and what the operator names beside. */
export function createMayExchangeAt({ auth, secrets }: Pick<Config, 'auth' | 'secrets'>): MayExchangeAt {
  const named = [...auth.jwt.issuers.map(({ issuer }) => issuer), ...secrets.exchangeAt];
  const origins = new Set(named.flatMap((address) => originOf(address) ?? []));
  return (tokenUrl) => origins.has(originOf(tokenUrl) ?? '');
}

function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === 'null' ? undefined : origin;
}
