/** What the linter reads: documents from files, standard input and addresses, its configuration, its baseline. */
import type { JsonValue } from '@dragoman/model';
import type { CommandContext } from './command.js';
import { UsageError } from './command.js';
import { collect, readOrRefuse, UnreadableFile } from './read-bytes.js';
import { readBytes } from './read-documents.js';
import type { Surroundings } from './surroundings.js';

/** How long a document at an address is waited for, in milliseconds. */
const patience = 30_000;

/** The bytes of a document; what cannot be had is a fault of the call. Credentials are not carried to where a redirect leads. */
export async function readLintInput(
  { surroundings }: CommandContext,
  source: string,
  credentials: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const isAddress = /^https?:\/\//i.test(source);
  return readOrRefuse(source, () =>
    isAddress ? collect(fetchPieces(surroundings, source, credentials)) : readBytes(surroundings, source),
  );
}

async function* fetchPieces(
  { fetch, signal }: Surroundings,
  address: string,
  credentials: Readonly<Record<string, string>>,
): AsyncIterable<Uint8Array> {
  let response: Awaited<ReturnType<typeof fetch>>;
  try {
    response = await fetch(address, {
      headers: { accept: 'application/json, application/yaml;q=0.9, */*;q=0.5', ...credentials },
      redirect: Object.keys(credentials).length === 0 ? 'follow' : 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
  } catch (error) {
    throw new UnreadableFile('the address does not answer', error);
  }
  if (!response.ok) throw new UnreadableFile(`the address answers with status ${response.status}`);
  const body = response.body as AsyncIterable<Uint8Array> | null;
  if (body !== null) yield* body;
}

/** The names of a configuration file that are looked for when none is given. */
export const configFiles: readonly string[] = Object.freeze(['dragoman-lint.yaml', 'dragoman-lint.json']);

/** A file in JSON or YAML as a value; undefined when it is looked for and not there. */
export async function readLintFile(
  context: CommandContext,
  path: string,
  { optional = false }: { optional?: boolean } = {},
): Promise<JsonValue | undefined> {
  const { parseDescription } = await import('@dragoman/documents');
  const { Failure } = await import('@dragoman/model');
  try {
    return parseDescription(await readLintInput(context, path));
  } catch (error) {
    if (optional && error instanceof UsageError && error.message.endsWith('there is no such file')) return undefined;
    if (error instanceof Failure) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}
