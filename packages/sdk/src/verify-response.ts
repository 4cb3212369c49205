/**
 * Verifies responses that the registry signed (RFC 9421): a trusted key made the signature, it belongs to this request,
 * and it covers all content by its digest (RFC 9530).
 */
import type { SignableMessage, SignatureInput } from '@dragoman/model';
import {
  numberParameter,
  parseDictionary,
  readSignatureInputs,
  readSignatures,
  signatureBase,
  textParameter,
} from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { Fetch } from './transport.js';

/** A public key as registries publish it: Ed25519, as a JSON Web Key. */
export interface SigningKey {
  kty: string;
  crv: string;
  x: string;
  kid: string;
}

/** Verification options. */
export interface VerifyOptions {
  /** Trusted keys; store those of a known registry instead of fetching them each time. */
  keys: readonly SigningKey[];
  /** The request that was sent. */
  request: { method: string; url: string };
  /** Nonce that the request asked the signature to include; without it an old response could be replayed. */
  nonce?: string;
  /** Seconds since the epoch; defaults to now. */
  now?: number;
  /** Maximum signature age in seconds; five minutes by default. */
  maxAgeSeconds?: number;
  /** Maximum content size in bytes; 64 MiB by default. */
  maxBytes?: number;
}

const usualAge = 300;
const usualBytes = 64 * 1024 * 1024;
/** Allowed clock difference in seconds. */
const skew = 60;

/** Components that must be covered to bind the response to the request. */
const demanded = ['@status', 'content-digest', '@method;req', '@path;req', '@query;req'];

/** The content of a signed response; throws `SIGNATURE_INVALID` when the signature is invalid. */
export async function verifyResponse(response: Response, options: VerifyOptions): Promise<Uint8Array> {
  const content = await readContent(response, options.maxBytes ?? usualBytes);
  await requireDigest(response.headers.get('content-digest') ?? '', content);
  const inputs = readSignatureInputs(response.headers.get('signature-input') ?? '');
  const signatures = readSignatures(response.headers.get('signature') ?? '');
  const request = { ...options.request, headers: new Headers() };
  const message: SignableMessage = { status: response.status, headers: response.headers, request };
  for (const [label, input] of inputs) {
    const key = options.keys.find(({ kid }) => kid === textParameter(input, 'keyid'));
    const signature = signatures.get(label);
    if (key === undefined || signature === undefined || !isMeant(input, options)) continue;
    const base = signatureBase(message, input);
    if (base !== undefined && (await isSigned(key, base, signature))) return content;
  }
  throw invalid('has no signature of a trusted key for this request');
}

/** A fetch function that requests a signature every time and returns only verified responses. */
export function createVerifyingFetch(options: Pick<VerifyOptions, 'keys' | 'maxBytes'> & { fetch?: Fetch }): Fetch {
  const send: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  return async (input, init) => {
    const nonce = globalThis.crypto.randomUUID();
    const headers = new Headers(init.headers);
    headers.set('accept-signature', `sig=();created;nonce="${nonce}"`);
    const response = await send(input, { ...init, headers });
    const request = { method: init.method ?? 'GET', url: input };
    const content = await verifyResponse(response, { ...options, request, nonce });
    const body = content.byteLength === 0 ? null : (content as Uint8Array<ArrayBuffer>);
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

function isMeant(input: SignatureInput, { nonce, now = Date.now() / 1000, maxAgeSeconds = usualAge }: VerifyOptions) {
  const covered = input.components.map(({ name, ofRequest }) => `${name}${ofRequest === true ? ';req' : ''}`);
  const created = numberParameter(input, 'created') ?? 0;
  return (
    demanded.every((component) => covered.includes(component)) &&
    (textParameter(input, 'alg') ?? 'ed25519') === 'ed25519' &&
    (nonce === undefined || textParameter(input, 'nonce') === nonce) &&
    created <= now + skew &&
    created >= now - maxAgeSeconds
  );
}

async function isSigned(key: SigningKey, base: string, signature: Uint8Array): Promise<boolean> {
  if (key.kty !== 'OKP' || key.crv !== 'Ed25519') return false;
  const { subtle } = globalThis.crypto;
  const { kty, crv, x } = key;
  const publicKey = await subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify']);
  const content = new TextEncoder().encode(base);
  return subtle.verify({ name: 'Ed25519' }, publicKey, signature as Uint8Array<ArrayBuffer>, content);
}

const algorithms: Readonly<Record<string, string>> = { 'sha-256': 'SHA-256', 'sha-512': 'SHA-512' };

async function requireDigest(field: string, content: Uint8Array): Promise<void> {
  let checked = 0;
  for (const [name, { value }] of parseDictionary(field) ?? []) {
    const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
    if (algorithm === undefined || !(value instanceof Uint8Array)) continue;
    const digest = await globalThis.crypto.subtle.digest(algorithm, content as Uint8Array<ArrayBuffer>);
    const real = new Uint8Array(digest);
    if (real.length !== value.length || real.some((byte, at) => byte !== value[at])) {
      throw invalid('has content that does not match its digest');
    }
    checked += 1;
  }
  if (checked === 0) throw invalid('has no digest of its content');
}

async function readContent(response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    size += next.value.byteLength;
    if (size > most) {
      await reader?.cancel().catch(() => undefined);
      throw clientError('INVALID_RESPONSE', { message: `The response is larger than ${most} bytes.` });
    }
    chunks.push(next.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function invalid(what: string) {
  return clientError('SIGNATURE_INVALID', { message: `The response ${what}; it was rejected.` });
}
