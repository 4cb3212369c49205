/** Creates a client of the registry from options and environment. */
import type { Client, StaticCredential } from '@dragoman/sdk';
import { createClient } from '@dragoman/sdk';
import type { CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { serverOf } from './server-address.js';

/** Timeout and retries of a client. */
export interface ConnectSettings {
  timeoutMs?: number;
  /** Maximum number of attempts per request. */
  attempts?: number;
}

/** A client of the registry that the options name. */
export function connect(context: CommandContext, settings: ConnectSettings = {}): Client {
  const credential = credentialOf(context);
  return createClient({
    baseUrl: serverOf(context),
    fetch: context.runtime.fetch,
    // The default is plain http on loopback; the client still requires https for every other host.
    allowInsecure: true,
    ...(settings.timeoutMs === undefined ? {} : { timeoutMs: settings.timeoutMs }),
    // A person is waiting, so retry only once unless the command asks for more.
    retry: { attempts: settings.attempts ?? 2 },
    ...(credential === undefined ? {} : { credential }),
  });
}

/** The credential for the registry; undefined when none is given. */
export function credentialOf({ options, runtime: { env } }: CommandContext): StaticCredential | undefined {
  const apiKey = options.text('key') ?? (env.DRAGOMAN_KEY || undefined);
  const token = env.DRAGOMAN_TOKEN || undefined;
  if (apiKey !== undefined && token !== undefined) {
    throw new UsageError('both an API key and DRAGOMAN_TOKEN are set; use only one of them');
  }
  if (apiKey !== undefined) return { apiKey };
  return token === undefined ? undefined : { token };
}

/** The header with the credential, for requests without the client; empty when none is given. */
export function credentialHeaders(context: CommandContext): Record<string, string> {
  const credential = credentialOf(context);
  if (credential === undefined) return {};
  return { authorization: `Bearer ${String('apiKey' in credential ? credential.apiKey : credential.token)}` };
}
