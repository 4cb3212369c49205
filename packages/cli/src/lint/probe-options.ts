/** The options of the probe: base URL, credentials, limits, and names of operations. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ProbeLimits } from '@dragoman/lint/probe';
import type { CommandContext } from '../command/command.js';
import type { OptionValues } from '../command/option-values.js';
import { UsageError } from '../command/usage-error.js';
import { readSecret } from '../files/read-secret.js';

/** Reads the options; throws on the first invalid one, before anything is read or sent. */
export async function readProbeOptions(context: CommandContext) {
  const { options, args } = context;
  const base = readBase(args[0] ?? '');
  const only = splitNames(options.texts('only'));
  const basePath = options.text('base-path');
  if (basePath !== undefined && !/^\/[^?#\s]*$/.test(basePath)) throw new UsageError('--base-path must begin with "/"');
  const burst = options.number('burst', { min: 1, max: 10_000 });
  const breadth = options.number('breadth', { min: 1, max: 50 });
  return {
    base,
    writes: readWrites(options),
    limits: readProbeLimits(options),
    credentials: await readCredentials(context),
    dryRun: options.flag('dry-run'),
    ...(basePath === undefined ? {} : { basePath }),
    ...(only.length === 0 ? {} : { only }),
    ...(burst === undefined ? {} : { burst }),
    ...(breadth === undefined ? {} : { breadth }),
  };
}

/** The base URL of the API. */
function readBase(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${text}" is not an http or https URL`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('the URL contains a credential; use --header or --secret-env instead');
  if (url.search !== '' || url.hash !== '') throw new UsageError('the URL must not have a query or a fragment');
  return url;
}

/** Headers with credentials for the API. The key of the registry is never sent to the API. */
async function readCredentials(context: CommandContext): Promise<Record<string, string>> {
  const { options } = context;
  const headers: Record<string, string> = {};
  for (const text of options.texts('header')) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e]+)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new UsageError('--header takes "Name: value"');
    headers[name.toLowerCase()] = value;
  }
  const secret = options.text('secret-env') !== undefined || options.text('secret-file') !== undefined;
  const key = options.text('key') ?? (secret ? await readSecret(context, 'token') : undefined);
  if (key === undefined) return headers;
  if (headers.authorization !== undefined)
    throw new UsageError('--key, --secret-env and --secret-file set Authorization, so --header must not set it too');
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('the token contains characters that are not allowed in a header');
  return { ...headers, authorization: `Bearer ${key}` };
}

/** Limits that differ from the defaults. */
function readProbeLimits(options: OptionValues): Partial<ProbeLimits> {
  const rate = options.number('rate', { min: 0.1, max: 100_000, whole: false });
  const requests = options.number('max-requests', { min: 1, max: 100_000 });
  const seconds = options.number('timeout', { min: 0.1, max: 600, whole: false });
  const bytes = options.number('max-bytes', { min: 1_000, max: 100_000_000 });
  return {
    ...(rate === undefined ? {} : { rate }),
    ...(requests === undefined ? {} : { requests }),
    ...(seconds === undefined ? {} : { timeout: seconds * 1_000 }),
    ...(bytes === undefined ? {} : { bytes }),
  };
}

/** Writes need both the flag and the names of the operations. */
function readWrites(options: OptionValues): string[] {
  const names = splitNames(options.texts('writes'));
  const allowed = options.flag('allow-writes');
  if (names.length > 0 && !allowed) throw new UsageError('--writes needs --allow-writes; use it only with a sandbox');
  if (allowed && names.length === 0)
    throw new UsageError('--allow-writes needs the names of operations: --writes task_create,task_delete');
  return names;
}

/** Names separated by commas, from all occurrences of an option. */
function splitNames(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Abortable sleep. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal });
}
