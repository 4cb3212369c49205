/** Signs HTTP messages with our own key (RFC 9421), and tells the digest of their content (RFC 9530). */
import { createHash, sign, timingSafeEqual } from 'node:crypto';
import type { FieldItem, SignableMessage, SignedComponent } from '@dragoman/model';
import { encodeBase64, parseDictionary, signatureBase, writeSignatureInput } from '@dragoman/model';
import type { SigningKey } from './signing-key.js';

/** A signature, ready to stand behind a label in its two fields. */
export interface MessageSignature {
  input: string;
  signature: string;
}

/** What a signature covers and says beside. */
export interface SigningWish {
  components: readonly SignedComponent[];
  /** Seconds since the epoch. */
  created: number;
  expires?: number;
  nonce?: string;
  tag?: string;
}

/** Signs a message; undefined when it lacks a component. */
export type Signer = (message: SignableMessage, wish: SigningWish) => MessageSignature | undefined;

/** Makes the signer. */
export function createSigner({ id, privateKey }: SigningKey): Signer {
  return (message, { components, created, ...rest }) => {
    const parameters = new Map<string, FieldItem>([['created', created]]);
    if (rest.expires !== undefined) parameters.set('expires', rest.expires);
    if (rest.nonce !== undefined) parameters.set('nonce', rest.nonce);
    parameters.set('keyid', id).set('alg', 'ed25519');
    if (rest.tag !== undefined) parameters.set('tag', rest.tag);
    const input = { components, parameters };
    const base = signatureBase(message, input);
    if (base === undefined) return undefined;
    const signature = sign(null, Buffer.from(base), privateKey);
    return { input: writeSignatureInput(input), signature: `:${encodeBase64(signature)}:` };
  };
}

/** The value of `Content-Digest` for this content. */
export function contentDigest(content: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(content).digest('base64')}:`;
}

/** True when a `Content-Digest` fits the content and has a digest that is known here. */
export function fitsDigest(field: string, content: Uint8Array): boolean {
  const digests = [...(parseDictionary(field) ?? [])].flatMap(([name, { value }]) =>
    (name === 'sha-256' || name === 'sha-512') && value instanceof Uint8Array ? [{ name, value }] : [],
  );
  return (
    digests.length > 0 &&
    digests.every(({ name, value }) => {
      const real = createHash(name.replace('-', '')).update(content).digest();
      return real.length === value.length && timingSafeEqual(real, value);
    })
  );
}
