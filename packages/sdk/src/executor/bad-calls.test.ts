/** Tests what models get for bad calls: one clear sentence on what is wrong, and nothing reaches the server. */
import { expect, it } from 'vitest';
import { createRig } from './session.support.js';
import { createToolServer, refill } from './tool-server.support.js';

const good = { Prescription_Number: 'RX-1', Days_of_Supply: 30, Delivery: 'PICKUP' };

async function start(options: Parameters<typeof createRig>[1] = {}) {
  const server = createToolServer({ tools: [refill] });
  const { executor } = createRig([server], { tools: [{ tool: refill.name, impact: 'irreversible' }], ...options });
  return { server, session: await executor.startSession() };
}

const bad: [string, unknown, RegExp][] = [
  ['a number as text', { ...good, Days_of_Supply: '30' }, /'Days_of_Supply' .*(whole number|integer|number)/i],
  ['a text as a number', { ...good, Prescription_Number: 7 }, /'Prescription_Number' .*(text|string)/i],
  ['a fraction', { ...good, Days_of_Supply: 30.5 }, /'Days_of_Supply'/],
  ['a list instead of a value', { ...good, Delivery: ['PICKUP'] }, /'Delivery'/],
  ['another spelling of a permitted value', { ...good, Delivery: 'pickup' }, /'Delivery'.*PICKUP/s],
  ['a value out of range', { ...good, Days_of_Supply: 91 }, /'Days_of_Supply'.*90/],
  ['a missing input', { Delivery: 'PICKUP', Days_of_Supply: 1 }, /Prescription_Number/],
  ['an extra field', { ...good, Note: 'urgent' }, /'?Note'?/],
  ['a misspelled field', { ...good, Days_of_Suply: 30 }, /Days_of_Suply.*Days_of_Supply/s],
  ['inputs in a wrapper', { input: good }, /'?input'?/],
  ['a list of inputs', [good], /Call order_refill_for_prescription again with one JSON object/],
  ['text that is not JSON', '{"Prescription_Number": "RX', /not valid JSON.*one JSON object/s],
  ['JSON of something else', '"RX-1"', /not a JSON object.*one JSON object/s],
];

it.each(bad)('%s: the model gets the error and how to fix it, and nothing is sent', async (_, input, message) => {
  const { server, session } = await start();
  const content = [{ type: 'tool_use', id: 'a', name: refill.name, input }];
  const { outcomes, messages } = await session.run('anthropic', { role: 'assistant', content });
  expect(outcomes[0]).toMatchObject({ kind: 'refused', text: expect.stringMatching(message) as string });
  expect(outcomes[0]?.text).toContain(`${refill.name} was not called`);
  expect(messages[0]?.content[0]).toMatchObject({ is_error: true });
  expect(server.invoked()).toEqual([]);
});

it('a whole input as JSON text is read like the object', async () => {
  const { server, session } = await start();
  const content = [{ type: 'tool_use', id: 'a', name: refill.name, input: JSON.stringify(good) }];
  const { outcomes } = await session.run('anthropic', { role: 'assistant', content });
  expect([outcomes[0]?.kind, server.invoked().length]).toEqual(['succeeded', 1]);
});

it.each(['Order_Refill', '', 'order_refill_for_prescription ', '__proto__', 'hasOwnProperty'])(
  'an unknown tool %j: the model gets the names of the shown tools',
  async (name) => {
    const { server, session } = await start();
    const { text, kind } = await session.execute({ id: 'c', name, inputs: good });
    expect([kind, text]).toEqual([
      'refused',
      `Nothing was called: unknown tool ${JSON.stringify(name)}. Use one of: ${refill.name}.`,
    ]);
    expect(server.invoked()).toEqual([]);
  },
);

it('the same call a hundred times: ten are executed, then the model is corrected and stopped', async () => {
  const { server, session } = await start();
  const kinds: string[] = [];
  for (let at = 0; at < 100; at += 1) {
    const outcome = await session.execute({ id: `c${at}`, name: refill.name, inputs: good });
    kinds.push(outcome.kind);
    if (outcome.kind === 'refused') expect(outcome.text).toContain('called 10 times in a row with the same inputs');
  }
  expect(server.invoked()).toHaveLength(10);
  expect([kinds[9], kinds[10], kinds[12], kinds[13], kinds[99]]).toEqual([
    'succeeded',
    'refused',
    'refused',
    'exhausted',
    'exhausted',
  ]);
  expect(await session.execute({ id: 'x', name: refill.name, inputs: { ...good, Days_of_Supply: 9 } })).toMatchObject({
    kind: 'succeeded',
  });
});

it('the same call a hundred times in one response: ten are executed, and every call gets a reply', async () => {
  const { server, session } = await start({ corrections: { limit: 1_000 } });
  const content = Array.from({ length: 100 }, (_, at) => ({
    type: 'tool_use',
    id: `c${at}`,
    name: refill.name,
    input: good,
  }));
  const { outcomes, messages, stop } = await session.run('anthropic', { role: 'assistant', content });
  expect([server.invoked().length, outcomes.length, messages[0]?.content.length, stop]).toEqual([10, 100, 100, false]);
});

it('a declined call is asked about again each time, and never sent without an approval', async () => {
  const asked: string[] = [];
  const { server, session } = await start({
    escalate: { impacts: ['irreversible'], ask: ({ call }) => asked.push(call) > 99 },
  });
  for (const id of ['a', 'b', 'c']) {
    const outcome = await session.execute({ id, name: refill.name, inputs: good });
    expect(outcome).toMatchObject({
      kind: 'declined',
      text: expect.stringContaining('Continue without it.') as string,
    });
  }
  expect([asked, server.invoked()]).toEqual([['a', 'b', 'c'], []]);
});
