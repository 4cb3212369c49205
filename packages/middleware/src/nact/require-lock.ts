/** Compares the tools in code with the committed lock before anything is served. */
import { readFileSync } from 'node:fs';
import { compareWithLock, type LockFinding, readSignatureLock } from '@dragoman/core/conversion';
import { type Tool, ToolDefinitionError } from './define-tool.js';

/** Where the lock is, and what happens on a mismatch. */
export interface LockOptions {
  /** Path of the lock file. */
  lockFile?: string | URL;
  /** The parsed content of the lock file, where there is no file to read. */
  lock?: unknown;
  /** `refuse` (default): the start fails; `warn`: it is reported. */
  onLockMismatch?: 'refuse' | 'warn';
}

/** Throws or reports `ToolDefinitionError` when the lock and the tools differ; without a lock nothing is checked. */
export function requireLock(tools: readonly Tool[], options: LockOptions, report: (problem: Error) => void): void {
  const findings = findDisagreement(tools, options);
  if (findings.length === 0) return;
  const faults = findings.flatMap(({ message, changes = [] }) => [message, ...changes.map((each) => each.message)]);
  const mismatch = new ToolDefinitionError('The tools do not match their version lock', faults);
  if (options.onLockMismatch !== 'warn') throw mismatch;
  report(mismatch);
}

function findDisagreement(tools: readonly Tool[], { lock: given, lockFile }: LockOptions): readonly LockFinding[] {
  if (given === undefined && lockFile === undefined) return [];
  const content = given ?? (lockFile === undefined ? undefined : readFile(lockFile));
  const { lock, findings } = readSignatureLock(content);
  if (lock === undefined) return findings;
  // Widening was allowed or rejected when the tool was defined and locked; here it is already in both.
  return compareWithLock(
    lock,
    tools.flatMap(({ signatures }) => signatures),
    { allowWidened: true },
  );
}

/** An unreadable file is reported as no lock at all. */
function readFile(path: string | URL): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
