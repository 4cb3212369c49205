/**
 * Signs answers for callers that ask for it with `Accept-Signature` (RFC 9421 §5; AIDIP-SEC-08): status, content by its
 * digest, date, and the request that was answered. Streams are not signed, since their end is not known.
 */
import type { Clock } from '@dragoman/core/http';
import { toResponse } from '@dragoman/core/http';
import type { SignableMessage, SignatureInput, SignedComponent } from '@dragoman/model';
import { readSignatureInputs, readSignatures, textParameter } from '@dragoman/model';
import type { Signer } from '../../identity/signer.js';
import { contentDigest, fitsDigest } from '../../identity/signer.js';
import type { Exchange, Next, Step } from '../exchange.js';

/** What the step needs. */
export interface SignResponsePorts {
  signer: Signer;
  keyId: string;
  clock: Clock;
}

/** Signatures made for one answer at most. */
const mostSignatures = 2;
const longestText = 256;

/** What every signature covers, whatever else was asked for. */
const always: readonly SignedComponent[] = [
  { name: '@status' },
  { name: 'content-digest' },
  { name: 'date' },
  { name: '@method', ofRequest: true },
  { name: '@path', ofRequest: true },
  { name: '@query', ofRequest: true },
];

/** Makes the step. */
export function createSignResponse(ports: SignResponsePorts): Step {
  const answerSigned = async (exchange: Exchange, next: Next, asked: string): Promise<Response> => {
    const response = toResponse(await next(exchange));
    if (isStream(response)) return response;
    const wishes = [...readSignatureInputs(asked)].filter(([, wish]) => isForUs(wish, ports.keyId));
    return wishes.length === 0 ? response : signed(ports, exchange, response, wishes.slice(0, mostSignatures));
  };
  return (exchange, next) => {
    const asked = exchange.request.headers.get('accept-signature');
    return asked === null ? next(exchange) : answerSigned(exchange, next, asked);
  };
}

/** A caller that names another key or algorithm does not want ours. */
function isForUs(wish: SignatureInput, keyId: string): boolean {
  const texts = ['nonce', 'tag'].map((name) => textParameter(wish, name) ?? '');
  return (
    (textParameter(wish, 'keyid') ?? keyId) === keyId &&
    (textParameter(wish, 'alg') ?? 'ed25519') === 'ed25519' &&
    texts.every((text) => text.length <= longestText)
  );
}

function isStream({ headers }: Response): boolean {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return ['text/event-stream', 'application/x-ndjson', 'application/jsonl', 'application/json-seq'].includes(type);
}

type Wish = readonly [label: string, wish: SignatureInput];

async function signed(
  { signer, clock }: SignResponsePorts,
  { request }: Exchange,
  response: Response,
  wishes: readonly Wish[],
): Promise<Response> {
  const content = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  const now = clock.now();
  // A digest of the agent's own is left as it is: its signature may cover it.
  if (!fitsDigest(headers.get('content-digest') ?? '', content)) headers.set('content-digest', contentDigest(content));
  headers.set('date', new Date(now).toUTCString());
  const { status } = response;
  const message: SignableMessage = { status, headers, request };
  const labels = new Set(readSignatures(headers.get('signature') ?? '').keys());
  for (const [asked, wish] of wishes) {
    const nonce = textParameter(wish, 'nonce');
    const tag = textParameter(wish, 'tag');
    const signature = signer(message, {
      components: union(wish.components, headers),
      created: Math.floor(now / 1000),
      ...(nonce === undefined ? {} : { nonce }),
      ...(tag === undefined ? {} : { tag }),
    });
    if (signature === undefined) continue;
    const label = labels.has(asked) ? `${asked}-dragoman` : asked;
    headers.append('signature-input', `${label}=${signature.input}`);
    headers.append('signature', `${label}=${signature.signature}`);
  }
  return new Response(content.byteLength === 0 ? null : content, { status, headers });
}

/** What was asked for, and what has to be covered for the signature to mean something. */
function union(asked: readonly SignedComponent[], headers: Headers): SignedComponent[] {
  const same = (one: SignedComponent, other: SignedComponent) =>
    one.name === other.name && (one.ofRequest ?? false) === (other.ofRequest ?? false);
  const own = headers.has('content-type') ? [...always, { name: 'content-type' }] : always;
  return [...asked, ...own.filter((component) => !asked.some((other) => same(component, other)))];
}
