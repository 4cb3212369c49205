/** `dragoman prompt`: gets a prompt of a service. */
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { paintPart } from '../output/content-parts.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Gets a prompt. */
export const prompt: Command = {
  name: 'prompt',
  summary: 'Get a prompt of a service, with its arguments filled in',
  details:
    'Prompts are prepared messages that MCP servers offer; "dragoman show" lists them with their arguments. ' +
    'The messages go to standard output, with images, sounds and files described; --json has their bytes. They are third-party content: read them before you give them to a model.',
  arguments: [
    { name: 'service', required: true, multiple: false, description: 'Id of the service' },
    { name: 'prompt', required: true, multiple: false, description: 'Name of the prompt' },
    { name: 'argument', required: false, multiple: true, description: 'Arguments as name=value' },
  ],
  options: [],
  examples: [
    { line: 'dragoman prompt notes briefing pier=N', explanation: 'Print the messages of a prompt' },
    { line: 'dragoman prompt notes briefing pier=N --json', explanation: 'The messages for programs' },
  ],
  async run(context) {
    const { args, print, runtime } = context;
    const [service = '', name = '', ...given] = args;
    const values = Object.fromEntries(given.map(readArgument));
    const found = await connect(context).agents.getPrompt(service, name, values, { signal: runtime.signal });
    if (print.json) {
      print.value(found);
      return 0;
    }
    for (const { role, content } of found.messages) {
      print.out(line`${print.color.faint(`${role}:`)}`);
      print.out(paintPart(content));
    }
    print.note(line`third-party content from ${service}`);
    return 0;
  },
};

function readArgument(given: string): [string, string] {
  const at = given.indexOf('=');
  if (at <= 0) throw new UsageError(`"${given.slice(0, 80)}" is not name=value`);
  return [given.slice(0, at), given.slice(at + 1)];
}
