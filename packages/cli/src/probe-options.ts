/** What the probe takes from the command line: the address, the credentials, the limits, the names of operations. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ProbeLimits } from '@dragoman/lint/probe';
import type { CommandContext } from './command.js';
import { UsageError } from './command.js';
import type { OptionValues } from './option-values.js';
import { readSecret } from './read-secret.js';

/** Everything that the probe is asked to do; the first fault of the call is told before anything is read or sent. */
export async function readProbeOptions(context: CommandContext) {
  const { options, args } = context;
  const base = readBase(args[0] ?? '');
  const only = splitNames(options.texts('only'));
  const burst = options.number('burst', { min: 1, max: 10_000 });
  const breadth = options.number('breadth', { min: 1, max: 50 });
  return {
    base,
    writes: readWrites(options),
    limits: readProbeLimits(options),
    credentials: await readCredentials(context),
    dryRun: options.flag('dry-run'),
    ...(only.length === 0 ? {} : { only }),
    ...(burst === undefined ? {} : { burst }),
    ...(breadth === undefined ? {} : { breadth }),
  };
}

/** The address below which the API lies. */
function readBase(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${text}" is no http or https address`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('the address holds a credential; give it with --header or --secret-env');
  if (url.search !== '' || url.hash !== '') throw new UsageError('the address must end with its path');
  return url;
}

/** Headers that carry credentials. The registry's own key is not among them: it is for the registry alone. */
async function readCredentials(context: CommandContext): Promise<Record<string, string>> {
  const { options } = context;
  const headers: Record<string, string> = {};
  for (const text of options.texts('header')) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e]+)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new UsageError('--header is written "Name: value"');
    headers[name.toLowerCase()] = value;
  }
  const secret = options.text('secret-env') !== undefined || options.text('secret-file') !== undefined;
  const key = options.text('key') ?? (secret ? await readSecret(context, 'token') : undefined);
  if (key === undefined) return headers;
  if (headers.authorization !== undefined)
    throw new UsageError('--key, --secret-env and --secret-file set Authorization; a --header does too');
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('the token has characters that no header can carry');
  return { ...headers, authorization: `Bearer ${key}` };
}

/** Limits that differ from the usual ones. */
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

/** Writes need both the switch and their names. */
function readWrites(options: OptionValues): string[] {
  const names = splitNames(options.texts('writes'));
  const allowed = options.flag('allow-writes');
  if (names.length > 0 && !allowed) throw new UsageError('--writes needs --allow-writes, and an API that is a sandbox');
  if (allowed && names.length === 0)
    throw new UsageError('--allow-writes needs the operations by name: --writes task_create,task_delete');
  return names;
}

/** Names with commas between, from all places. */
function splitNames(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Waits, and stops waiting when the person wants to stop. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal });
}
