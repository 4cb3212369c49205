/**
 * Signs responses for callers that request it with `Accept-Signature` (RFC 9421 §5; AIDIP-SEC-08): status, content
 * digest, date, and the request. Streams are not signed, since their content is not known in advance.
 */
import type { Clock, HttpReply } from '@dragoman/core/http';
import { appendHeader, isStream, replyBytes } from '@dragoman/core/http';
import type { SignableMessage, SignatureInput, SignedComponent } from '@dragoman/model';
import { readSignatureInputs, readSignatures, textParameter } from '@dragoman/model';
import type { Signer } from '../../identity/signer.js';
import { contentDigest, fitsDigest } from '../../identity/signer.js';
import type { Exchange, Next, Step } from '../exchange.js';

/** Dependencies of the step. */
export interface SignResponsePorts {
  signer: Signer;
  keyId: string;
  clock: Clock;
}

/** Maximum number of signatures of one response. */
const maxSignatures = 2;
const longestText = 256;

/** Components that every signature covers in addition to the requested ones. */
const always: readonly SignedComponent[] = [
  { name: '@status' },
  { name: 'content-digest' },
  { name: 'date' },
  { name: '@method', ofRequest: true },
  { name: '@path', ofRequest: true },
  { name: '@query', ofRequest: true },
];

/** Creates the step. */
export function createSignResponse(ports: SignResponsePorts): Step {
  const answerSigned = async (exchange: Exchange, next: Next, asked: string): Promise<HttpReply> => {
    const reply = await next(exchange);
    if (isStream(reply)) return reply;
    const inputs = [...readSignatureInputs(asked)].filter(([, input]) => isForUs(input, ports.keyId));
    return inputs.length === 0 ? reply : signed(ports, exchange, reply, inputs.slice(0, maxSignatures));
  };
  return (exchange, next) => {
    const asked = exchange.request.headers.get('accept-signature');
    return asked === null ? next(exchange) : answerSigned(exchange, next, asked);
  };
}

/** A caller that names another key or algorithm does not want our signature. */
function isForUs(input: SignatureInput, keyId: string): boolean {
  const texts = ['nonce', 'tag'].map((name) => textParameter(input, name) ?? '');
  return (
    (textParameter(input, 'keyid') ?? keyId) === keyId &&
    (textParameter(input, 'alg') ?? 'ed25519') === 'ed25519' &&
    texts.every((text) => text.length <= longestText)
  );
}

type RequestedSignature = readonly [label: string, input: SignatureInput];

async function signed(
  { signer, clock }: SignResponsePorts,
  { request }: Exchange,
  reply: HttpReply,
  inputs: readonly RequestedSignature[],
): Promise<HttpReply> {
  const content = await replyBytes(reply);
  const headers = { ...reply.headers };
  const now = clock.now();
  // A digest set by the upstream service is left unchanged: its signature may cover it.
  if (!fitsDigest(headers['content-digest'] ?? '', content)) headers['content-digest'] = contentDigest(content);
  headers.date = new Date(now).toUTCString();
  const { status } = reply;
  const message: SignableMessage = { status, headers: { get: (name) => headerOf(headers, name) }, request };
  const labels = new Set(readSignatures(headers.signature ?? '').keys());
  for (const [asked, input] of inputs) {
    const nonce = textParameter(input, 'nonce');
    const tag = textParameter(input, 'tag');
    const signature = signer(message, {
      components: union(input.components, headers),
      created: Math.floor(now / 1000),
      ...(nonce === undefined ? {} : { nonce }),
      ...(tag === undefined ? {} : { tag }),
    });
    if (signature === undefined) continue;
    const label = labels.has(asked) ? `${asked}-dragoman` : asked;
    appendHeader(headers, 'signature-input', `${label}=${signature.input}`);
    appendHeader(headers, 'signature', `${label}=${signature.signature}`);
  }
  return { status, headers, body: content.byteLength === 0 ? null : content };
}

/** The caller chooses the names, so members of the prototype must not be found. */
function headerOf(headers: Readonly<Record<string, string>>, name: string): string | null {
  const lower = name.toLowerCase();
  return Object.hasOwn(headers, lower) ? (headers[lower] ?? null) : null;
}

/** The requested components plus those that a meaningful signature must cover. */
function union(asked: readonly SignedComponent[], headers: Readonly<Record<string, string>>): SignedComponent[] {
  const same = (one: SignedComponent, other: SignedComponent) =>
    one.name === other.name && (one.ofRequest ?? false) === (other.ofRequest ?? false);
  const own = headers['content-type'] !== undefined ? [...always, { name: 'content-type' }] : always;
  return [...asked, ...own.filter((component) => !asked.some((other) => same(component, other)))];
}
