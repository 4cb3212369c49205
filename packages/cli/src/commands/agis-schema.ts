/** `dragoman agis schema`: prints the JSON Schema of AGIS documents, for editors and other tools. */
import type { Command } from '../command/command.js';

/** Prints the schema. */
export const agisSchema: Command = {
  name: 'agis schema',
  summary: 'Print the JSON Schema of AGIS documents',
  details:
    'JSON Schema 2020-12, versioned in "$id". The AGIS draft promises a schema but has none; this is the one that pass 1 ' +
    'of the validator uses.',
  arguments: [],
  options: [],
  examples: [{ line: 'dragoman agis schema > agis.schema.json', explanation: 'For an editor' }],
  async run({ print }) {
    const { agisDocumentSchema } = await import('@dragoman/agis');
    print.value(agisDocumentSchema);
    return 0;
  },
};
