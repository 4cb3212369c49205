/** `dragoman agis new`: prints a complete, commented starter AGIS document. */
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { line } from '../terminal/paint.js';

/** Prints a starter document. */
export const agisNew: Command = {
  name: 'agis new',
  summary: 'Print a starter AGIS document',
  details:
    'Three endpoints with every field of level 2, and a comment wherever you need to edit. It conforms as printed. ' +
    'Printed to standard output in YAML, or in JSON with --json.',
  arguments: [
    { name: 'service', required: false, multiple: false, description: 'Name of the service (default: My Service)' },
  ],
  options: [
    { name: 'host', value: 'name', description: 'Host of its AGTP address (default: service.example)' },
    { name: 'domain', value: 'word', description: 'Its domain (default: appointments)' },
  ],
  examples: [
    { line: 'dragoman agis new "Harbour Clinic" --host clinic.example > clinic.agis', explanation: 'Start a document' },
  ],
  async run({ args, options, print }) {
    const [service = 'My Service'] = args;
    const host = options.text('host') ?? 'service.example';
    const domain = options.text('domain') ?? 'appointments';
    if (!/^[A-Za-z0-9.-]{1,253}(?::\d{1,5})?$/.test(host))
      throw new UsageError(`--host takes a host name, not "${host}"`);
    for (const text of [service, domain]) {
      if (text.trim() === '' || text.length > 200)
        throw new UsageError('<service> and --domain take 1 to 200 characters');
    }
    const { parseAgis, writeStarter } = await import('@dragoman/agis');
    const text = writeStarter({ service, host, domain });
    if (print.json) print.value(parseAgis(new TextEncoder().encode(text)).value?.document);
    else print.raw(text);
    print.note(line`Next: adapt it to your service, then run "dragoman agis validate <file>"`);
    return 0;
  },
};
