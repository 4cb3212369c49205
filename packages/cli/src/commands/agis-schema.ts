/** `dragoman agis schema`: the JSON Schema of AGIS documents, for editors and other tools. */
import type { Command } from '../command.js';

/** Prints the schema. */
export const agisSchema: Command = {
  name: 'agis schema',
  summary: 'Print the JSON Schema of AGIS documents',
  details:
    'JSON Schema 2020-12, with a version of its own in "$id". The draft promises a schema and has none; this one is what pass 1 ' +
    'of the validator runs.',
  arguments: [],
  options: [],
  examples: [{ line: 'dragoman agis schema > agis.schema.json', explanation: 'For an editor' }],
  async run({ print }) {
    const { agisDocumentSchema } = await import('@dragoman/agis');
    print.value(agisDocumentSchema);
    return 0;
  },
};
