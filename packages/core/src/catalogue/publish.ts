/**
 * The left half of the flow after reading, in one function: check → store → index. Every protocol and every source
 * (upload, import, crawl) is published in the same way.
 */
import { isDeepStrictEqual } from 'node:util';
import { getPointer } from '@dragoman/documents';
import type { Checked, Diagnostic, Entry, JsonValue, Operation, RepairSwitches, Visibility } from '@dragoman/model';
import { Failure, hasErrors } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { canChange, canSee } from '../access/caller.js';
import { hashDocument } from '../documents/hash-document.js';
import type { Clock } from '../documents/host.js';
import { timestamp } from '../documents/host.js';
import { isSameJson } from '../documents/is-same-json.js';
import { nameUuid } from '../documents/name-uuid.js';
import type { EntryDraft } from '../documents/reader.js';
import { applyEffects, asDescribed } from './apply-effects.js';
import type { EntryIndex } from './index-port.js';
import { invalidDescription } from './invalid-description.js';
import type { FindNearMeaning, NearMeaning, PrepareReview, ReviewEntry } from './look-alikes/find-look-alikes.js';
import type { Decision, Store, StoredEntry } from './store.js';
import { isVisible } from './visible.js';

/** Compares an entry with its replacement; runs inside the transaction and is pure. */
export type SuccessionCheck = (before: Entry, after: EntryDraft, crawled: boolean) => Diagnostic[];

/** Adds the gateway's repairs to the operations of a description; runs inside the transaction and is pure. */
export interface RepairPort {
  /** The operations with the enabled repairs; `before` are the operations that they replace, by name. */
  put(
    operations: readonly Operation[],
    switches: RepairSwitches | undefined,
    before: ReadonlyMap<string, Operation>,
  ): Operation[];
  /** The entry without repairs, as in its description. */
  takeOut(entry: Entry): Entry;
}

/** Dependencies of publishing. */
export interface PublishPorts {
  store: Store;
  index: EntryIndex;
  clock: Clock;
  /** Creates a new entry id (UUIDv7). */
  newId: () => string;
  /** Prepares the comparison of an entry with the rest of the catalogue, which runs inside the transaction. */
  review?: PrepareReview;
  /** Finds entries of similar meaning for the review, before the transaction. */
  nearMeaning?: FindNearMeaning;
  /** Called with an entry whose meaning could not be compared, so that this is done later. */
  compareLater?: (id: string, seq: number) => void;
  /** Absent: operations stay as in their descriptions. */
  repair?: RepairPort;
  /** Reports addresses of a description that may not be called. */
  checkAddresses?: (draft: EntryDraft) => Promise<Diagnostic[]>;
  /** Visibility of a new entry whose description states none; public when absent. */
  newVisibility?: (caller: Caller) => Visibility;
}

/** True when the current state is the one that the caller expects. */
export type Precondition = (current: StoredEntry | undefined) => boolean;

/** The caller of a change and its preconditions. */
export interface ChangeRequest {
  caller: Caller;
  traceId: string;
  /** Rejected with `PRECONDITION_FAILED` when it is false. */
  precondition?: Precondition;
}

/** A description to publish. */
export interface PublishRequest extends ChangeRequest {
  /** The description as it was read, with its findings. */
  read: Checked<EntryDraft>;
  /** Run when an entry is replaced; their errors reject the replacement. */
  successions?: readonly SuccessionCheck[];
  /** `upsert` creates or updates; `update` only updates the entry named by `id`. */
  mode: 'upsert' | 'update';
  /** Id in the path; the document may repeat it but not contradict it. */
  id?: string;
  /** A crawl does not overwrite an entry posted by its owner (aidip.md GAP-37). */
  crawled?: boolean;
}

/** The result of publishing. */
export interface Published {
  stored: StoredEntry;
  outcome: 'created' | 'updated' | 'unchanged';
  /** Warnings and infos; errors would have rejected the document. */
  diagnostics: Diagnostic[];
  /** The live entry that it replaced. */
  before?: Entry;
}

/** Stores and indexes one description that was read; throws a Failure that lists every problem. */
export async function publish(ports: PublishPorts, request: PublishRequest): Promise<Published> {
  const at = timestamp(ports.clock);
  const { draft, diagnostics } = requireValid(request);
  const id = draft.id ?? request.id ?? ports.newId();
  const near = await ports.nearMeaning?.(draft);
  const alike = await findAlikeId(ports, id, request.caller);
  // Before the entry is stored, because the follower of the store would put what it finds there.
  await ports.index.prepare?.(draft);
  const look = await ports.review?.({ ...draft, id, owner: request.caller.subject });
  const texts = diagnostics.filter(({ code }) => code.startsWith('text/'));
  let succession: Diagnostic[] = [];
  const noticed: Diagnostic[] = [];
  let before: Entry | undefined;
  const decision = (current: StoredEntry | undefined) => {
    const made = review(look, noteHeld(decide(ports, { draft, id, current, alike }, request), texts), {
      current,
      near: near ?? [],
      texts,
      noticed,
    });
    succession = made === undefined ? [] : checkSuccession(ports, { draft, current }, request);
    if (isUnfollowed(request, draft, current)) noticed.splice(0, noticed.length, notFollowed(id));
    before = current?.deletedAt === undefined ? current?.entry : undefined;
    return made;
  };
  const { stored, action } = await ports.store.entries.change(id, decision, {
    actor: request.caller.subject,
    traceId: request.traceId,
    at,
    operations: draft.operations.length,
  });
  if (stored === undefined) throw new Error('a publication that decided to write wrote nothing');
  await ports.index.put(stored);
  if (near === undefined && action !== undefined) ports.compareLater?.(id, stored.seq);
  const outcome = action === undefined ? 'unchanged' : action === 'entry.create' ? 'created' : 'updated';
  const addresses = (await ports.checkAddresses?.(draft)) ?? [];
  const found = [...diagnostics, ...addresses, ...succession, ...noticed];
  return { stored, outcome, diagnostics: found, ...(before === undefined ? {} : { before }) };
}

/** The number of texts that look like instructions and that nobody has released. */
function noteHeld(decision: Decision, texts: readonly Diagnostic[]): Decision {
  if (decision === undefined || texts.length === 0) return decision;
  const { entry } = decision;
  const released = new Set(entry.releasedTexts?.map(({ hash }) => hash));
  const pointers = [...new Set(texts.map(({ location }) => location.pointer))];
  const heldTexts = pointers.filter((pointer) => {
    const text = getPointer(entry as unknown as JsonValue, pointer);
    return typeof text !== 'string' || !released.has(hashDocument(text));
  }).length;
  return heldTexts === 0 ? decision : { ...decision, entry: { ...entry, heldTexts } };
}

interface Reviewing {
  current: StoredEntry | undefined;
  near: readonly NearMeaning[];
  /** Texts of the entry that address their reader. */
  texts: readonly Diagnostic[];
  noticed: Diagnostic[];
}

function review(look: ReviewEntry | undefined, decision: Decision, reviewing: Reviewing): Decision {
  const { current, near, texts, noticed } = reviewing;
  // An unchanged entry is reviewed for its findings only, so that importing it again reports them again.
  const reviewed = decision?.entry ?? current?.entry;
  if (look === undefined || reviewed === undefined) return decision;
  const { entry, diagnostics } = look(reviewed, current?.entry, { near, texts });
  // A transaction may run twice; the findings of the last run count.
  noticed.splice(0, noticed.length, ...diagnostics);
  return decision === undefined ? undefined : { ...decision, entry };
}

function requireValid({ read, id }: PublishRequest) {
  const isOther = id !== undefined && read.value?.id !== undefined && read.value.id !== id;
  const diagnostics = isOther ? [...read.diagnostics, idMismatch(id)] : read.diagnostics;
  if (read.value === undefined || hasErrors(diagnostics)) throw invalidDescription(diagnostics);
  return { draft: read.value, diagnostics };
}

/** Throws when the replacement is not allowed; returns the warnings otherwise. */
function checkSuccession(
  { repair }: PublishPorts,
  { draft, current }: Pick<Taken, 'draft' | 'current'>,
  request: PublishRequest,
): Diagnostic[] {
  if (current === undefined || current.deletedAt !== undefined) return [];
  const before = asDescribed(repair?.takeOut(current.entry) ?? current.entry);
  const found = (request.successions ?? []).flatMap((check) => check(before, draft, request.crawled === true));
  if (hasErrors(found)) throw invalidDescription(found);
  return found;
}

function idMismatch(id: string): Diagnostic {
  return {
    code: 'catalogue/id-mismatch',
    severity: 'error',
    message: `differs from the id in the path, '${id.slice(0, 80)}'`,
    help: 'Remove id from the body, or repeat the id of the path.',
    location: { pointer: '/id' },
  };
}

/** A description, and the entry that it replaces. */
interface Taken {
  draft: EntryDraft;
  id: string;
  current: StoredEntry | undefined;
  /** An existing id that people would confuse with this one. */
  alike: string | undefined;
}

function decide(ports: PublishPorts, taken: Taken, request: PublishRequest): Decision {
  const { draft, id, current } = taken;
  const live = current?.deletedAt === undefined ? current : undefined;
  if (request.mode === 'update') requireVisible(id, live, request.caller);
  if (current !== undefined) requireAvailable(current, request.caller);
  if (current !== undefined && !canChange(request.caller, current.entry)) throw notYours();
  if (request.precondition !== undefined && !request.precondition(live)) throw new Failure('PRECONDITION_FAILED');
  if (draft.named === true && live !== undefined && !isSameService(live.entry, draft)) throw idTaken(live.entry.id);
  if (isUnfollowed(request, draft, current)) return undefined;
  if (current === undefined) refuseAlikeId(id, taken.alike);
  if (live !== undefined && sameDocument(live.entry, draft)) return undefined;
  const entry = complete(ports, taken, request.caller);
  if (live !== undefined && draft.partial === true && sameContent(live.entry, entry)) return undefined;
  return { action: live === undefined ? 'entry.create' : 'entry.update', entry };
}

/** The same description again, perhaps newer: of one protocol, and from the same URL, endpoint or name. */
function isSameService(before: Entry, { origin, slug, endpoint }: EntryDraft): boolean {
  if (before.origin.protocol !== origin.protocol) return false;
  const sameUrl = origin.uri !== undefined && before.origin.uri === origin.uri;
  const sameEndpoint = endpoint !== undefined && before.endpoint === endpoint;
  return sameUrl || sameEndpoint || before.slug === slug;
}

/** The failure when an id that a person chose belongs to another service. */
export function idTaken(id: string): Failure {
  const detail = `the id '${id.slice(0, 100)}' belongs to another service; choose another id, or remove that service first`;
  const fieldErrors = [{ field: 'id', pointer: '/id', code: 'catalogue/id-taken', detail }];
  return new Failure('CONFLICT', { message: `Rejected: ${detail}.`, fieldErrors });
}

/** An id like this one that the caller may see. */
async function findAlikeId({ index }: PublishPorts, id: string, caller: Caller): Promise<string | undefined> {
  for (const other of await index.idsLike(id)) if (await isVisible({ index }, other, caller)) return other;
  return undefined;
}

/** Rejects a new id that people would confuse with another that the caller may see; hidden ids are not revealed. */
function refuseAlikeId(id: string, other: string | undefined): void {
  if (other === undefined) return;
  const detail = `the id '${id.slice(0, 100)}' differs from '${other.slice(0, 100)}' only in case or in letters that look the same; choose another id`;
  const fieldErrors = [{ field: 'id', pointer: '/id', code: 'catalogue/id-alike', detail }];
  throw new Failure('CONFLICT', { message: `Rejected: ${detail}.`, fieldErrors });
}

/** A crawl updates entries from the same address; it does not override what the owner posted or deleted. */
function isUnfollowed({ crawled }: PublishRequest, { origin }: EntryDraft, current: StoredEntry | undefined): boolean {
  if (crawled !== true || current === undefined) return false;
  return current.deletedAt !== undefined || current.entry.origin.uri !== origin.uri;
}

function notFollowed(id: string): Diagnostic {
  return {
    code: 'catalogue/not-followed',
    severity: 'warning',
    message: `The service '${id.slice(0, 100)}' was registered elsewhere or removed, so this source does not change it.`,
    help: 'Follow the source under another id, or remove the other service for good.',
    location: { pointer: '/id' },
  };
}

/** Throws `NOT_FOUND` in the same way for an unknown entry and for one that the caller may not see. */
export function requireVisible(id: string, live: StoredEntry | undefined, caller: Caller): StoredEntry {
  if (live === undefined || !canSee(caller, live.entry)) throw noSuchEntry(id);
  return live;
}

/** The same failure for an unknown, deleted or hidden id. */
export function noSuchEntry(id: string): Failure {
  return new Failure('NOT_FOUND', { message: `No agent with id '${id.slice(0, 200)}'.` });
}

/** The same failure for every entry of another owner. */
export function notYours(): Failure {
  return new Failure('FORBIDDEN', { message: 'Your credential is not allowed to change this agent.' });
}

/**
 * Throws for an id of another owner whose entry is hidden from the caller or deleted, in the same way for both, so that
 * the answer does not reveal which.
 */
export function requireAvailable({ entry, deletedAt }: StoredEntry, caller: Caller): void {
  if (canChange(caller, entry) || (deletedAt === undefined && canSee(caller, entry))) return;
  const detail = `the id '${entry.id.slice(0, 100)}' is not available; choose another id`;
  const fieldErrors = [{ field: 'id', pointer: '/id', code: 'catalogue/id-unavailable', detail }];
  throw new Failure('CONFLICT', { message: `Rejected: ${detail}.`, fieldErrors });
}

/**
 * Visibility, grants, repairs, effects and releases of texts are not part of the document: an update that does not mention them
 * leaves them unchanged.
 */
function complete(
  { repair, newVisibility }: PublishPorts,
  { draft: taken, id, current }: Omit<Taken, 'alike'>,
  caller: Caller,
): Entry {
  const live = current?.deletedAt === undefined ? current?.entry : undefined;
  const draft = keepUnseen(taken, live === undefined ? undefined : asDescribed(repair?.takeOut(live) ?? live));
  const before = operationsByName(current?.entry);
  const { repairs, releasedTexts, effects } = current?.entry ?? {};
  const operations = repair?.put(draft.operations, repairs, before) ?? draft.operations;
  return {
    ...draft,
    id,
    owner: current?.entry.owner ?? caller.subject,
    visibility: draft.visibility ?? current?.entry.visibility ?? newVisibility?.(caller) ?? 'public',
    grants: draft.grants ?? current?.entry.grants ?? [],
    ...(repairs === undefined ? {} : { repairs }),
    ...(releasedTexts === undefined ? {} : { releasedTexts }),
    ...(effects === undefined ? {} : { effects }),
    operations: applyEffects(keepIdentities(operations, current?.entry), effects),
  };
}

/**
 * A partially read description says nothing about operations that it does not name; its own texts describe only that
 * part.
 */
function keepUnseen({ partial, named: _, ...draft }: EntryDraft, live: Entry | undefined): EntryDraft {
  if (partial !== true || live === undefined) return draft;
  const byId = new Map(draft.operations.map((operation) => [operation.id, operation]));
  const byName = operationsByName(draft);
  const kept = live.operations.map((known) => byName.get(known.name) ?? byId.get(known.id) ?? known);
  const operations = [...new Set([...kept, ...draft.operations])];
  const capabilities = [...new Set([...live.capabilities, ...draft.capabilities])].slice(0, 50);
  return { ...draft, description: live.description, capabilities, operations };
}

/** The operations of an entry by their names. */
export function operationsByName(entry: Pick<Entry, 'operations'> | undefined): Map<string, Operation> {
  return new Map(entry?.operations.map((operation) => [operation.name, operation]));
}

/**
 * Tools with ids from their provider are identified by those ids, whatever their names; other operations by their
 * names.
 */
function keepIdentities(operations: readonly Operation[], before: Entry | undefined): Operation[] {
  const names = operationsByName(before);
  const tools = new Map(before?.operations.map((known) => [toolIdOf(known) ?? known, known]));
  const paired = operations.map((operation) => {
    const toolId = toolIdOf(operation);
    const named = names.get(operation.name);
    if (toolId === undefined) return { operation, known: named };
    const other = named !== undefined && toolIdOf(named) !== undefined;
    return { operation, known: tools.get(toolId) ?? (other ? undefined : named) };
  });
  const kept = new Set(paired.map(({ known }) => known?.id));
  return paired.map(({ operation, known }) => {
    const taken = known === undefined && kept.has(operation.id);
    return taken
      ? { ...operation, id: nameUuid('operation-again', operation.id, operation.name) }
      : keepIdentity(operation, known);
  });
}

function toolIdOf({ binding }: Operation): string | undefined {
  return binding.kind === 'nact' ? binding.toolId : undefined;
}

/** An operation keeps its id across updates, and its version increases when its contract changed. */
export function keepIdentity(operation: Operation, known: Operation | undefined): Operation {
  if (known === undefined) return operation;
  const same = isSameJson(contractOf(known), contractOf(operation));
  return { ...operation, id: known.id, version: same ? known.version : known.version + 1 };
}

/** What callers rely on; a provider that sets versions itself has a new contract with each version. */
function contractOf({ input, output, binding }: Operation): JsonValue {
  return [input, output, binding.kind === 'nact' ? (binding.version ?? null) : null];
}

/** True for the same operations and access, whatever part of the description was read. */
function sameContent(before: Entry, after: Entry): boolean {
  const contentOf = ({ name, operations, capabilities, visibility, grants }: Entry) => ({
    name,
    operations,
    capabilities,
    visibility,
    grants,
  });
  return isDeepStrictEqual(contentOf(before), contentOf(after));
}

/** True for the description that the entry was made of; access that it does not state stays as it is. */
function sameDocument(before: Entry, { origin, visibility = before.visibility, grants = before.grants }: EntryDraft) {
  return (
    before.origin.hash === origin.hash &&
    before.visibility === visibility &&
    JSON.stringify(before.grants) === JSON.stringify(grants)
  );
}
