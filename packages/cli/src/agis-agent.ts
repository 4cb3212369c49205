/** The agent's side of AGIS for the commands: one agent per call, which shows the registry's key to the registry alone. */
import type { AgisAgent } from '@dragoman/sdk/agis';
import type { CommandContext } from './command.js';
import { UsageError } from './command.js';
import { credentialOf } from './connect.js';
import { serverOf } from './server-address.js';

/** Makes an agent that knows no service yet; `timeZone` is where the user speaks of days and hours. */
export async function createCommandAgent(context: CommandContext, timeZone?: string): Promise<AgisAgent> {
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw new UsageError(`"${timeZone}" is no time zone`);
  const { createAgisAgent } = await import('@dragoman/sdk/agis');
  const { surroundings } = context;
  const credential = credentialOf(context);
  const own = new URL(serverOf(context)).origin;
  return createAgisAgent({
    fetch: surroundings.fetch,
    allowInsecure: true,
    now: surroundings.now,
    newId: surroundings.newId,
    credentialFor: (origin) => (origin === own ? credential : undefined),
    ...(timeZone === undefined ? {} : { timeZone }),
  });
}

/** The address of a service: as given, or below the registry for the id of an agent. */
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
