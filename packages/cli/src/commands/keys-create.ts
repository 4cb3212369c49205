/** `dragoman keys create`: creates an API key, in the store even before the first server start. */
import type { Command } from '../command/command.js';
import { readInterval } from '../command/interval.js';
import { nearest } from '../command/nearest.js';
import { UsageError } from '../command/usage-error.js';
import { printIssuedKey } from '../output/key-table.js';
import { type KeysAndAudit, serverDetails, withAdministration } from '../registry/administration.js';
import { loadLocalConfig, storeOptions } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';

/** Creates a key. */
export const keysCreate: Command = {
  name: 'keys create',
  summary: 'Create an API key; it is shown once',
  details: `${serverDetails} On an open local server the first key ends the open mode, so create one with the scope admin first.`,
  arguments: [{ name: 'name', required: true, multiple: false, description: 'What the key is for' }],
  options: [
    {
      name: 'scope',
      value: 'scope',
      multiple: true,
      description:
        'registry:read, registry:write, agents:invoke, admin or a custom scope (repeatable; default: the first three)',
    },
    { name: 'subject', value: 'identity', description: 'Identity of the key; several keys can share one' },
    { name: 'expires', value: 'when', description: 'After 12h, 90d …, or on a date such as 2027-01-31' },
    ...storeOptions,
  ],
  examples: [
    { line: 'dragoman keys create "me" --scope admin', explanation: 'The first key, for the administrator' },
    { line: 'dragoman keys create "build job" --scope registry:write --expires 90d', explanation: 'For a program' },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const name = (args[0] ?? '').trim();
    if (name === '' || name.length > 100) throw new UsageError('<name> takes 1 to 100 characters');
    const scopes = readScopes(options.texts('scope'));
    const { scopes: knownScopes } = await import('@dragoman/core/engine');
    for (const scope of scopes) {
      const meant = nearest(scope, knownScopes);
      if (meant !== undefined && meant !== scope)
        print.note(line`note: "${scope}" is not a built-in scope; did you mean "${meant}"?`);
    }
    const subject = options.text('subject');
    const expires = options.text('expires');
    const wanted = {
      name,
      scopes,
      ...(subject === undefined ? {} : { subject }),
      ...(expires === undefined ? {} : { expiresAt: readExpiry(expires, runtime.now()) }),
    };
    const createKey = async ({ keys, created }: KeysAndAudit) => ({ issued: await keys.create(wanted), created });
    const { issued, created } = await withAdministration(context, createKey, { create: true });
    printIssuedKey(print, issued);
    if (created) {
      const { store } = await loadLocalConfig(context);
      print.note(
        line`Created a new database at ${store.path}; the key works only for a server that uses this database.`,
      );
    }
    return 0;
  },
};

function readScopes(given: readonly string[]): string[] {
  const scopes = given.flatMap((text) => text.split(/[\s,]+/)).filter((scope) => scope !== '');
  const odd = scopes.find((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/.test(scope));
  if (odd !== undefined) throw new UsageError(`"${odd}" is not a valid scope`);
  return scopes.length === 0 ? ['registry:read', 'registry:write', 'agents:invoke'] : [...new Set(scopes)];
}

function readExpiry(text: string, now: number): string {
  const isDate = /^\d{4}-\d\d-\d\d/.test(text);
  const time = isDate ? Date.parse(text) : now + readInterval(text) * 1_000;
  if (Number.isNaN(time)) throw new UsageError(`--expires takes 12h, 90d or a date such as 2027-01-31, not "${text}"`);
  if (time <= now) throw new UsageError('--expires must be in the future');
  return new Date(time).toISOString();
}
