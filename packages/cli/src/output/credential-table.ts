/** Stored credentials as a table. */
import type { AgentCredential } from '@dragoman/sdk';
import type { Printer } from '../terminal/printer.js';

/** Prints credentials as a table. */
export function printCredentials(print: Printer, credentials: readonly AgentCredential[]): void {
  const columns = [
    { title: 'id' },
    { title: 'kind' },
    { title: 'name', min: 12, prose: true },
    { title: 'for' },
    { title: 'changed' },
    { title: 'last used' },
  ];
  const rows = credentials.map((credential) => [
    print.color.name(credential.id),
    credential.kind,
    credential.name,
    credential.subject ?? 'everyone',
    credential.updated_at,
    credential.last_used_at ?? 'never',
  ]);
  print.table(columns, rows);
}
