/** `dragoman restore`: fills a new store from a backup and verifies it. */
import { resolve } from 'node:path';
import type { Command } from '../command/command.js';
import { printBackup } from '../output/backup-report.js';
import { loadLocalConfig, storeOptions } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';

/** Restores a backup. */
export const restore: Command = {
  name: 'restore',
  summary: 'Restore a backup into a new store, and verify it',
  details:
    'Checks the file first, then fills a new database, and verifies row counts, references between tables and the ' +
    'chain of the audit log. Nothing is overwritten: stop the server and move its old database away, or restore to ' +
    'another location. A backup of an older version is migrated.',
  arguments: [{ name: 'file', required: true, multiple: false, description: 'A file that "dragoman backup" wrote' }],
  options: storeOptions,
  examples: [
    { line: 'dragoman restore monday.gz --store /var/lib/dragoman/restored.db', explanation: 'Into a new file' },
    { line: 'dragoman restore monday.gz --database-url postgres://…/restored', explanation: 'Into an empty database' },
  ],
  async run(context) {
    const { args, print, runtime } = context;
    const { restoreBackup } = await import('@dragoman/server');
    const report = await restoreBackup(await loadLocalConfig(context), resolve(runtime.cwd, args[0] ?? ''));
    if (print.json) print.value(report);
    else printBackup(print, report);
    print.note(line`Restored and verified: ${report.rows} rows, ${report.auditRecords} audit records in one chain.`);
    if (report.missingKeys.length > 0) {
      const names = report.missingKeys.join(', ');
      print.note(
        line`${print.noteColor.warning('warning:')} the sealing key ${names} is not available here; set DRAGOMAN_SECRETS_KEY or secrets.keyFile before you start the server.`,
      );
    }
    return 0;
  },
};
