/** `dragoman agis classes`: lists and binds the data classes of your AGIS service, and decides on proposals. */
import type { DataClassBinding } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readOrRefuse, readValue } from '../files/read-documents.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Lists, binds and decides. */
export const agisClasses: Command = {
  name: 'agis classes',
  summary: 'List and bind the data classes of an AGIS service, and decide on proposals',
  details:
    'Without options, lists the classes and the proposals that wait for your decision. --bind sets the data source of a class from a file: fields with their ' +
    'schemas, filters, and a source (an operation of the service, rows, or a source that the operator configured). Endpoints ' +
    'that agents negotiate expose only these fields. --accept and --reject decide on a proposal.',
  arguments: [
    { name: 'service', required: true, multiple: false, description: 'Id of the service' },
    { name: 'class', required: false, multiple: false, description: 'Class in its data manifest' },
  ],
  options: [
    {
      name: 'bind',
      value: 'file',
      description: 'Bind the class to the data source in this file (JSON or YAML, or "-")',
    },
    { name: 'unbind', description: 'Remove the data source of the class' },
    { name: 'accept', value: 'negotiation', description: 'Accept a proposal and open its endpoint' },
    { name: 'reject', value: 'negotiation', description: 'Reject a proposal' },
    { name: 'reason', value: 'text', description: 'With --reject: the reason, for the caller' },
  ],
  examples: [
    { line: 'dragoman agis classes tarn-freight', explanation: 'Classes that can be negotiated' },
    { line: 'dragoman agis classes tarn-freight depot-location --bind depots.yaml', explanation: 'Bind a class' },
  ],
  async run(context) {
    const { options, args } = context;
    const [agent = '', name] = args;
    const chosen = ['bind', 'unbind', 'accept', 'reject'].filter((each) => options.flag(each));
    if (chosen.length > 1) throw new UsageError(`--${chosen.join(' and --')} cannot be combined`);
    const [action] = chosen;
    if (action === undefined) return show(context, agent);
    if (action === 'accept' || action === 'reject') return decide(context, agent, action);
    if (name === undefined) throw new UsageError(`--${action} needs the name of a class`);
    return action === 'bind' ? bind(context, agent, name) : unbind(context, agent, name);
  },
};

async function show(context: CommandContext, agent: string): Promise<0> {
  const { print, runtime } = context;
  const client = connect(context);
  const classes = await client.dataClasses.list(agent, { signal: runtime.signal });
  const waiting = await client.dataClasses.waiting(agent, { signal: runtime.signal });
  if (print.json) {
    print.value({ classes, waiting });
    return 0;
  }
  const rows = classes.map(({ class: name, bound, binding }) => [
    name,
    bound ? 'bound' : 'open',
    Object.keys((binding?.fields as object) ?? {}).join(', '),
  ]);
  print.table([{ title: 'class' }, { title: 'state' }, { title: 'fields', min: 12 }], rows);
  for (const { negotiation_id: id, caller, data_class: of, proposal } of waiting) {
    print.note(
      line`pending: ${print.noteColor.name(id)} from ${caller} for ${of}: ${String(proposal.method)} ${String(proposal.path)}`,
    );
  }
  return 0;
}

async function bind(context: CommandContext, agent: string, name: string): Promise<0> {
  const { print, runtime, options } = context;
  const binding = await readBinding(context, options.text('bind') ?? '');
  const bound = await connect(context).dataClasses.bind(agent, name, binding, { signal: runtime.signal });
  if (print.json) print.value(bound);
  else print.out(line`bound: ${print.color.name(name)}`);
  return 0;
}

async function readBinding({ runtime }: CommandContext, path: string): Promise<DataClassBinding> {
  return (await readOrRefuse(path, () => readValue(runtime, path))) as unknown as DataClassBinding;
}

async function unbind(context: CommandContext, agent: string, name: string): Promise<0 | 1> {
  const there = await connect(context).dataClasses.unbind(agent, name, { signal: context.runtime.signal });
  context.print.out(there ? line`unbound: ${name}` : line`${name} was not bound`);
  return there ? 0 : 1;
}

async function decide(context: CommandContext, agent: string, decision: 'accept' | 'reject'): Promise<0> {
  const { options, print, runtime } = context;
  const id = options.text(decision) ?? '';
  const reason = options.text('reason');
  await connect(context).dataClasses.decide(
    agent,
    id,
    { decision, ...(reason === undefined ? {} : { reason }) },
    { signal: runtime.signal },
  );
  print.out(line`${decision === 'accept' ? 'opened' : 'rejected'}: ${id}`);
  return 0;
}
