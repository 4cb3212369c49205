/** Registers the invented services of the discovery benchmark: many operations, near twins, everyday words. */
import { readFileSync } from 'node:fs';
import type { Client } from '@dragoman/sdk';
import { parse } from 'yaml';

interface Row {
  id: string;
  name: string;
  description: string;
  group: string;
  operations: Record<string, { summary: string; inputs: string; impact: string }>;
}

const file = new URL('../../../bench/discovery/everyday/services.yaml', import.meta.url);

function toOperation([name, { summary, inputs, impact }]: [string, Row['operations'][string]]) {
  const names = inputs.split(' ');
  return {
    name,
    description: summary,
    impact,
    inputs: {
      type: 'object',
      properties: Object.fromEntries(names.map((input) => [input.replace('*', ''), { type: 'string' }])),
      required: names.flatMap((input) => (input.endsWith('*') ? [input.slice(0, -1)] : [])),
    },
    outputs: { type: 'object' },
  };
}

/** Registers them, and waits until their vectors are there. */
export async function addEverydayServices(client: Client): Promise<void> {
  for (const { id, name, description, group, operations } of parse(readFileSync(file, 'utf8')) as Row[]) {
    await client.agents.register({
      id,
      name,
      description,
      capabilities: ['everyday'],
      tags: [group],
      endpoint: `https://${id}.example/api`,
      operations: Object.entries(operations).map(toOperation),
    });
  }
  await untilEmbedded(client);
}

async function untilEmbedded(client: Client): Promise<void> {
  for (;;) {
    const { limits, candidates } = await client.agents.resolve({ intent: 'refund a charge', explain: true });
    if (limits?.meaning !== undefined && candidates.some(({ shares }) => shares?.meaning !== undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const cases = [
  ['freeze the debit card', 'oakvault', 'freeze_card'],
  ['give the customer the money back', 'copperline', 'issue_refund'],
  ['send a text message to the driver', 'pigeonpost', 'send_sms'],
] as const;

/** Saves evaluation cases of these services. */
export async function addEverydayCases(client: Client): Promise<void> {
  for (const [request, agent, operation] of cases) {
    await client.saved.create({ kind: 'case', request, agent, operation });
  }
  const refund = { agent: 'tillwright', operation: 'refund_charge' };
  const request = 'refund the 40 dollar charge ch_123';
  await client.saved.create({ kind: 'case', ...refund, request, arguments: { amount: 40, reason: 'late' } });
}
