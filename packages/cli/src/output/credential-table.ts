/** Stored credentials as a table, what a service accepts, and what a change would do. */
import type { AcceptedCredential, AgentCredential, CredentialEffect } from '@dragoman/sdk';
import { line } from '../terminal/paint.js';
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

/** Prints which credentials the operations of a service accept, and what is missing. */
export function printAccepted(print: Printer, accepted: readonly AcceptedCredential[]): void {
  for (const { type, in: place, name, operations, missing } of accepted) {
    const where = place === undefined || name === undefined ? '' : ` (${place} ${name})`;
    const state = missing === 0 ? print.color.good('stored') : print.color.warning(`missing for ${missing}`);
    print.note(line`${operations} operations accept ${type}${where}: ${state}`);
  }
}

/** Prints what a change would do. */
export function printEffect(
  print: Printer,
  { outcome, sent_to: to, sent_as: as, before, after }: CredentialEffect,
): void {
  const words = { created: 'would be stored', rotated: 'would be replaced', deleted: 'would be removed' };
  print.out(line`The credential ${words[outcome]}; nothing was changed.`);
  if (as !== undefined) print.out(line`sent as   ${as}`);
  for (const origin of to ?? []) print.out(line`sent to   ${origin}`);
  print.out(line`callable  ${before.callable} of ${before.requiring} operations now, ${after.callable} after it`);
}
