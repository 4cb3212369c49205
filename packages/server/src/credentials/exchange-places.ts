/**
 * Restricts where the access token of a caller may be sent to be exchanged. An owner can store a credential for a
 * service, and must not get the tokens of its callers that way: only issuers that the operator trusts see them.
 */
import type { Config } from '../config/config.js';

/** True when tokens of callers may be sent to that URL. */
export type MayExchangeAt = (tokenUrl: string) => boolean;

/** Creates the rule: the issuers whose tokens are accepted, and those that the operator names in addition. */
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
