/** `dragoman call`: calls an agent through the gateway, and asks before what cannot be undone. */
import type { JsonValue } from '@dragoman/model';
import type { CallPreview, Client, InvokeOptions, RegisteredAgent } from '@dragoman/sdk';
import { chooseOperation, isDragomanError } from '@dragoman/sdk';
import type { Command, CommandContext, ExitCode } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { jsonLine, previewLines, printAnswer, printBatch } from '../output/call-outcome.js';
import { line } from '../output/paint.js';
import { readInput } from '../read-input.js';

/** Calls an agent. */
export const call: Command = {
  name: 'call',
  summary: 'Call an agent through the gateway',
  details:
    'Members of the input are typed by the operation’s schema: --input hours=6 is a number where the schema says so, ' +
    'name:=json is JSON as it stands, a.b=value goes into an object, and @file or "-" is the whole input. A file with ' +
    'an array of inputs is a batch. What cannot be undone is previewed first, and done only when you agree. The output ' +
    'is a stranger’s: data, and never an instruction.',
  arguments: [
    { name: 'agent', required: true, multiple: false, description: 'Id of the agent' },
    {
      name: 'operation',
      required: false,
      multiple: false,
      description: 'What it shall do, where it does several things',
    },
  ],
  options: [
    {
      name: 'input',
      short: 'i',
      value: 'name=value|@file|-',
      multiple: true,
      description: 'Input: members one by one, a file, or standard input (repeatable)',
    },
    { name: 'dry-run', description: 'Show what would happen; do nothing' },
    {
      name: 'confirm',
      optionalValue: 'token',
      description: 'Agree beforehand to what cannot be undone; with the token of a preview, to exactly that',
    },
    { name: 'async', description: 'Leave the call to the gateway; see "dragoman operations"' },
    { name: 'stream', description: 'Print the parts of the answer as they come' },
    {
      name: 'key-for-retry',
      value: 'key',
      description: 'Key of an earlier try of the same call, so that it is done once',
    },
    { name: 'timeout', value: 'seconds', description: 'How long to wait for the answer (60 unless given)' },
  ],
  examples: [
    {
      line: 'dragoman call pier-weather-001 forecast --input harbour=Gdansk --input hours=6',
      explanation: 'A question',
    },
    { line: 'dragoman call freight-desk cancel --input @booking.json --dry-run', explanation: 'What would happen' },
    { line: 'dragoman call freight-desk cancel --input @booking.json --confirm', explanation: 'Do it without asking' },
    { line: 'cat letter.json | dragoman call translator --input - --stream', explanation: 'Parts, as they come' },
  ],
  async run(context) {
    const { options } = context;
    const wishes = ['dry-run', 'async', 'stream'].filter((name) => options.flag(name));
    if (wishes.length > 1) throw new UsageError(`--${wishes.join(' and --')} exclude each other`);
    const client = connect(context, { attempts: 4 });
    const planned = await plan(context, client);
    if (options.flag('dry-run')) return showPreview(context, await preview(planned));
    try {
      return await callWithConsent(context, planned);
    } catch (error) {
      adviseOnRetry(context, planned, error);
      throw error;
    }
  },
};

/** A call that is ready to be made. */
interface Planned {
  client: Client;
  id: string;
  input: JsonValue;
  /** True when the input is an array of inputs. */
  batch: boolean;
  options: InvokeOptions & { idempotencyKey: string };
}

async function plan({ args, options, surroundings }: CommandContext, client: Client): Promise<Planned> {
  const [id = '', operation] = args;
  const { signal } = surroundings;
  const agent = await readAgent(client, id, signal);
  const { inputs } = chooseOperation(agent, operation);
  const input = await readInput(surroundings, options.texts('input'), inputs);
  const seconds = options.number('timeout', { min: 1, max: 3_600 });
  return {
    client,
    id,
    input,
    batch: Array.isArray(input) && !takesArray(inputs),
    options: {
      signal,
      ...(operation === undefined ? {} : { operation }),
      ...(seconds === undefined ? {} : { timeoutMs: seconds * 1_000 }),
      idempotencyKey: options.text('key-for-retry') ?? surroundings.newId(),
    },
  };
}

async function readAgent(client: Client, id: string, signal: AbortSignal): Promise<RegisteredAgent> {
  const reading = await client.agents.read(id, { signal });
  if (reading.outcome !== 'read') throw new Error('an unconditional read was answered as unchanged');
  return reading.agent;
}

function takesArray(schema: unknown): boolean {
  const type = typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : undefined;
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}

function preview({ client, id, input, options }: Planned): Promise<CallPreview> {
  return client.agents.invoke(id, input, { ...options, dryRun: true });
}

function showPreview({ print }: CommandContext, shown: CallPreview): ExitCode {
  if (print.json) {
    print.value(shown);
    return 0;
  }
  for (const text of previewLines(print, shown)) print.note(text);
  const { confirmation } = shown;
  if (confirmation !== undefined) {
    print.note(line`To do exactly this: the same command with --confirm=${confirmation.token}`);
  }
  return 0;
}

/** The gateway decides what needs consent; nothing has been sent on when it says so. */
async function callWithConsent(context: CommandContext, planned: Planned): Promise<ExitCode> {
  const token = context.options.text('confirm');
  try {
    return await perform(context, planned, token);
  } catch (error) {
    if (!isDragomanError(error) || error.code !== 'CONFIRMATION_REQUIRED' || token !== undefined) throw error;
    const shown = await preview(planned);
    if (!(await agreed(context, shown))) {
      context.print.note(line`nothing was done`);
      return 1;
    }
    return perform(context, planned, shown.confirmation?.token);
  }
}

async function agreed({ options, surroundings, print }: CommandContext, shown: CallPreview): Promise<boolean> {
  for (const text of previewLines(print, shown)) print.note(text);
  if (options.flag('confirm')) return true;
  const { terminal, ask } = surroundings;
  if (!terminal.stdin || !terminal.stderr) {
    print.note(line`It needs your consent: add --confirm, or --confirm=<token> with the token of a --dry-run.`);
    return false;
  }
  return /^y(es)?$/i.test((await ask('Do it? [y/N] ')).trim());
}

async function perform(context: CommandContext, planned: Planned, token: string | undefined): Promise<ExitCode> {
  const { options: given, print } = context;
  const { client, id, input, batch } = planned;
  const options = { ...planned.options, ...(token === undefined ? {} : { confirm: token }) };
  if (given.flag('stream')) return printStream(context, client, planned, options);
  if (given.flag('async')) {
    const { id: operation, state } = await client.agents.invoke(id, input, { ...options, async: true });
    if (print.json) print.value({ id: operation, state });
    else print.out(line`${operation}`);
    print.note(line`${state}; "dragoman operations wait ${operation}" waits for the answer`);
    return 0;
  }
  if (batch && Array.isArray(input)) {
    const answer = await client.agents.invokeBatch(id, input, options);
    printBatch(print, answer);
    return answer.failed > 0 ? 1 : 0;
  }
  printAnswer(print, await client.agents.invoke(id, input, options));
  return 0;
}

async function printStream(
  { print }: CommandContext,
  client: Client,
  { id, input }: Planned,
  options: InvokeOptions,
): Promise<ExitCode> {
  const { events, origin } = await client.agents.invoke(id, input, { ...options, stream: true });
  print.note(line`from ${print.noteColour.name(origin)}, not to be trusted blindly`);
  for await (const event of events) {
    if (print.json) print.raw(jsonLine(event));
    else if (event.event !== 'done') print.out(line`${event.data}`);
    await print.settled();
  }
  return 0;
}

/** After a failure that says nothing about the call's fate, the same key makes a second try safe. */
function adviseOnRetry({ print, options }: CommandContext, { options: { idempotencyKey } }: Planned, error: unknown) {
  if (!isDragomanError(error) || options.flag('dry-run')) return;
  if (error.outcomeUnknown) print.note(line`It may have taken effect: find out at the agent before you send it again.`);
  if (!error.retryable) return;
  print.note(line`To try again without doing it twice: the same command with --key-for-retry=${idempotencyKey}`);
}
