/** The version lock file of the two `nact` commands: its path, shared options, and how findings are printed. */
import { resolve } from 'node:path';
import type { LockFinding, ReadLock } from '@dragoman/core/conversion';
import { lockFileName } from '@dragoman/model';
import type { CommandArgument, CommandContext, CommandOption } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';
import { readValue, UnreadableFile } from './read-documents.js';
import { type PublishedTools, readSignatures } from './read-signatures.js';

/** The source of the tools. */
export const toolsArgument: CommandArgument = {
  name: 'tools',
  required: true,
  multiple: false,
  description: 'Module that exports tools, .json file with a list of them, "-", or URL of the API',
};

/** Options of both commands. */
export const lockOptions: readonly CommandOption[] = [
  { name: 'lock', value: 'file', description: `The lock file (default: ${lockFileName})` },
  { name: 'token-env', value: 'name', description: 'Environment variable with the bearer token for the URL' },
  { name: 'allow-widening', description: 'Allow a version to accept more inputs than the previous one' },
];

/** Path of the lock file. */
export function lockPathOf({ options }: CommandContext): string {
  return options.text('lock') ?? lockFileName;
}

/** The tools that the command line names. */
export function toolsOf({ args, options, runtime }: CommandContext): Promise<PublishedTools> {
  const name = options.text('token-env');
  const token = name === undefined ? undefined : runtime.env[name];
  if (name !== undefined && (token === undefined || token === ''))
    throw new UsageError(`the environment variable ${name} is not set`);
  return readSignatures(runtime, args[0] ?? '', token);
}

/** Reads the lock file; undefined when it does not exist. */
export async function readLockFile(context: CommandContext): Promise<ReadLock | undefined> {
  const path = lockPathOf(context);
  try {
    const { readSignatureLock } = await import('@dragoman/core/conversion');
    return readSignatureLock(await readValue(context.runtime, path));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return undefined;
    throw new UsageError(`${path}: ${error.message}`);
  }
}

/** Writes the lock file, indented so that changes are easy to review. */
export async function writeLockFile(context: CommandContext, lock: unknown): Promise<void> {
  const { cwd, writeFile } = context.runtime;
  await writeFile(resolve(cwd, lockPathOf(context)), `${JSON.stringify(lock, undefined, 2)}\n`);
}

/** Prints every finding with its changes. */
export function printFindings(print: Printer, findings: readonly LockFinding[], faults: readonly string[]): void {
  for (const fault of faults) print.out(line`${print.color.bad('invalid')}  ${fault}`);
  for (const { kind, message, changes = [] } of findings) {
    print.out(line`${print.color.bad(kind)}  ${message}`);
    for (const change of changes) print.out(line`  ${change.message}`);
  }
}
