/** The AGIS client of the commands; it sends the registry's key only to the registry. */
import type { AgisAgent } from '@dragoman/sdk/agis';
import type { CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { credentialOf } from './connect.js';
import { serverOf } from './server-address.js';

/** Creates an AGIS client; `timeZone` is the time zone of the user's dates and times. */
export async function createCommandAgent(context: CommandContext, timeZone?: string): Promise<AgisAgent> {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new UsageError(`--time-zone takes a name such as Europe/London, not "${timeZone}"`);
  const { createAgisAgent } = await import('@dragoman/sdk/agis');
  const { runtime } = context;
  const credential = credentialOf(context);
  const own = new URL(serverOf(context)).origin;
  return createAgisAgent({
    fetch: runtime.fetch,
    allowInsecure: true,
    now: runtime.now,
    newId: runtime.newId,
    credentialFor: (origin) => (origin === own ? credential : undefined),
    ...(timeZone === undefined ? {} : { timeZone }),
  });
}

/** The URL of a service: as given, or below the registry if it is the id of a service. */
export function serviceAddress(context: CommandContext, service: string): string {
  if (/^https?:\/\//.test(service)) return service;
  return new URL(`agents/${encodeURIComponent(service)}/agis`, `${serverOf(context).replace(/\/+$/, '')}/`).href;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
