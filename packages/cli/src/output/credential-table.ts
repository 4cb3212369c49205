/** Stored credentials of agents as a table. */
import type { AgentCredential } from '@dragoman/sdk';
import type { Printer } from './printer.js';

/** Prints credentials as a table. */
export function printCredentials(print: Printer, credentials: readonly AgentCredential[]): void {
  const columns = [
    { title: 'id', min: 36 },
    { title: 'kind', min: 8 },
    { title: 'name', min: 10, wide: true },
    { title: 'for', min: 8, wide: true },
    { title: 'changed', min: 10 },
    { title: 'last used', min: 10 },
  ];
  const rows = credentials.map((credential) => [
    print.colour.name(credential.id),
    credential.kind,
    credential.name,
    credential.subject ?? 'everyone',
    credential.updated_at,
    credential.last_used_at ?? 'never',
  ]);
  print.table(columns, rows);
}
