/** `dragoman sculpt show`: prints the workflows of a published service as an Arazzo document. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';

/** Prints published workflows. */
export const sculptShow: Command = {
  name: 'sculpt show',
  summary: 'Print a published workflow as a file (Arazzo 1.0)',
  details:
    'Prints YAML, or JSON with --json, to edit and to publish again with "dragoman add". Only for the owner of the service and ' +
    'administrators. Comments and reusable components of the original file are not stored.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the service' }],
  options: [],
  examples: [{ line: 'dragoman sculpt show weather-tool > weather.yaml', explanation: 'Back to a file' }],
  async run(context) {
    const { args, print, runtime } = context;
    const [id = ''] = args;
    const { document } = await connect(context).agents.readArazzo(id, { signal: runtime.signal });
    const { writeYaml } = await import('@dragoman/core/descriptions');
    if (print.json) print.value(document);
    else print.raw(writeYaml(document));
    return 0;
  },
};
