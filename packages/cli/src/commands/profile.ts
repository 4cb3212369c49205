/** `dragoman profile`: how an agent stands with the Agent-Friendly Profile, and what of its failings is repaired here. */
import type { AgentProfile } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { readLintInput } from '../lint-inputs.js';
import { profileLines } from '../output/profile-report.js';

/** Shows the profile of an agent. */
export const profile: Command = {
  name: 'profile',
  summary: 'Show how an agent stands with the Agent-Friendly Profile, upstream and here',
  details:
    'Each rule holds, fails upstream, or fails upstream and is repaired here. The registry judges by what it keeps of the description; ' +
    'with --description the document itself is judged, error bodies and headers included. Exit code 1 when an error of the rules is left here.',
  arguments: [{ name: 'agent', required: true, multiple: false, description: 'Id of the agent' }],
  options: [
    { name: 'description', value: 'file', description: 'The description itself: a file, an http address, or "-"' },
    { name: 'all', description: 'Also what holds and what is not determined' },
  ],
  examples: [
    { line: 'dragoman profile pier-weather-001', explanation: 'What fails upstream, and what is repaired here' },
    { line: 'dragoman profile harbour-api --description openapi.yaml', explanation: 'Judge the document itself' },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const source = options.text('description');
    const asked = source === undefined ? {} : { description: await readDescription(context, source) };
    const judged = await connect(context).agents.profile(args[0] ?? '', { ...asked, signal: surroundings.signal });
    if (print.json) print.value(judged);
    else for (const text of profileLines(judged, { colour: print.colour, all: options.flag('all') })) print.out(text);
    return hasErrors(judged) ? 1 : 0;
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
  throw new UsageError(`${source} is no description: it has to be an object`);
}

function hasErrors({ rules }: AgentProfile): boolean {
  const open = ['fails_upstream', 'partly_repaired'];
  return rules.some(({ severity, verdict }) => severity === 'error' && open.includes(verdict));
}
