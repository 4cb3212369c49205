/**
 * Loads the documents that a document refers to, so that the reader gets one document with internal references only.
 * The caller decides how a document is loaded (through the guarded HTTP client, or from files in the same folder);
 * count and bytes are limited.
 */

import { escapeToken, parseDescription } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, toFailure } from '@dragoman/model';
import type { FetchedFrom } from '../../documents/description-reading.js';
import type { DocumentHost } from '../../documents/host.js';
import { bundledMember, member, openApiLimits, refusedMember } from './wire.js';

/** Loads another document; throws with a message that is safe to show. */
export type FetchDocument = (uri: string) => Promise<{ value: JsonValue; bytes: number }>;

/** Limits for following references. */
export interface BundleLimits {
  documents: number;
  bytes: number;
  /** Documents that are fetched concurrently. */
  concurrency: number;
}

/** A document that was not loaded. */
export interface RefusedDocument {
  uri: string;
  reason: string;
  /** Its location in the bundle, which is empty. */
  place: number;
}

/** The bundled document, and the missing documents. */
export interface Bundled {
  document: JsonObject;
  refused: RefusedDocument[];
  /** Number of loaded documents. */
  documents: number;
  /** Their URLs, by their locations in the bundle. */
  addresses: readonly string[];
}

interface Bundle {
  /** URL of the first document. */
  root: string;
  fetch: FetchDocument;
  limits: BundleLimits;
  /** URL → location in the bundle, assigned when the URL is first seen. */
  places: Map<string, number>;
  /** The same URLs in the order of their locations. */
  addresses: string[];
  values: (JsonValue | undefined)[];
  refused: RefusedDocument[];
  bytes: number;
  /** Ids that schemas of the first document declare: references to them are internal. */
  ids: ReadonlySet<string>;
}

/** Follows every reference out of the document at `uri`, and out of the documents loaded that way. */
export async function bundleDocuments(
  root: JsonObject,
  uri: string,
  { fetch, limits }: { fetch: FetchDocument; limits: BundleLimits },
): Promise<Bundled> {
  // Nearly all documents are self-contained, so large ones are not copied without need.
  if (!refersElsewhere(root)) return { document: root, refused: [], documents: 0, addresses: [] };
  const bundle: Bundle = {
    root: uri.split('#')[0] ?? uri,
    fetch,
    limits,
    places: new Map(),
    addresses: [],
    values: [],
    refused: [],
    bytes: 0,
    ids: new Set(idsOf(root)),
  };
  const document = rewrite(bundle, root, { uri, own: '' }) as JsonObject;
  let begun = 0;
  const work = async () => {
    while (begun < bundle.addresses.length) {
      const place = begun;
      begun += 1;
      await bringIn(bundle, bundle.addresses[place] ?? '', place);
    }
  };
  // One document may add more work after the other loads have finished.
  while (begun < bundle.addresses.length) await Promise.all(Array.from({ length: limits.concurrency }, work));
  const brought = bundle.values.map((value) => value ?? null);
  // A document may refer to itself by its own URL, and to nothing else.
  if (brought.length === 0) return { document, refused: [], documents: 0, addresses: [] };
  return {
    document: { ...document, [bundledMember]: brought },
    refused: bundle.refused,
    documents: bundle.values.filter((value) => value !== undefined).length,
    addresses: bundle.addresses,
  };
}

/** Visits every value of the document, so it allocates nothing. */
function refersElsewhere(value: JsonObject | JsonValue[]): boolean {
  if (Array.isArray(value)) return value.some((each) => isNest(each) && refersElsewhere(each));
  for (const name of Object.keys(value)) {
    const each = value[name] ?? null;
    if (name === '$ref' && typeof each === 'string' && !each.startsWith('#')) return true;
    if (isNest(each) && refersElsewhere(each)) return true;
  }
  return false;
}

function idsOf(value: JsonValue): string[] {
  if (!isNest(value)) return [];
  const id = Array.isArray(value) ? undefined : member(value, '$id');
  return [...(typeof id === 'string' ? [id] : []), ...Object.values(value).flatMap(idsOf)];
}

function isNest(value: JsonValue): value is JsonObject | JsonValue[] {
  return typeof value === 'object' && value !== null;
}

async function bringIn(bundle: Bundle, uri: string, place: number): Promise<void> {
  const { limits } = bundle;
  try {
    if (place >= limits.documents) throw new Error(`there are more than ${limits.documents} documents`);
    if (bundle.bytes > limits.bytes) throw new Error(`the documents have more than ${limits.bytes} bytes in all`);
    const { value, bytes } = await bundle.fetch(uri);
    bundle.bytes += bytes;
    bundle.values[place] = rewrite(bundle, value, { uri, own: `/${bundledMember}/${place}` });
  } catch (error) {
    const reason = error instanceof Error ? toReason(error) : 'it cannot be loaded';
    bundle.refused.push({ uri, reason, place });
    bundle.values[place] ??= undefined;
  }
}

function toReason(error: Error): string {
  return toFailure(error).code === 'INTERNAL' ? error.message.slice(0, 200) : toFailure(error).message;
}

interface Base {
  uri: string;
  /** Pointer of the document's root in the bundle. */
  own: string;
}

/** A copy whose references all point into the bundle; the parser limits the depth. */
function rewrite(bundle: Bundle, value: JsonValue, base: Base): JsonValue {
  if (Array.isArray(value)) return value.map((each) => rewrite(bundle, each, base));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, each]): [string, JsonValue] => {
    if (name === '$ref' && typeof each === 'string') return [name, aim(bundle, each, base)];
    if (name === 'discriminator' && isJsonObject(each)) return [name, rewriteMapping(bundle, each, base)];
    return [name, rewrite(bundle, each, base)];
  });
  return Object.fromEntries(entries);
}

/** The values of a mapping are references too, unless they are plain names. */
function rewriteMapping(bundle: Bundle, discriminator: JsonObject, base: Base): JsonObject {
  const { mapping } = discriminator;
  if (!isJsonObject(mapping)) return discriminator;
  const aimed = Object.entries(mapping).map(([value, ref]): [string, JsonValue] => [
    value,
    typeof ref === 'string' && /[#/]|\.(json|ya?ml)$/i.test(ref) ? aim(bundle, ref, base) : ref,
  ]);
  return { ...discriminator, mapping: Object.fromEntries(aimed) };
}

function aim(bundle: Bundle, ref: string, { uri, own }: Base): string {
  const [address = '', fragment = ''] = ref.split(/#(.*)/s);
  if (address === '') return fragment.startsWith('/') || fragment === '' ? `#${own}${fragment}` : ref;
  if (bundle.ids.has(address) || !URL.canParse(address, uri)) return ref;
  const target = new URL(address, uri).href.split('#')[0] ?? '';
  if (target === uri.split('#')[0]) return `#${own}${fragment}`;
  if (target === bundle.root) return `#${fragment}`;
  const place = bundle.places.get(target) ?? bundle.addresses.push(target) - 1;
  bundle.places.set(target, place);
  return `#/${escapeToken(bundledMember)}/${place}${fragment}`;
}

/**
 * Resolves a pointer into a bundle: the location of the document in it, and the pointer there; undefined for the first
 * document.
 */
export function bundledPlace(pointer: string): { place: number; pointer: string } | undefined {
  const [, member, place, ...rest] = pointer.split('/');
  if (member !== bundledMember || place === undefined || !/^\d{1,9}$/.test(place)) return undefined;
  return { place: Number(place), pointer: rest.map((step) => `/${step}`).join('') };
}

/** Completes a fetched document: loads the documents that it refers to through the same guarded client. */
export async function completeOpenApi(
  host: DocumentHost,
  document: JsonValue,
  { uri, references = 'same-origin' }: FetchedFrom,
): Promise<JsonValue> {
  if (!isJsonObject(document) || references === 'none' || !URL.canParse(uri)) return document;
  const home = new URL(uri).origin;
  const { document: whole, refused } = await bundleDocuments(document, uri, {
    limits: { documents: openApiLimits.documents, bytes: openApiLimits.bytes, concurrency: 4 },
    async fetch(address) {
      if (references === 'same-origin' && new URL(address).origin !== home) {
        throw new Error('it is at another origin, and the operator allows references within one origin only');
      }
      const fetched = await host.fetch(address);
      if (fetched.outcome !== 'fetched') throw new Error('it could not be fetched');
      return { value: parseReferenced(address, fetched.bytes), bytes: fetched.bytes.byteLength };
    },
  });
  return refused.length === 0 ? whole : withRefused(whole, refused);
}

/** The value of a referenced document; Markdown and plain text stay a string. */
export function parseReferenced(address: string, bytes: Uint8Array): JsonValue {
  return /\.(md|markdown|txt)$/i.test(address) ? new TextDecoder().decode(bytes) : parseDescription(bytes);
}

/** Records the missing documents in the document, where the reader reports them. */
export function withRefused(document: JsonObject, refused: readonly RefusedDocument[]): JsonObject {
  return { ...document, [refusedMember]: refused.slice(0, 100).map((each) => ({ ...each })) };
}

/** The missing documents, as recorded in the bundle. */
export function refusedOf(document: JsonObject): RefusedDocument[] {
  const noted = member(document, refusedMember);
  return (Array.isArray(noted) ? noted : []).flatMap((each) =>
    isJsonObject(each) && typeof each.uri === 'string' && typeof each.reason === 'string'
      ? [{ uri: each.uri, reason: each.reason, place: typeof each.place === 'number' ? each.place : -1 }]
      : [],
  );
}
