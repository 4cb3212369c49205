/** From options and environment to a client of the registry. */
import type { Client, StaticCredential } from '@dragoman/sdk';
import { createClient } from '@dragoman/sdk';
import type { CommandContext } from './command.js';
import { UsageError } from './command.js';
import { serverOf } from './server-address.js';

/** How patient a command is. */
export interface ConnectSettings {
  timeoutMs?: number;
  /** How often a request is sent at most. */
  attempts?: number;
}

/** A client of the registry that a call means. */
export function connect(context: CommandContext, settings: ConnectSettings = {}): Client {
  const credential = credentialOf(context);
  return createClient({
    baseUrl: serverOf(context),
    fetch: context.surroundings.fetch,
    // The local default is plain http on loopback; everything else must be https all the same.
    allowInsecure: true,
    ...(settings.timeoutMs === undefined ? {} : { timeoutMs: settings.timeoutMs }),
    // A person is waiting: one more try has to do, unless the work is long.
    retry: { attempts: settings.attempts ?? 2 },
    ...(credential === undefined ? {} : { credential }),
  });
}

/** The credential for the registry that a call means; undefined when there is none. */
export function credentialOf({ options, surroundings: { env } }: CommandContext): StaticCredential | undefined {
  const apiKey = options.text('key') ?? (env.DRAGOMAN_KEY || undefined);
  const token = env.DRAGOMAN_TOKEN || undefined;
  if (apiKey !== undefined && token !== undefined) {
    throw new UsageError('there is an API key and a DRAGOMAN_TOKEN; give only one of them');
  }
  if (apiKey !== undefined) return { apiKey };
  return token === undefined ? undefined : { token };
}
