/** `dragoman agis new`: a first AGIS document, complete and with comments. */
import type { Command } from '../command.js';
import { UsageError } from '../command.js';
import { line } from '../output/paint.js';

/** Writes a first document. */
export const agisNew: Command = {
  name: 'agis new',
  summary: 'Write a first AGIS document to begin from',
  details:
    'Three endpoints with every field of level 2, and a comment at each place that you will change. It conforms as it is. ' +
    'Written to standard output in YAML, or in JSON with --json.',
  arguments: [
    { name: 'service', required: false, multiple: false, description: 'Name of the service (My Service unless given)' },
  ],
  options: [
    { name: 'host', value: 'name', description: 'Host of its AGTP address (service.example unless given)' },
    { name: 'domain', value: 'word', description: 'Its domain (appointments unless given)' },
  ],
  examples: [
    { line: 'dragoman agis new "Harbour Clinic" --host clinic.example > clinic.agis', explanation: 'Begin a document' },
  ],
  async run({ args, options, print }) {
    const [service = 'My Service'] = args;
    const host = options.text('host') ?? 'service.example';
    const domain = options.text('domain') ?? 'appointments';
    if (!/^[A-Za-z0-9.-]{1,253}(?::\d{1,5})?$/.test(host)) throw new UsageError(`"${host}" is not the name of a host`);
    for (const text of [service, domain]) {
      if (text.trim() === '' || text.length > 200) throw new UsageError('names have 1 to 200 characters');
    }
    const { parseAgis, writeStarter } = await import('@dragoman/agis');
    const text = writeStarter({ service, host, domain });
    if (print.json) print.value(parseAgis(new TextEncoder().encode(text)).value?.document);
    else print.raw(text);
    print.note(line`Next: change it to your service, then "dragoman agis validate <file>"`);
    return 0;
  },
};
