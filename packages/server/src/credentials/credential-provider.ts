/**
 * Selects the credential for a call: the caller's own before the shared one, and none for an origin that the service
 * did not have when the credential was stored. A required credential that is not stored ends the call before anything
 * is sent. (A credential sent with the call takes precedence over all of this.)
 */

import type { Call, CallTarget, TargetedCall, UpstreamCredential } from '@dragoman/core/engine';
import type { Awaitable } from '@dragoman/core/http';
import { bindingOrigin } from '@dragoman/core/http';
import type { Entry, Operation } from '@dragoman/model';
import { Failure, isFailure } from '@dragoman/model';
import type { CredentialCache, OpenedCredential } from './credential-cache.js';
import type { ApiKeySecret, CredentialSecret, PlainSecret, TokenSecret } from './credential-content.js';
import { isTokenSecret } from './credential-content.js';
import type { MayExchangeAt } from './exchange-places.js';
import type { ProofsOf } from './grants/possession.js';
import { presentAccess } from './grants/present-access.js';
import type { TokenPlan, TokenSource } from './grants/token-source.js';
import type { PresentLogin } from './login/login-tokens.js';
import { alternativesOf, howToStore, meet, missingFor } from './meet-demands.js';
import { sourceHolder, sourceId } from './source-id.js';

/** Dependencies of the provider. */
export interface CredentialProviderPorts {
  cache: CredentialCache;
  issuing: TokenIssuing;
  presentLogin: PresentLogin;
  mayExchangeAt: MayExchangeAt;
}

/** Tokens of authorization servers, and the proofs of those that are bound to a key. */
export interface TokenIssuing {
  tokens: TokenSource;
  proofsOf: ProofsOf;
}

/** Returns the credential for a call; undefined when the upstream requires none and none is stored for it. */
export type CredentialProvider = (call: TargetedCall) => Awaitable<UpstreamCredential | undefined>;

/** Metadata value for: requests are signed with the gateway's own key (RFC 9421). */
export const signatureDemand = 'http_message_signatures';

/** Kinds that satisfy each requirement of the metadata (AIDIP-META-14). */
const satisfying: Readonly<Record<string, readonly CredentialSecret['kind'][]>> = {
  api_key: ['api_key'],
  oauth2_bearer: ['bearer', 'oauth2_login', 'oauth2_client', 'token_exchange', 'jwt_bearer', 'enterprise'],
  mtls: ['mtls'],
};

/** Creates the provider. */
export function createCredentialProvider({
  cache,
  issuing,
  presentLogin,
  mayExchangeAt,
}: CredentialProviderPorts): CredentialProvider {
  const commonOf = createCommonOf();
  const provide = async (call: TargetedCall, demand: string): Promise<UpstreamCredential | undefined> => {
    const { operation } = call.target;
    const signed = demand === signatureDemand ? { signed: true } : {};
    const usable = usableFor(await openFor(cache, call, commonOf(call.target)), call);
    const { chosen, scopes: required } = chooseFor(usable, operation, demand);
    if (chosen.length === 0) {
      if (demand === 'none') return undefined;
      if (demand === signatureDemand) return signed;
      const alternatives = alternativesOf(operation);
      throw alternatives === undefined ? missing(demand, call.agentId) : missingFor(alternatives, call.agentId);
    }
    for (const { content } of chosen) requireExchange(content.secret, mayExchangeAt);
    if (!areSentTo(chosen, operation)) throw movedAway();
    for (const { record } of chosen) cache.used(record.id);
    const scopes = required ?? call.target.stored.entry.authentication?.scopes ?? [];
    const parts = await Promise.all(
      chosen.map((opened) =>
        opened.content.secret.kind === 'oauth2_login'
          ? presentLogin(opened, call.agentId)
          : present(withScopes(opened.content.secret, scopes), call, issuing),
      ),
    );
    const identity = chosen.map(({ record: { id, updatedAt } }) => `${id} ${updatedAt}`).join(',');
    return { ...parts.reduce(joined, {}), ...signed, identity };
  };
  return (call) => {
    const target = call.target;
    const demand = demandOf(target.stored.entry, target.operation);
    if (demand === undefined) return undefined;
    // Most services require nothing and have nothing stored.
    if (demand === 'none' && cache.hasNone(call.agentId)) {
      const common = commonOf(target);
      if (common === undefined || cache.hasNone(common.holder)) return undefined;
    }
    return provide(call, demand);
  };
}

/** The authentication type that the operation requires; undefined when its description requires none. */
export function demandOf({ authentication }: Entry, { binding }: Operation): string | undefined {
  const whole = authentication?.type ?? 'none';
  if (binding.kind !== 'http' || binding.security === undefined) return whole;
  if (binding.security.length === 0) return undefined;
  return binding.security.some((each) => each.length === 0) ? 'none' : (binding.security[0]?.[0]?.type ?? 'none');
}

/**
 * Services from a source are called with the credential of the source, unless they have their own. The caller's own comes
 * before that of everyone, wherever it is stored.
 */
async function openFor(
  cache: CredentialCache,
  { agentId, caller }: Call,
  common: CommonPlace | undefined,
): Promise<readonly OpenedCredential[]> {
  const isMine = ({ record }: OpenedCredential) => record.subject === caller.subject;
  const own = (await open(cache, agentId)).filter((each) => isFor(each, caller));
  if (common === undefined || own.some(isMine)) return own;
  const ofSource = (await open(cache, common.holder)).filter(
    (each) => isFor(each, caller) && each.content.origins.includes(common.place),
  );
  return own.length === 0 ? ofSource : [...ofSource.filter(isMine), ...own];
}

/** True for the credential of everyone and for the caller's own; another caller's is never used. */
function isFor({ record: { subject } }: OpenedCredential, caller: Call['caller']): boolean {
  return subject === undefined || subject === caller.subject;
}

/** The holder of the credential of an operation's source, and the origin that it is sent to. */
interface CommonPlace {
  holder: string;
  place: string;
}

/** Creates the cached lookup per operation; undefined for an operation without a source or an origin. */
function createCommonOf(): (target: CallTarget) => CommonPlace | undefined {
  const known = new WeakMap<Operation, { common: CommonPlace | undefined }>();
  return ({ stored: { entry }, operation }) => {
    const found = known.get(operation);
    if (found !== undefined) return found.common;
    const { uri } = entry.origin;
    const place = uri === undefined ? undefined : bindingOrigin(operation.binding);
    const common =
      uri === undefined || place === undefined
        ? undefined
        : { holder: sourceHolder(sourceId(entry.owner, uri)), place };
    known.set(operation, { common });
    return common;
  };
}

async function open(cache: CredentialCache, agentId: string): Promise<readonly OpenedCredential[]> {
  try {
    return await cache.of(agentId);
  } catch (cause) {
    // An unavailable store is not a broken credential.
    if (isFailure(cause)) throw cause;
    throw new Failure('INTERNAL', { message: "The service's credential cannot be opened.", cause });
  }
}

/** The usable credentials of this caller, the caller's own first. */
function usableFor(all: readonly OpenedCredential[], call: Call): OpenedCredential[] {
  const mine = all.filter(({ record }) => record.subject === call.caller.subject);
  const common = all.filter(({ record }) => record.subject === undefined);
  const usable = [...mine, ...common].filter(({ content }) => isUsable(content.secret, call));
  if (usable.length === 0 && mine.length + common.length > 0) throw needsToken();
  return usable;
}

/** The credentials that a call of the operation sends; none when what is stored does not meet what it requires. */
export function chooseFor(
  usable: readonly OpenedCredential[],
  operation: Operation,
  demand: string,
): { chosen: OpenedCredential[]; scopes?: string[] } {
  const alternatives = alternativesOf(operation);
  if (alternatives === undefined) return { chosen: choose(usable, demand) };
  const met = meet(usable, alternatives);
  return met === undefined ? { chosen: [] } : { chosen: met.shown, scopes: met.scopes };
}

/** A certificate and one other credential are combined; of the others one is enough. */
function choose(usable: readonly OpenedCredential[], demand: string): OpenedCredential[] {
  const kinds = satisfying[demand] ?? [];
  const pick = (candidates: OpenedCredential[]) =>
    candidates.find(({ content }) => kinds.includes(content.secret.kind)) ?? candidates[0];
  const certificate = pick(usable.filter(({ record }) => record.kind === 'mtls'));
  const other = pick(usable.filter(({ record }) => record.kind !== 'mtls'));
  return [certificate, other].filter((found) => found !== undefined);
}

function isUsable(secret: CredentialSecret, { caller }: Call): boolean {
  return !needsCaller(secret) || caller.token !== undefined;
}

/** True when the token of the caller is exchanged. */
export function needsCaller(secret: CredentialSecret): boolean {
  return secret.kind === 'token_exchange' || (secret.kind === 'enterprise' && secret.subjectToken === undefined);
}

/** Rejects a server that may not see tokens of callers, or the identity of this server. */
export function requireExchange(secret: CredentialSecret, mayExchangeAt: MayExchangeAt): void {
  const isWorkload = secret.kind === 'jwt_bearer' && secret.assertion === undefined;
  if ((!isWorkload && !needsCaller(secret)) || !isTokenSecret(secret)) return;
  if (mayExchangeAt(secret.kind === 'enterprise' ? secret.idpTokenUrl : secret.tokenUrl)) return;
  const what = isWorkload
    ? 'The identity token of this server is sent only to'
    : 'Access tokens of callers are exchanged only at';
  throw new Failure('FORBIDDEN', {
    message:
      `${what} the issuers of callers, and those that the operator names in secrets.exchangeAt; ` +
      'the token endpoint of this credential is not one of them.',
  });
}

/**
 * True when all were stored for the address of the operation. Otherwise a caller who may change an entry could have the
 * credentials of others sent to its own URL.
 */
export function areSentTo(chosen: readonly OpenedCredential[], { binding }: Operation): boolean {
  const origin = bindingOrigin(binding);
  return chosen.every(({ content }) => origin !== undefined && content.origins.includes(origin));
}

function movedAway(): Failure {
  return new Failure('FORBIDDEN', {
    message:
      "The service's URL has changed since its credential was stored, so the credential is not sent there; " +
      'the caller who stored it must store it again.',
  });
}

/** A token is requested with the required scopes, unless the credential names others. */
function withScopes(secret: PlainSecret, scopes: readonly string[]): PlainSecret {
  if (!isTokenSecret(secret) || secret.scope !== undefined) return secret;
  return scopes.length === 0 ? secret : { ...secret, scope: scopes.join(' ') };
}

/** Combines credentials; two keys may both be headers, parameters or cookies. */
function joined(one: UpstreamCredential, other: UpstreamCredential): UpstreamCredential {
  const cookies = [one.headers?.cookie, other.headers?.cookie].filter((each) => each !== undefined);
  const cookie = cookies.length === 2 ? { cookie: cookies.join('; ') } : {};
  return {
    ...one,
    ...other,
    ...(one.headers && other.headers ? { headers: { ...one.headers, ...other.headers, ...cookie } } : {}),
    ...(one.query && other.query ? { query: { ...one.query, ...other.query } } : {}),
  };
}

/** Builds the credential from a secret; the caller's token is needed for an exchange only. */
export async function present(
  secret: PlainSecret,
  call: Pick<Call, 'caller'> | undefined,
  issuing: TokenIssuing,
): Promise<UpstreamCredential> {
  switch (secret.kind) {
    case 'api_key':
      return presentKey(secret);
    case 'bearer':
      return presentAccess(issuing.proofsOf, secret.token, undefined);
    case 'mtls':
      return { tls: { cert: secret.certificate, key: secret.privateKey } };
    default:
      return presentToken(planFor(secret, call), issuing);
  }
}

function presentKey({ in: place, name, value }: ApiKeySecret): UpstreamCredential {
  if (place === 'query') return { query: { [name]: value } };
  return place === 'cookie'
    ? { headers: { cookie: `${name}=${value}` } }
    : { headers: { [name.toLowerCase()]: value } };
}

function planFor(secret: TokenSecret, call: Pick<Call, 'caller'> | undefined): TokenPlan {
  return needsCaller(secret) ? { secret, callerToken: call?.caller.token?.() ?? '' } : { secret };
}

async function presentToken(plan: TokenPlan, { tokens, proofsOf }: TokenIssuing): Promise<UpstreamCredential> {
  const { proofKey } = plan.secret;
  const token = await tokens.get(plan);
  return {
    ...presentAccess(proofsOf, token, proofKey),
    async renew() {
      const fresh = await tokens.renew(plan, token);
      return fresh === undefined ? undefined : presentAccess(proofsOf, fresh, proofKey);
    },
  };
}

function missing(demand: string, agentId: string): Failure {
  const word = /^[\w.-]{1,80}$/.test(demand) ? demand : 'a credential';
  return new Failure('FORBIDDEN', {
    message:
      `The service requires '${word}', and no credential for it is stored; nothing was sent. ` +
      howToStore(agentId, demand === 'oauth2_bearer'),
  });
}

function needsToken(): Failure {
  return new Failure('FORBIDDEN', {
    message:
      "The service's credential is derived from the caller's access token, and this call has none; nothing was sent. " +
      'Call with an access token instead of a key.',
  });
}
