/** `dragoman playground`: one turn with a toolset, a team or a service, through a model of the user's own or a script. */
import type { AskModel, ConversationEvent } from '@dragoman/sdk/executor';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readText } from '../files/read-documents.js';
import { connect, credentialOf } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Talks with a toolset. */
export const playground: Command = {
  name: 'playground',
  summary: 'Send a message to a model that has the tools of a toolset, a team or a service, and show what it does',
  details:
    'Calls are real, and go through the gateway. The registry sends the requests to the model (its operator decides ' +
    'which endpoints are allowed); the key is read from DRAGOMAN_MODEL_KEY. ' +
    'A script has lines "say <words>" and "call <tool> <JSON>"; an empty line ends a response. Calls that need a ' +
    'confirmation are declined unless you pass --yes. ' +
    'With --json, prints the trace that the console exports. Exit code 1 when the turn did not end with an answer.',
  arguments: [
    { name: 'message', required: true, multiple: false, description: 'What a user would say' },
    { name: 'toolset', required: false, multiple: false, description: 'Id of the toolset' },
  ],
  options: [
    { name: 'service', value: 'id', description: 'A service instead of a toolset' },
    { name: 'team', value: 'id', description: 'A team of sub-agents instead of a toolset' },
    { name: 'script', value: 'file', description: 'File with the responses of a scripted model, or "-"' },
    {
      name: 'api',
      value: 'name',
      description: 'API of the endpoint (default: openai-chat)',
      choices: ['openai-chat', 'anthropic'],
    },
    { name: 'model-url', value: 'address', description: 'Base URL of the endpoint, such as https://models.example/v1' },
    { name: 'model-name', value: 'name', description: 'Name of the model at that endpoint' },
    { name: 'yes', description: 'Confirm calls that need it' },
    {
      name: 'wait-for-approvals',
      description: 'Wait until a call is approved or declined, instead of returning to the model that it waits',
    },
  ],
  examples: [
    {
      line: 'dragoman playground "Aurora arrives" harbour-desk --script script.txt',
      explanation: 'Without a model',
    },
    {
      line: 'dragoman playground "Aurora arrives" harbour-desk --model-url https://models.example/v1 --model-name small',
      explanation: 'With your own model',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [message = '', toolset] = args;
    const [service, team] = [options.text('service'), options.text('team')];
    if ([toolset, service, team].filter((each) => each !== undefined).length !== 1)
      throw new UsageError('name a toolset, or a service with --service, or a team with --team');
    const { startConversation, waitForApproval } = await import('@dragoman/sdk/executor');
    const client = connect(context);
    const { signal } = runtime;
    const { api, ask } = await openModel(context);
    const tools =
      team !== undefined
        ? { team: await client.teams.export(team, { signal }) }
        : toolset === undefined
          ? { service: service ?? '' }
          : { toolset: await client.toolsets.export(toolset, { signal }) };
    const credential = credentialOf(context);
    const isConfirmed = options.flag('yes');
    const conversation = await startConversation(tools, {
      baseUrl: client.baseUrl,
      fetch: runtime.fetch,
      allowInsecure: true,
      ...(credential === undefined ? {} : { credential }),
      api,
      ask,
      confirm: () => isConfirmed,
      ...(options.flag('wait-for-approvals')
        ? {
            wait: ({ alias, approval }, call) => {
              print.note(line`${alias} waits for approval ${approval}`);
              return waitForApproval(client.approvals, approval, call);
            },
          }
        : {}),
    });
    const events: ConversationEvent[] = [];
    for await (const event of conversation.send(message, { signal })) {
      events.push(event);
      if (!print.json) printEvent(context, event);
    }
    if (print.json) print.value({ format: 'dragoman-conversation', format_version: 1, events });
    const last = events.at(-1);
    return last?.type === 'ended' && last.reason === 'answered' ? 0 : 1;
  },
};

async function openModel(context: CommandContext): Promise<{ api: 'openai-chat' | 'anthropic'; ask: AskModel }> {
  const { options, runtime } = context;
  const script = options.text('script');
  const [url, model] = [options.text('model-url'), options.text('model-name')];
  if (script !== undefined) {
    const { createScriptedModel } = await import('@dragoman/sdk/executor');
    return { api: 'openai-chat', ask: createScriptedModel(await readText(runtime, script)) };
  }
  if (url === undefined || model === undefined) {
    throw new UsageError('give --script, or --model-url and --model-name');
  }
  const api = options.text('api') === 'anthropic' ? 'anthropic' : 'openai-chat';
  const key = runtime.env.DRAGOMAN_MODEL_KEY || undefined;
  const endpoint = { api, url, model, ...(key === undefined ? {} : { key }) } as const;
  const { models } = connect(context);
  return { api, ask: (body, call) => models.ask(endpoint, body, call) };
}

function printEvent({ print }: CommandContext, event: ConversationEvent): void {
  switch (event.type) {
    case 'asked':
      print.note(line`Asked with ${event.tools.length} tools, about ${event.tokens} tokens`);
      return;
    case 'replied':
      if (event.text !== '') print.out(line`${event.text}`);
      return;
    case 'call':
      print.out(line`${print.color.name(event.call.name)}  ${JSON.stringify(event.call.inputs ?? {})}`);
      return;
    case 'outcome':
      print.out(line`  ${event.outcome.kind}, ${Math.round(event.ms)} ms: ${event.outcome.text}`);
      return;
    case 'ended':
      if (event.reason !== 'answered') print.note(line`Ended: ${event.message ?? event.reason}`);
      return;
    default:
  }
}
