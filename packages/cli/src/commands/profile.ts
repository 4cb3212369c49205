/** `dragoman profile`: shows how a service meets the Agent-Friendly Profile, and which gaps the gateway repairs. */
import type { AgentProfile } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readLintInput } from '../lint/lint-inputs.js';
import { profileLines } from '../output/profile-report.js';
import { connect } from '../registry/connect.js';

/** Shows the profile of a service. */
export const profile: Command = {
  name: 'profile',
  summary: 'Show which rules of the Agent-Friendly Profile a service meets, with and without the gateway',
  details:
    'Each rule holds, fails upstream, or fails upstream and is repaired by the gateway. The registry evaluates the stored description; ' +
    'with --description, the document itself is evaluated, error bodies and headers included. Exit code 1 when a ' +
    'rule of severity error still fails through the gateway.',
  arguments: [{ name: 'service', required: true, multiple: false, description: 'Id of the service' }],
  options: [
    { name: 'description', value: 'file', description: 'The description itself: a file, a URL, or "-"' },
    { name: 'all', description: 'Also show rules that hold or are not determined' },
  ],
  examples: [
    { line: 'dragoman profile pier-weather-001', explanation: 'What fails upstream, and what is repaired here' },
    { line: 'dragoman profile harbour-api --description openapi.yaml', explanation: 'Evaluate the document itself' },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const source = options.text('description');
    const asked = source === undefined ? {} : { description: await readDescription(context, source) };
    const evaluated = await connect(context).agents.profile(args[0] ?? '', { ...asked, signal: runtime.signal });
    if (print.json) print.value(evaluated);
    else for (const text of profileLines(evaluated, { color: print.color, all: options.flag('all') })) print.out(text);
    return hasErrors(evaluated) ? 1 : 0;
  },
};

async function readDescription(context: CommandContext, source: string) {
  const { parseDescription } = await import('@dragoman/documents');
  const { isFailure, isJsonObject } = await import('@dragoman/model');
  try {
    const value = parseDescription(await readLintInput(context, source));
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!isFailure(error)) throw error;
    throw new UsageError(`${source} cannot be read: ${error.message}`);
  }
  throw new UsageError(`${source} is not a description: expected an object`);
}

function hasErrors({ rules }: AgentProfile): boolean {
  const open = ['fails_upstream', 'partly_repaired'];
  return rules.some(({ severity, verdict }) => severity === 'error' && open.includes(verdict));
}
