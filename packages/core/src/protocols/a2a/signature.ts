/** Card signatures (1.0 §8.4): creates and verifies a detached JWS over the canonical JSON of the card. */
import type { KeyObject } from 'node:crypto';
import { constants, createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { olderSignedForm, signedForm, signedMembers } from './card-shape.js';
import { a2aLimits, memberOf, textOf } from './wire.js';

/** The key that signs this server's cards. */
export interface CardKey {
  kid: string;
  /** URL of the JWK set with the public key. */
  jku?: string;
  alg: 'EdDSA';
  sign(content: Uint8Array): Uint8Array;
}

/** The result of verifying a card. */
export type CardVerdict =
  | { kind: 'unsigned' }
  /** `covered`: the card without members that the signature does not cover, which anyone may have added. */
  | { kind: 'verified'; kid: string; alg: string; covered: JsonObject }
  | { kind: 'unknown'; kid: string }
  | { kind: 'wrong'; kid: string; reason: string };

/** The card with an additional signature by this key, over the form of 1.0 unless another is given. */
export function signCard(card: JsonObject, key: CardKey, formOf = signedForm): JsonObject {
  const protectedPart = protectedPartOf(key);
  const signature = Buffer.from(key.sign(signingInput(protectedPart, formOf(card)))).toString('base64url');
  const others = Array.isArray(card.signatures) ? card.signatures : [];
  return { ...card, signatures: [...others, { protected: protectedPart, signature }] };
}

/** The header of a signature by this key, encoded. */
export function protectedPartOf({ alg, kid, jku }: Pick<CardKey, 'alg' | 'kid' | 'jku'>): string {
  return encode(JSON.stringify({ alg, kid, typ: 'JOSE', ...(jku === undefined ? {} : { jku }) }));
}

/** Verifies the signatures of a card with trusted keys; one valid signature is enough. */
export function verifyCard(card: JsonObject, keys: readonly JsonObject[]): CardVerdict {
  const signatures = memberOf(card, 'signatures');
  const listed = Array.isArray(signatures) ? signatures.slice(0, a2aLimits.signatures) : [];
  if (listed.length === 0) return { kind: 'unsigned' };
  const verdicts = listed.map((each) => verifyOne(card, each, keys));
  return (
    verdicts.find(({ kind }) => kind === 'verified') ??
    verdicts.find(({ kind }) => kind === 'wrong') ??
    verdicts[0] ?? { kind: 'unsigned' }
  );
}

/** What a signature covers: the header and the canonical JSON of the form of a card. */
export function signingInput(protectedPart: string, form: JsonObject): Uint8Array {
  return Buffer.from(`${protectedPart}.${encode(canonicalJson(form))}`);
}

/** The forms in which a card may have been signed, and what each covers; 0.3 members differ from those of 1.0. */
function formsOf(card: JsonObject): { form: JsonObject; covered: JsonObject }[] {
  const current = { form: signedForm(card), covered: signedMembers(card) };
  if (memberOf(card, 'supportedInterfaces') !== undefined) return [current];
  const { signatures: _, ...whole } = card;
  return [{ form: olderSignedForm(card), covered: whole }, current];
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function verifyOne(card: JsonObject, given: JsonValue, keys: readonly JsonObject[]): CardVerdict {
  const protectedPart = isJsonObject(given) ? textOf(memberOf(given, 'protected'), 8192) : undefined;
  const signature = isJsonObject(given) ? textOf(memberOf(given, 'signature'), 8192) : undefined;
  const header = protectedPart === undefined ? undefined : readHeader(protectedPart);
  const kid = header === undefined ? undefined : textOf(header.kid, 200);
  const alg = header === undefined ? undefined : textOf(header.alg, 20);
  if (protectedPart === undefined || signature === undefined || kid === undefined || alg === undefined) {
    return { kind: 'wrong', kid: kid ?? '', reason: 'its header does not name a key and an algorithm' };
  }
  const jwk = keys.find((key) => key.kid === kid);
  if (jwk === undefined) return { kind: 'unknown', kid };
  const check = checks[alg];
  if (check === undefined) return { kind: 'wrong', kid, reason: `the algorithm '${alg}' is not supported` };
  // RFC 7515 §4.1.11: an unknown critical header makes the signature invalid.
  if (header !== undefined && memberOf(header, 'crit') !== undefined) {
    return { kind: 'wrong', kid, reason: 'its header has an unsupported critical parameter (crit)' };
  }
  const bytes = Buffer.from(signature, 'base64url');
  const signed = formsOf(card).find(({ form }) => check(jwk, signingInput(protectedPart, form), bytes));
  return signed === undefined
    ? { kind: 'wrong', kid, reason: 'it was made for other content or by another key' }
    : { kind: 'verified', kid, alg, covered: signed.covered };
}

function readHeader(protectedPart: string): JsonObject | undefined {
  try {
    const header: unknown = JSON.parse(Buffer.from(protectedPart, 'base64url').toString('utf8'));
    return isJsonObject(header) ? header : undefined;
  } catch {
    return undefined;
  }
}

type Check = (jwk: JsonObject, content: Uint8Array, signature: Uint8Array) => boolean;

/** Each key is used only with its own algorithm, which prevents algorithm confusion. */
const checks: Readonly<Record<string, Check>> = Object.assign(Object.create(null) as Record<string, Check>, {
  EdDSA: checkWith('ed25519', (content, key, signature) => verify(null, content, key, signature)),
  ES256: checkWith('ec', (content, key, signature) =>
    verify('sha256', content, { key, dsaEncoding: 'ieee-p1363' }, signature),
  ),
  ES384: checkWith('ec', (content, key, signature) =>
    verify('sha384', content, { key, dsaEncoding: 'ieee-p1363' }, signature),
  ),
  RS256: checkWith('rsa', (content, key, signature) => verify('sha256', content, key, signature)),
  PS256: checkWith('rsa', (content, key, signature) =>
    verify('sha256', content, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature),
  ),
});

function checkWith(
  type: 'ed25519' | 'ec' | 'rsa',
  judge: (content: Uint8Array, key: KeyObject, signature: Uint8Array) => boolean,
): Check {
  return (jwk, content, signature) => {
    try {
      const key = createPublicKey({ key: jwk as unknown as import('node:crypto').JsonWebKey, format: 'jwk' });
      return key.asymmetricKeyType === type && judge(content, key, signature);
    } catch {
      return false;
    }
  };
}
