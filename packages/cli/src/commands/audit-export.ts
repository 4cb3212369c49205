/** `dragoman audit export`: prints the whole audit log, one JSON object per line. */
import type { Command } from '../command/command.js';
import { serverDetails, withAdministration } from '../registry/administration.js';
import { storeOptions } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';
import { escapeJson } from '../terminal/sanitize.js';

/** Exports the audit log. */
export const auditExport: Command = {
  name: 'audit export',
  summary: 'Print the whole audit log, one JSON object per line',
  details: serverDetails,
  arguments: [],
  options: storeOptions,
  examples: [{ line: 'dragoman audit export > audit.jsonl', explanation: 'Write the log to a file' }],
  async run(context) {
    const { print } = context;
    let count = 0;
    await withAdministration(context, async ({ audit }) => {
      for await (const record of audit.export()) {
        print.raw(escapeJson(record));
        count += 1;
        if (count % 500 === 0) {
          await print.settled();
          print.progress(line`${count} records …`);
        }
      }
    });
    print.progress(undefined);
    return 0;
  },
};
