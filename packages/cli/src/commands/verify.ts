/** `dragoman verify`: whether agents do what they say, by their own examples. */
import type { AgentVerification } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { line } from '../output/paint.js';

/** Tries agents, and shows or withdraws what came of it. */
export const verify: Command = {
  name: 'verify',
  summary: 'Try the examples of agents, and mark those that do what they say',
  details:
    'The registry calls the examples of operations that change nothing and holds the answers against the declared schemas. An agent of which some were tried and all fit is ' +
    'marked as verified, which "resolve --verified" asks for; another loses the mark, as does one that is changed. Needs a key of an administrator, but for --show. ' +
    'Exit code 1 when an agent does not pass.',
  arguments: [{ name: 'agent', required: true, multiple: true, description: 'Ids of agents' }],
  options: [
    { name: 'show', description: 'Show what came of it last time, and call nothing' },
    { name: 'withdraw', description: 'Take the mark away' },
  ],
  examples: [
    { line: 'dragoman verify pier-weather-001', explanation: 'Try an agent, for example every night' },
    { line: 'dragoman verify pier-weather-001 --show', explanation: 'The last verdicts' },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const { signal } = surroundings;
    if (options.flag('show') && options.flag('withdraw')) throw new UsageError('give --show or --withdraw, not both');
    const { agents } = connect(context, { timeoutMs: 90_000 });
    if (options.flag('withdraw')) {
      for (const id of args) await agents.withdrawVerification(id, { signal });
      print.note(line`${args.length} without the mark`);
      return 0;
    }
    const verdicts: AgentVerification[] = [];
    for (const id of args) {
      verdicts.push(await (options.flag('show') ? agents.verification(id, { signal }) : agents.verify(id, { signal })));
    }
    if (print.json) print.value(verdicts);
    else for (const verdict of verdicts) show(context, verdict);
    return verdicts.every(({ verified }) => verified) ? 0 : 1;
  },
};

function show({ print }: CommandContext, { id, verified, at, examples }: AgentVerification): void {
  const word = verified ? print.colour.good('verified') : print.colour.bad('not verified');
  print.out(line`${word}  ${print.colour.name(id)}  ${at ?? 'never tried'}`);
  for (const { operation, example, verdict, detail } of examples) {
    const paint = verdict === 'fits' ? print.colour.good : verdict === 'fails' ? print.colour.bad : print.colour.faint;
    print.out(line`  ${paint(verdict)}  ${operation}, example ${example + 1}  ${detail ?? ''}`);
  }
  if (examples.length === 0) print.note(line`  ${id} has no examples of its operations`);
}
