/** Tests which titles count as English. */
import { describe, expect, it } from 'vitest';
import { isUnread } from './foreign-text.js';

const isForeign = (summary: string) => isUnread({ method: 'POST', path: '/x', summary });

describe('a short title', () => {
  it.each([
    'Eliminar partitura',
    'Supprimer partition',
    'Pagar cuota',
    'Konto löschen',
    'Konto loeschen',
    'Usuń ul',
    'Ta bort bikupa',
    'Excluir colmeia',
    'Rechnung stornieren',
  ])('"%s" is in an unsupported language', (summary) => {
    expect(isForeign(summary)).toBe(true);
  });

  it.each([
    'Register vessel',
    'Create OAuth client',
    'Sync SCIM',
    'Resync CRM',
    'Cyber alerts',
    'When call starts',
    'Rebalance kegs',
    'List VMs',
    'Upsert',
  ])('"%s" is English', (summary) => {
    expect(isForeign(summary)).toBe(false);
  });
});
