/** Conditional requests (RFC 9110 §13): validators of an entry, 304 for readers, preconditions for writers. */
import { createHash } from 'node:crypto';
import { Failure } from '@dragoman/model';
import type { Design } from '../catalogue/designs.js';
import type { Precondition } from '../catalogue/publish.js';
import type { StoredEntry } from '../catalogue/store.js';
import type { HttpReply } from './http-reply.js';
import { createReply, replyBytes } from './http-reply.js';
import type { HttpRequest } from './http-request.js';

/** Whose view an answer shows; owners see more, so their validators differ. */
export type View = 'owner' | 'other';

/** Identifies one state of a resource. */
export interface Validators {
  /** Entity tag with its quotes. */
  etag: string;
  /** When the state was written; undefined when unknown. */
  modified?: Date;
}

const ownerSuffix = '-o';

/** Validators of an entry as this view shows it. */
export function entryValidators(stored: StoredEntry, view: View): Validators {
  const suffix = view === 'owner' ? ownerSuffix : '';
  return { etag: `"${stateTag(stored)}${suffix}"`, modified: new Date(stored.updatedAt) };
}

/** Headers that carry the validators. */
export function validatorHeaders({ etag, modified }: Validators): Record<string, string> {
  return modified === undefined ? { ETag: etag } : { ETag: etag, 'Last-Modified': modified.toUTCString() };
}

/** True when the client already has this state; then the answer is 304 (RFC 9110 §13.2.2). */
export function isUnchanged(request: Pick<HttpRequest, 'headers'>, validators: Validators): boolean {
  const ifNoneMatch = request.headers.get('if-none-match');
  if (ifNoneMatch !== null) {
    const tags = parseTags(ifNoneMatch);
    return tags === '*' || (tags ?? []).some((tag) => opaque(tag) === opaque(validators.etag));
  }
  const since = parseDate(request.headers.get('if-modified-since'));
  return since !== undefined && validators.modified !== undefined && wholeSeconds(validators.modified) <= since;
}

/** The answer for a client that already has this state. */
export function notModified(headers: Readonly<Record<string, string>>): HttpReply {
  return createReply(null, { status: 304, headers });
}

/** A complete reply with an entity tag, a hash of its body where it has none; 304 for a client that has this state. */
export async function tagReply(request: Pick<HttpRequest, 'headers'>, reply: HttpReply): Promise<HttpReply> {
  const { status, headers } = reply;
  const body = typeof reply.body === 'string' ? reply.body : await replyBytes(reply);
  headers.etag ??= `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  if (!isUnchanged(request, { etag: headers.etag })) return { status, headers, body };
  return notModified(Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-'))));
}

/**
 * The precondition on the current state of an entry from a writer's conditional headers; undefined without such
 * headers.
 */
export function writePrecondition(request: Pick<HttpRequest, 'headers'>): Precondition | undefined {
  const condition = writeCondition(request);
  if (condition === undefined) return undefined;
  return (current) =>
    condition(current === undefined ? undefined : { tag: stateTag(current), updatedAt: current.updatedAt });
}

/**
 * A state that a writer's headers may name: its tag without quotes, the same for every view, and when it was written.
 */
export interface WrittenState {
  tag: string;
  updatedAt: string;
}

/**
 * The precondition on the current state of any resource from a writer's conditional headers; undefined without such
 * headers.
 */
export function writeCondition(
  request: Pick<HttpRequest, 'headers'>,
): ((current: WrittenState | undefined) => boolean) | undefined {
  const ifMatch = writersTags(request, 'If-Match');
  const ifNoneMatch = writersTags(request, 'If-None-Match');
  const unmodifiedSince = ifMatch === undefined ? parseDate(request.headers.get('if-unmodified-since')) : undefined;
  if (ifMatch === undefined && ifNoneMatch === undefined && unmodifiedSince === undefined) return undefined;
  return (current) =>
    (ifMatch === undefined || names(ifMatch, current, 'strong')) &&
    (ifNoneMatch === undefined || !names(ifNoneMatch, current, 'weak')) &&
    (unmodifiedSince === undefined ||
      (current !== undefined && wholeSeconds(new Date(current.updatedAt)) <= unmodifiedSince));
}

/** The tag of a design's state. */
export function designTag({ version }: Pick<Design, 'version'>): string {
  return `d${version}`;
}

/** Validators of a design as this view shows it. */
export function designValidators(design: Pick<Design, 'version' | 'updatedAt'>, view: View): Validators {
  const suffix = view === 'owner' ? ownerSuffix : '';
  return { etag: `"${designTag(design)}${suffix}"`, modified: new Date(design.updatedAt) };
}

/**
 * The same for an answer that also shows data that others may change, such as findings: its tag differs with every
 * body, and a writer's precondition compares only the design's own part.
 */
export function validatorsWithFindings(design: Pick<Design, 'version'>, view: View, body: string): Validators {
  const suffix = view === 'owner' ? ownerSuffix : '';
  const mark = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { etag: `"${designTag(design)}${suffix}.${mark}"` };
}

type Tags = readonly string[] | '*';

/** The state's own tag, the same for every view, so that a writer may use the tag of either. */
function stateTag(stored: StoredEntry): string {
  const hash = stored.entry.origin.hash.replace(/^sha256:/, '').slice(0, 12);
  return `r${stored.revision}-${hash}`;
}

function names(tags: Tags, current: WrittenState | undefined, comparison: 'strong' | 'weak'): boolean {
  if (current === undefined) return false;
  if (tags === '*') return true;
  const present = current.tag;
  return tags.some((tag) => {
    if (comparison === 'strong' && tag.startsWith('W/')) return false;
    const own = opaque(tag)
      .slice(1, -1)
      .replace(/\.[0-9a-f]{1,64}$/, '');
    return own === present || own === `${present}${ownerSuffix}`;
  });
}

/** A precondition that cannot be read is rejected, because ignoring it would execute the write without it. */
function writersTags(request: Pick<HttpRequest, 'headers'>, header: string): Tags | undefined {
  const value = request.headers.get(header);
  if (value === null) return undefined;
  const tags = parseTags(value);
  if (tags !== undefined) return tags;
  const detail = 'must be * or a list of entity tags in double quotes, exactly as in an ETag header';
  throw new Failure('INVALID_INPUT', {
    message: `The header ${header} cannot be read.`,
    fieldErrors: [{ field: header, code: 'request/entity-tag', detail }],
  });
}

const tagPattern = /^(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"$/;

/** Entity tags of a header; undefined when it is malformed. A tag may contain commas. */
function parseTags(value: string): Tags | undefined {
  const text = value.trim();
  if (text === '*') return '*';
  const tags = text.match(/(?:W\/)?"[^"]*"|[^\s,]+/g) ?? [];
  return tags.length > 0 && tags.length <= 100 && tags.every((tag) => tagPattern.test(tag)) ? tags : undefined;
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

/** Milliseconds of an HTTP date; an invalid date counts as not sent (RFC 9110 §13.1.3). */
function parseDate(value: string | null): number | undefined {
  if (value === null || !/^[A-Z][a-z]{2,8}, /.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
