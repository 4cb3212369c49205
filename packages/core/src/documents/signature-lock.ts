/**
 * The version lock of a provider's tools: a file committed with the code that contains every published signature. Its
 * content never changes (nact.md VER-05), so a change in code is detected before anyone calls it.
 */

import type { SignatureChange, ToolSignature } from '@dragoman/model';
import { checkSignature, compareSignatures, isJsonObject, lockedForm, refusedChanges } from '@dragoman/model';
import { sha256Hex } from '#digest';

/** The locked part of a signature. */
export type LockedSignature = Omit<ToolSignature, 'currentVersion'>;

/** The content of the file: signatures by name and version, each with the hash of its locked form. */
export interface SignatureLock {
  lockVersion: 1;
  signatures: { hash: string; signature: LockedSignature }[];
}

/** One difference between a lock and the tools, or a problem that makes a lock unusable. */
export interface LockFinding {
  /**
   * `unreadable`: not a lock; `edited`: a hash does not match its signature; `changed`: a locked signature has changed;
   * `missing`: it was removed; `unlocked`: a version is not in the lock; `breaking`: a new version breaks the previous
   * one.
   */
  kind: 'unreadable' | 'edited' | 'changed' | 'missing' | 'unlocked' | 'breaking';
  /** Name of the tool. */
  tool?: string;
  version?: number;
  message: string;
  /** The changes by name. */
  changes?: SignatureChange[];
}

/** A parsed lock, or the reasons why it cannot be used. */
export interface ReadLock {
  lock?: SignatureLock;
  findings: LockFinding[];
}

/** The lock of a provider without published tools. */
export const emptyLock: SignatureLock = Object.freeze({ lockVersion: 1, signatures: [] });

/** Maximum number of signatures in one lock. */
const maxSignatures = 100_000;

/** `sha256:` and the digest of the locked part: everything except `currentVersion`, including the order. */
export function hashSignature(signature: LockedSignature): string {
  const form = lockedForm({ ...signature, currentVersion: signature.version });
  return `sha256:${sha256Hex(form)}`;
}

/** Reads the parsed content of a lock file. */
export function readSignatureLock(value: unknown): ReadLock {
  const list = isJsonObject(value) && value.lockVersion === 1 ? value.signatures : undefined;
  if (!Array.isArray(list) || list.length > maxSignatures) {
    const message = 'This is not a lock: it must be an object with "lockVersion": 1 and an array "signatures".';
    return { findings: [{ kind: 'unreadable', message }] };
  }
  const findings: LockFinding[] = [];
  const signatures = list.flatMap((item: unknown, at) => {
    const read = readItem(item, at);
    if ('kind' in read) findings.push(read);
    return 'kind' in read ? [] : [read];
  });
  return findings.length > 0 ? { findings } : { lock: { lockVersion: 1, signatures }, findings };
}

function readItem(item: unknown, at: number): SignatureLock['signatures'][number] | LockFinding {
  const given = isJsonObject(item) && isJsonObject(item.signature) ? item.signature : undefined;
  const { value } = checkSignature(given === undefined ? given : { ...given, currentVersion: given.version });
  if (!isJsonObject(item) || value === undefined) {
    return { kind: 'unreadable', message: `Entry ${at} of the lock is not a valid signature.` };
  }
  const { currentVersion: _, ...signature } = value;
  const hash = hashSignature(signature);
  if (item.hash === hash) return { hash, signature };
  const message = `The lock was edited: the hash of ${nameOf(signature)} does not match its signature.`;
  return { kind: 'edited', tool: signature.name, version: signature.version, message };
}

/** Options for comparing tools with a lock. */
export interface LockComparison {
  /** True when older versions are not among the signatures, as in the plain list of a server. */
  latestOnly?: boolean;
  /** True when a version may accept more than the previous one. */
  allowWidened?: boolean;
}

/** Every difference between signatures and a lock; empty when everything published is locked and unchanged. */
export function compareWithLock(
  lock: SignatureLock,
  signatures: readonly ToolSignature[],
  comparison: LockComparison = {},
): LockFinding[] {
  const present = new Map(signatures.map((signature) => [keyOf(signature), signature]));
  const locked = new Map(lock.signatures.map((each) => [keyOf(each.signature), each]));
  const shownTools = new Set(signatures.map(({ toolId }) => toolId));
  const kept = lock.signatures.flatMap(({ hash, signature }) => {
    const now = present.get(keyOf(signature));
    if (now === undefined) return comparison.latestOnly && shownTools.has(signature.toolId) ? [] : [missing(signature)];
    return hashSignature(now) === hash ? [] : [changed(signature, now)];
  });
  const fresh = signatures.filter((signature) => !locked.has(keyOf(signature)));
  const older = byTool(lock.signatures.map(({ signature }) => signature));
  const all = byTool([...lock.signatures.map(({ signature }) => signature), ...signatures]);
  return [
    ...kept,
    ...fresh.flatMap((signature) => {
      const { toolId } = signature;
      return checkNew(signature, { locked: older.get(toolId) ?? [], all: all.get(toolId) ?? [] }, comparison);
    }),
  ];
}

/** Adds new versions to a lock; undefined when a locked version has changed, was removed, or would be broken. */
export function extendLock(
  lock: SignatureLock,
  signatures: readonly ToolSignature[],
  comparison: LockComparison = {},
): { lock?: SignatureLock; added: LockedSignature[]; findings: LockFinding[] } {
  const findings = compareWithLock(lock, signatures, comparison).filter(({ kind }) => kind !== 'unlocked');
  if (findings.length > 0) return { added: [], findings };
  const locked = new Set(lock.signatures.map(({ signature }) => keyOf(signature)));
  const added = signatures
    .filter((signature) => !locked.has(keyOf(signature)))
    .map(({ currentVersion: _, ...signature }) => signature)
    .sort(inOrder);
  const all = [...lock.signatures, ...added.map((signature) => ({ hash: hashSignature(signature), signature }))];
  all.sort((a, b) => inOrder(a.signature, b.signature));
  return { lock: { lockVersion: 1, signatures: all }, added, findings };
}

function missing(signature: LockedSignature): LockFinding {
  const message = `${nameOf(signature)} is locked but was removed; older versions must stay readable and callable.`;
  return { kind: 'missing', tool: signature.name, version: signature.version, message };
}

function changed(before: LockedSignature, now: ToolSignature): LockFinding {
  const changes = compareSignatures({ ...before, currentVersion: now.currentVersion }, now);
  const message = `${nameOf(before)} is locked but has changed; publish a new version instead.`;
  const order: SignatureChange = {
    subject: 'tool',
    kind: 'text_changed',
    effect: 'description',
    message: 'The order of parameters, values or tags, or the spelling of a limit, has changed.',
  };
  const named = changes.length === 0 ? [order] : changes;
  return { kind: 'changed', tool: before.name, version: before.version, message, changes: named };
}

/** The versions of one tool: those in the lock, and those together with the current ones. */
interface Family {
  locked: readonly LockedSignature[];
  all: readonly LockedSignature[];
}

/** A version that is not locked yet is compared with the previous one, locked or not. */
function checkNew(signature: ToolSignature, family: Family, comparison: LockComparison): LockFinding[] {
  const { name: tool, version } = signature;
  const newest = Math.max(0, ...family.locked.map((each) => each.version));
  if (version < newest) {
    const message = `${nameOf(signature)} is not locked, but version ${newest} is; version numbers must increase.`;
    return [{ kind: 'breaking', tool, version, message }];
  }
  const [before] = family.all.filter((each) => each.version < version).sort((a, b) => b.version - a.version);
  const options = { allowWidened: comparison.allowWidened === true };
  const changes =
    before === undefined ? [] : refusedChanges({ ...before, currentVersion: version }, signature, options);
  if (changes.length > 0) {
    const message = `${nameOf(signature)} breaks version ${before?.version}.`;
    return [{ kind: 'breaking', tool, version, message, changes }];
  }
  const message = `${nameOf(signature)} is not in the lock; add it with "dragoman nact lock".`;
  return [{ kind: 'unlocked', tool, version, message }];
}

function byTool(signatures: readonly LockedSignature[]): Map<string, LockedSignature[]> {
  const families = new Map<string, LockedSignature[]>();
  for (const signature of signatures) {
    const family = families.get(signature.toolId);
    if (family === undefined) families.set(signature.toolId, [signature]);
    else family.push(signature);
  }
  return families;
}

function keyOf({ toolId, version }: LockedSignature): string {
  return `${toolId.toLowerCase()}/${version}`;
}

function nameOf({ name, version }: LockedSignature): string {
  return `${name} version ${version}`;
}

function inOrder(a: LockedSignature, b: LockedSignature): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.version - b.version;
}
