/** `dragoman texts list`: lists the texts of a service that models do not see, and the words that caused it. */
import type { Command } from '../command/command.js';
import { printTexts } from '../output/text-table.js';
import { connect } from '../registry/connect.js';

/** Lists held texts. */
export const textsList: Command = {
  name: 'texts list',
  summary: 'List the held texts of a service, which models do not see',
  details:
    'A text that looks like an instruction to a model is held: MCP, A2A, AGIS, OpenAPI and llms.txt do not show it, ' +
    'but the operation can still be called. Each text is listed with its location, the words that caused the hold, ' +
    'and its hash for "texts release".',
  arguments: [{ name: 'service', required: true, multiple: false, description: 'Id of the service' }],
  options: [],
  examples: [
    { line: 'dragoman texts list github', explanation: 'What is held, and why' },
    { line: 'dragoman texts list github --json', explanation: 'The same for programs, with complete hashes' },
  ],
  async run(context) {
    const { args, print, runtime } = context;
    const [id = ''] = args;
    const found = await connect(context).agents.heldTexts(id, { signal: runtime.signal });
    if (print.json) print.value(found);
    else printTexts(print, found);
    return 0;
  },
};
