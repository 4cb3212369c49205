/** `dragoman webhooks list`: lists the webhooks that a service declares, or your subscriptions. */
import type { AgentWebhook, WebhookSubscription } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Lists webhooks or subscriptions. */
export const webhooksList: Command = {
  name: 'webhooks list',
  summary: 'List the webhooks of a service, or your subscriptions',
  arguments: [
    {
      name: 'service',
      required: false,
      multiple: false,
      description: 'Id of the service (default: your subscriptions)',
    },
  ],
  options: [],
  examples: [
    { line: 'dragoman webhooks list github', explanation: 'The messages that the service sends' },
    { line: 'dragoman webhooks list', explanation: 'What you have subscribed to' },
  ],
  async run(context) {
    const [service] = context.args;
    return service === undefined ? listSubscriptions(context) : listDeclared(context, service);
  },
};

async function listDeclared(context: CommandContext, service: string): Promise<0> {
  const { print, runtime } = context;
  const reading = await connect(context).agents.read(service, { signal: runtime.signal });
  const webhooks: AgentWebhook[] = 'agent' in reading ? (reading.agent.webhooks ?? []) : [];
  if (print.json) print.value(webhooks);
  else if (webhooks.length > 0) {
    const rows = webhooks.map(({ name, summary, description, registered_by: by }) => [
      name,
      by === undefined ? 'settings of the service' : [by.operation, by.input].filter(Boolean).join(', input '),
      summary ?? description ?? '',
    ]);
    print.table([{ title: 'webhook' }, { title: 'register the address in' }, { title: 'description' }], rows);
  }
  if (webhooks.length === 0) print.note(line`${service} declares no webhooks.`);
  else if (!print.json)
    print.note(line`"dragoman webhooks subscribe ${service}" creates an address that receives them.`);
  return 0;
}

async function listSubscriptions(context: CommandContext): Promise<0> {
  const { print, runtime } = context;
  const found: WebhookSubscription[] = [];
  for await (const each of connect(context).webhooks.list({ signal: runtime.signal })) found.push(each);
  if (print.json) print.value(found);
  else if (found.length > 0) {
    const rows = found.map(({ id, agent, webhooks, verification, created_at }) => [
      id,
      agent,
      webhooks?.join(', ') ?? 'all',
      verification ?? '',
      created_at,
    ]);
    const titles = ['subscription', 'service', 'webhooks', 'verification', 'created'];
    print.table(
      titles.map((title) => ({ title })),
      rows,
    );
  }
  if (found.length === 0) print.note(line`You have no webhook subscriptions.`);
  return 0;
}
