/**
 * Scenario: a model orders a refill at a pharmacy through the executor. It makes mistakes, the pharmacy fails twice, and
 * a person has to approve. Every printed statement is asserted
 * first; the run fails if an assertion does not hold.
 */
import assert from 'node:assert/strict';
import { createExecutor, type ExecutorEvent, type ToolOutcome } from '@dragoman/sdk/executor';
import { startModel } from './model.js';
import { startPharmacy } from './pharmacy.js';

const token = 'token-of-the-clinic';
const order = 'order_refill_for_prescription';
const refill = { Prescription_Number: 'RX-20417', Days_of_Supply: 30, Delivery: 'PICKUP' };
const pharmacy = await startPharmacy(token);
const model = await startModel([
  ['check_refill_status_by_prescription', { Prescription_Number: 'RX-20417' }],
  [order, { Prescription_Number: 'RX-20417', Days_of_Supply: '30', Delivery: 'pickup' }],
  [order, refill],
  [order, refill],
  'Your refill is ordered; the number is 4817733.',
]);
const events: ExecutorEvent[] = [];
const answers = [false, true];
try {
  const executor = createExecutor({
    sources: [{ label: 'linden', root: pharmacy.root, credential: { token }, allowInsecure: true }],
    tools: [
      { tool: 'check_refill_status_by_prescription', version: 1, impact: 'informational' },
      { tool: order, version: 1, impact: 'irreversible', retrySeconds: 30 },
    ],
    procedure: `Help with refills. Before ${order}() ask how the patient wants to get it.`,
    escalate: { impacts: ['irreversible', 'unknown'], ask: () => answers.shift() ?? false },
    onEvent: (event) => events.push(event),
  });
  const session = await executor.startSession();
  pharmacy.trouble = 2;

  const outcomes: ToolOutcome[] = [];
  const conversation: unknown[] = [
    ...session.opening('openai-chat').messages,
    { role: 'user', content: 'I need RX-20417 again, for a month. I will collect it.' },
  ];
  for (;;) {
    const body = JSON.stringify({ model: 'scripted', messages: conversation, tools: session.tools('openai-chat') });
    const response: unknown = await (await fetch(model.url, { method: 'POST', body })).json();
    conversation.push((response as { choices: { message: unknown }[] }).choices[0]?.message);
    const turn = await session.run('openai-chat', response);
    conversation.push(...turn.messages);
    outcomes.push(...turn.outcomes);
    if (turn.outcomes.length === 0 || turn.stop) break;
  }

  const [asked, mistaken, declined, ordered] = outcomes;
  assert.deepEqual(asked?.outputs, [{ name: 'Wait in Minutes', value: 25 }]);
  console.log('The model asked for the status of the refill and got 25 minutes from the pharmacy.');

  assert.equal(mistaken?.kind, 'refused');
  assert.deepEqual(
    mistaken.faults?.map(({ problem }) => problem),
    ['wrong_type', 'not_an_allowed_value'],
  );
  console.log('Its first order had two errors; both were reported to it, and the order never reached the pharmacy.');

  assert.equal(declined?.kind, 'declined');
  console.log('A person was asked to approve the order and declined; nothing was sent.');

  assert.deepEqual([ordered?.kind, ordered?.attempts], ['succeeded', 3]);
  assert.deepEqual([...pharmacy.orders.values()], [4_817_733]);
  assert.ok(!model.seen.some((text) => text.includes('restarting')));
  console.log(
    'The second time the person approved. The pharmacy failed twice; three attempts with one key are one order.',
  );

  assert.equal(model.seen.length, 5);
  assert.ok(!model.seen.some((text) => text.includes(token) || /toolId|c0a1f6b2/.test(text)));
  console.log('The model never saw the failures, the token, or an id.');

  assert.equal(await (await fetch(new URL('/health', pharmacy.root))).text(), 'open');
  console.log(`The pharmacy's own route works as before, and the host received ${events.length} events.`);
} finally {
  await pharmacy.close();
  await model.close();
}
