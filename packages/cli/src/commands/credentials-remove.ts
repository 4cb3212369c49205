/** `dragoman credentials remove`: the gateway does not show them to the agent any more. */
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { line } from '../output/paint.js';

/** Removes credentials. */
export const credentialsRemove: Command = {
  name: 'credentials remove',
  summary: 'Remove stored credentials of an agent for good',
  arguments: [
    { name: 'agent', required: true, multiple: false, description: 'Id of the agent' },
    { name: 'id', required: true, multiple: true, description: 'Ids from "dragoman credentials list"' },
  ],
  options: [],
  examples: [
    {
      line: 'dragoman credentials remove pier-weather-001 0190b2a4-7c1e-7d3a-9a55-3f2b1c0d4e5f',
      explanation: 'Calls that need it are refused from now on',
    },
  ],
  async run(context) {
    const { args, print, surroundings } = context;
    const [agent = '', ...ids] = args;
    const { credentials } = connect(context);
    for (const id of ids) {
      await credentials.remove(agent, id, { signal: surroundings.signal });
      if (!print.json) print.out(line`${print.colour.good('removed')}  ${id}`);
    }
    if (print.json) print.value(ids.map((id) => ({ id, outcome: 'removed' })));
    return 0;
  },
};
