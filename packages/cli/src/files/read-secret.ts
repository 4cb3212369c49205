/** Reads a secret from an environment variable, a file, standard input or a hidden prompt; never from the arguments. */
import { resolve } from 'node:path';
import type { CommandContext, CommandOption } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';

/** Options that name the source of the secret. */
export const secretOptions: readonly CommandOption[] = [
  { name: 'secret-env', value: 'NAME', description: 'Environment variable that holds the secret' },
  { name: 'secret-file', value: 'file', description: 'File that holds the secret' },
];

const largestSecret = 65_536;

/** The secret, without a trailing line break. */
export async function readSecret({ options, runtime }: CommandContext, what: string): Promise<string> {
  const variable = options.text('secret-env');
  const file = options.text('secret-file');
  if (variable !== undefined && file !== undefined)
    throw new UsageError('--secret-env and --secret-file cannot be combined');
  const secret = await read();
  if (secret === '') throw new UsageError(`the ${what} is empty`);
  return secret;

  async function read(): Promise<string> {
    if (variable !== undefined) {
      const value = runtime.env[variable];
      if (value === undefined) throw new UsageError(`the environment variable ${variable} is not set`);
      return value;
    }
    if (file !== undefined) return collect(runtime.openFile(resolve(runtime.cwd, file)));
    if (!runtime.terminal.stdin) return collect(runtime.stdin);
    return (await runtime.ask(`Enter the ${what} (not shown): `, { hidden: true })).trim();
  }
}

/** The text of a file that is part of a credential, such as a certificate. */
export function readTextFile({ runtime }: CommandContext, path: string): Promise<string> {
  return collect(runtime.openFile(resolve(runtime.cwd, path)));
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  try {
    for await (const piece of pieces) {
      size += piece.byteLength;
      if (size > largestSecret) throw new UsageError(`a secret can have at most ${largestSecret} bytes`);
      text += decoder.decode(piece, { stream: true });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`the file cannot be read (${code})`);
  }
  return (text + decoder.decode()).replace(/\r?\n$/, '');
}
