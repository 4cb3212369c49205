/** `dragoman backup`: writes a consistent copy of the store to one file, while the server runs. */
import { resolve } from 'node:path';
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { printBackup } from '../output/backup-report.js';
import { loadLocalConfig, storeOptions } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';

/** Backs the store up. */
export const backup: Command = {
  name: 'backup',
  summary: 'Back up the store to a file while the server runs, or check a backup',
  details:
    'Writes a consistent snapshot of every table (SQLite or PostgreSQL), then reads the file back and compares its ' +
    'checksum and row counts. The sealing key is not part of a backup: without it, the stored credentials cannot be ' +
    'decrypted. Keep a copy of the key in another location; --key-to writes one.',
  arguments: [{ name: 'file', required: true, multiple: false, description: 'New file for the backup' }],
  options: [
    { name: 'check', description: 'Check an existing backup instead' },
    { name: 'key-to', value: 'file', description: 'Also copy the sealing key, to this new file' },
    ...storeOptions,
  ],
  examples: [
    { line: 'dragoman backup /backups/dragoman-monday.gz', explanation: 'A backup of the running server' },
    { line: 'dragoman backup --check /backups/dragoman-monday.gz', explanation: 'Whether it is complete' },
    { line: 'dragoman backup b.gz --key-to /safe/dragoman.key', explanation: 'With a copy of the key, kept elsewhere' },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const path = resolve(runtime.cwd, args[0] ?? '');
    const { createBackup, verifyBackup, copySealingKeys } = await import('@dragoman/server');
    const keyTo = options.text('key-to');
    const isCheck = options.flag('check');
    if (isCheck && keyTo !== undefined) throw new UsageError('--key-to makes no sense with --check');
    const config = await loadLocalConfig(context);
    const report = isCheck ? await verifyBackup(path) : await createBackup(config, path);
    if (keyTo !== undefined) await copySealingKeys(config, resolve(runtime.cwd, keyTo));
    if (print.json) print.value({ file: path, ...report });
    else printBackup(print, report);
    if (report.sealingKeys.length > 0 && keyTo === undefined) {
      print.note(
        line`Its secrets need the sealing key ${report.sealingKeys.join(', ')}, which is not in the file. Keep a copy of the key in another place.`,
      );
    }
    return 0;
  },
};
