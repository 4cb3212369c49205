/** The inputs of the linter: documents from files, standard input and URLs, the configuration, and the baseline. */
import type { JsonValue } from '@dragoman/model';
import type { CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { collect, readOrRefuse, UnreadableFile } from '../files/read-bytes.js';
import { readBytes } from '../files/read-documents.js';
import type { Runtime } from '../terminal/runtime.js';

/** Timeout for fetching a document, in milliseconds. */
const fetchTimeoutMs = 30_000;

/** The bytes of a document; throws a usage error if it cannot be read. Credentials are not sent to the target of a redirect. */
export async function readLintInput(
  { runtime }: CommandContext,
  source: string,
  credentials: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const isUrl = /^https?:\/\//i.test(source);
  return readOrRefuse(source, () =>
    isUrl ? collect(fetchPieces(runtime, source, credentials)) : readBytes(runtime, source),
  );
}

async function* fetchPieces(
  { fetch, signal }: Runtime,
  address: string,
  credentials: Readonly<Record<string, string>>,
): AsyncIterable<Uint8Array> {
  let response: Awaited<ReturnType<typeof fetch>>;
  try {
    response = await fetch(address, {
      headers: { accept: 'application/json, application/yaml;q=0.9, */*;q=0.5', ...credentials },
      redirect: Object.keys(credentials).length === 0 ? 'follow' : 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(fetchTimeoutMs)]),
    });
  } catch (error) {
    throw new UnreadableFile('the server does not respond', error);
  }
  if (!response.ok) throw new UnreadableFile(`the server responded with status ${response.status}`);
  const body = response.body as AsyncIterable<Uint8Array> | null;
  if (body !== null) yield* body;
}

/** Default names of the configuration file. */
export const configFiles: readonly string[] = Object.freeze(['dragoman-lint.yaml', 'dragoman-lint.json']);

/** Reads a JSON or YAML file; undefined when it is optional and does not exist. */
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
    if (optional && error instanceof UsageError && error.message.endsWith('file not found')) return undefined;
    if (error instanceof Failure) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}
