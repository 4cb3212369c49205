/** `dragoman verify`: checks services by calling their own examples. */
import type { AgentVerification } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Verifies services, and shows or withdraws the result. */
export const verify: Command = {
  name: 'verify',
  summary: 'Run the examples of services, and mark the services that behave as described',
  details:
    'The registry calls the examples of operations that change nothing and validates the responses against the declared schemas. A service whose examples all pass (at least one) is ' +
    'marked as verified, which "resolve --verified" requires; a service that fails, or changes later, loses the mark. Needs an administrator key, except for --show. ' +
    'Exit code 1 when a service does not pass.',
  arguments: [{ name: 'service', required: true, multiple: true, description: 'Ids of services' }],
  options: [
    { name: 'show', description: 'Show the last result; call nothing' },
    { name: 'withdraw', description: 'Remove the mark' },
  ],
  examples: [
    { line: 'dragoman verify pier-weather-001', explanation: 'Verify a service, for example every night' },
    { line: 'dragoman verify pier-weather-001 --show', explanation: 'Show the last result' },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const { signal } = runtime;
    if (options.flag('show') && options.flag('withdraw')) throw new UsageError('give --show or --withdraw, not both');
    const { agents } = connect(context, { timeoutMs: 90_000 });
    if (options.flag('withdraw')) {
      for (const id of args) await agents.withdrawVerification(id, { signal });
      print.note(line`removed the mark of ${args.length} ${args.length === 1 ? 'service' : 'services'}`);
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
  const word = verified ? print.color.good('verified') : print.color.bad('not verified');
  print.out(line`${word}  ${print.color.name(id)}  ${at ?? 'never verified'}`);
  for (const { operation, example, verdict, detail } of examples) {
    const paint = verdict === 'fits' ? print.color.good : verdict === 'fails' ? print.color.bad : print.color.faint;
    print.out(line`  ${paint(verdict)}  ${operation}, example ${example + 1}  ${detail ?? ''}`);
  }
  if (examples.length === 0) print.note(line`  ${id} has no examples`);
}
