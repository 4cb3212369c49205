/** `dragoman effects`: shows and sets the impact, idempotency and confirmation of one operation. */
import type { ChosenEffects, Impact } from '@dragoman/model';
import { bareName } from '@dragoman/model';
import type { OperationEffectsView } from '@dragoman/sdk';
import { mcpEndpoint } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { askingTools } from '../mcp/asking-tools.js';
import { noteConfirmations } from '../output/confirmation-notes.js';
import { connect } from '../registry/connect.js';
import { serverOf } from '../registry/server-address.js';
import { line } from '../terminal/paint.js';

const impacts = ['informational', 'reversible', 'irreversible'] as const satisfies readonly Impact[];

/** Shows and sets effects. */
export const effects: Command = {
  name: 'effects',
  summary: 'Show or set the impact, idempotency and confirmation of an operation',
  details:
    'Your values take precedence over the description and over values derived from its text, and are kept when the ' +
    'description is imported again. They apply in all protocols, and decide whether calls need a confirmation and ' +
    'may be retried. Rules of the operator (gateway.confirm) take precedence over them. For the owner of the service ' +
    'and administrators.',
  arguments: [
    { name: 'service', required: true, multiple: false, description: 'Id of the service' },
    { name: 'operation', required: true, multiple: false, description: 'Name of the operation' },
  ],
  options: [
    { name: 'impact', value: 'impact', description: `One of ${impacts.join(', ')}` },
    { name: 'idempotent', value: 'yes|no', description: 'Whether a call may safely be sent twice' },
    {
      name: 'confirmation',
      value: 'yes|no',
      description: 'Whether a call requires a confirmation, whatever its impact',
    },
    { name: 'dry-run', description: 'Show the resulting values; change nothing' },
    { name: 'reset', description: 'Remove your values, so that those of the description apply again' },
  ],
  examples: [
    { line: 'dragoman effects stripe create_payout', explanation: 'The current values, and why' },
    {
      line: 'dragoman effects stripe create_payout --impact irreversible --idempotent no',
      explanation: 'Callers must confirm it, and it is never sent twice',
    },
    { line: 'dragoman effects stripe create_payout --reset', explanation: 'Back to the description' },
  ],
  async run(context) {
    const { args, print, runtime, options } = context;
    const [id = '', operation = ''] = args;
    const { signal } = runtime;
    const wanted = readWanted(context);
    const { agents } = connect(context);
    const before = await agents.effects(id, operation, { signal });
    const isChange = options.flag('reset') || Object.keys(wanted).length > 0;
    const match = before.etag === undefined ? { signal } : { signal, ifMatch: before.etag };
    const next = options.flag('reset') ? wanted : { ...before.chosen, ...wanted };
    if (options.flag('dry-run')) {
      const { changes, after } = await agents.foreseeEffects(id, operation, isChange ? next : before.chosen, {
        signal,
      });
      report(context, after);
      print.note(
        changes ? line`Dry run: this would count. Nothing was changed.` : line`Dry run: nothing would change.`,
      );
      return 0;
    }
    report(context, isChange ? await agents.chooseEffects(id, operation, next, match) : before);
    if (!print.json) await noteRule(context, before);
    return 0;
  },
};

/** Says who confirms the call: rules of the operator can decide otherwise than the effects. */
async function noteRule(context: CommandContext, { id, operation }: OperationEffectsView): Promise<void> {
  const asking = await askingTools(context, mcpEndpoint(serverOf(context), { kind: 'agent', id }));
  if ('reason' in asking) return;
  const own = asking.filter(({ names }) => names.some((name) => bareName(name) === bareName(operation)));
  noteConfirmations(
    context.print,
    own.map(({ by }) => ({ by, operations: 1, names: [operation] })),
  );
}

function readWanted({ options }: CommandContext): ChosenEffects {
  const impact = options.text('impact');
  const chosen = impacts.find((each) => each === impact);
  if (impact !== undefined && chosen === undefined)
    throw new UsageError(`unknown impact ${impact}; use one of ${impacts.join(', ')}`);
  const [idempotent, confirm] = [readAnswer(options.text('idempotent')), readAnswer(options.text('confirmation'))];
  return {
    ...(chosen === undefined ? {} : { impact: chosen }),
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(confirm === undefined ? {} : { confirm }),
  };
}

function readAnswer(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw new UsageError(`unknown value ${text}; use yes or no`);
  return text === 'yes';
}

function report({ print }: CommandContext, view: OperationEffectsView): void {
  if (print.json) {
    print.value(view);
    return;
  }
  const said = (value: string | boolean | undefined) =>
    value === undefined ? '' : typeof value === 'string' ? value : value ? 'yes' : 'no';
  print.table(
    [{ title: 'effect' }, { title: 'now' }, { title: 'set' }, { title: 'described or derived' }],
    (['impact', 'idempotent', 'confirm'] as const).map((name) => [
      name,
      name === 'confirm' ? confirmText(view) : said(view[name]),
      said(view.chosen[name]),
      said(view.described[name]),
    ]),
  );
  print.note(line`${view.impact_reason}`);
}

/** What applies without rules of the operator; the note after the table says what applies with them. */
function confirmText({ confirm, impact }: OperationEffectsView): string {
  if (confirm !== undefined) return confirm ? 'yes' : 'no';
  if (impact === 'irreversible') return 'yes, because irreversible';
  return impact === undefined ? '' : 'no, because not irreversible';
}
