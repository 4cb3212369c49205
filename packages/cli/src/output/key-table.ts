/** API keys, for people. */
import type { ShownKey } from '@dragoman/server';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** Prints keys as a table. */
export function printKeys(print: Printer, keys: readonly ShownKey[]): void {
  const columns = [
    { title: 'id' },
    { title: 'name', min: 12, prose: true },
    { title: 'state' },
    { title: 'scopes', min: 13 },
    { title: 'subject' },
    { title: 'expires' },
    { title: 'last used' },
  ];
  const rows = keys.map((key) => [
    print.color.name(key.id),
    key.name,
    stateOf(key) === 'usable' ? print.color.good('usable') : print.color.bad(stateOf(key)),
    key.scopes.join(' '),
    key.subject,
    key.expiresAt ?? 'never',
    key.lastUsedAt ?? 'never',
  ]);
  print.table(columns, rows);
}

/** Prints a new key: the key on standard output, so that a script can read it, and explanations on standard error. */
export function printIssuedKey(print: Printer, { key, record }: { key: string; record: ShownKey }): void {
  if (print.json) {
    print.value({ key, ...record });
    return;
  }
  print.note(line`${print.noteColor.good('API key:')} store it now; it is shown only once.`);
  print.out(line`${key}`);
  const { id, scopes, subject, expiresAt = 'never' } = record;
  print.note(line`  id ${id}, for ${subject}, scopes ${scopes.join(' ')}, expires: ${expiresAt}`);
  print.note(line`  Use it as DRAGOMAN_KEY=<key>, or in the header "Authorization: Bearer <key>".`);
}

function stateOf({ usable, revokedAt }: ShownKey): string {
  if (usable) return 'usable';
  return revokedAt === undefined ? 'expired' : 'revoked';
}
