/** What a backup has, as a table. */
import type { BackupReport } from '@dragoman/server';
import type { Printer } from '../terminal/printer.js';

/** Tables that are listed: those whose content people know. */
const known: Readonly<Record<string, string>> = {
  entries: 'services',
  versions: 'versions of services',
  audit_records: 'audit records',
  keys: 'API keys',
  credentials: 'sealed credentials',
  sources: 'sources',
  designs: 'toolsets and other designs',
};

/** Prints it. */
export function printBackup(print: Printer, { at, program, store, schema, tables, rows }: BackupReport): void {
  print.table(
    [{ title: 'backup' }, { title: '', min: 12 }],
    [
      ['taken at', at],
      ['store', `${store === 'sqlite' ? 'embedded database' : 'PostgreSQL'}, schema ${schema}`],
      ['program', `Dragoman ${program}`],
      ...Object.entries(known).flatMap(([table, words]) =>
        tables[table] === undefined ? [] : [[words, tables[table].toLocaleString('en')]],
      ),
      ['rows in all', rows.toLocaleString('en')],
    ],
  );
}
