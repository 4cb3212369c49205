/** Signs HTTP messages with the server's key (RFC 9421) and computes content digests (RFC 9530). */
import { createHash, sign, timingSafeEqual } from 'node:crypto';
import type { FieldItem, SignableMessage, SignedComponent } from '@dragoman/model';
import { encodeBase64, parseDictionary, signatureBase, writeSignatureInput } from '@dragoman/model';
import type { SigningKey } from './signing-key.js';

/** A signature, without label, for its two header fields. */
export interface MessageSignature {
  input: string;
  signature: string;
}

/** What a signature covers, and its parameters. */
export interface SigningOptions {
  components: readonly SignedComponent[];
  /** Seconds since the epoch. */
  created: number;
  expires?: number;
  nonce?: string;
  tag?: string;
}

/** Signs a message; returns undefined when a component is missing. */
export type Signer = (message: SignableMessage, options: SigningOptions) => MessageSignature | undefined;

/** Creates the signer. */
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

/** Returns the value of `Content-Digest` for this content. */
export function contentDigest(content: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(content).digest('base64')}:`;
}

/** True when a `Content-Digest` matches the content and has a supported digest. */
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
