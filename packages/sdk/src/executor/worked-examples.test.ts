/** Tests the worked examples of nact.md that involve an executor, read from the page itself. */
import { readFileSync } from 'node:fs';
import type { ToolArgument, ToolSignature } from '@dragoman/model';
import { expect, it } from 'vitest';
import { scriptedRegistry } from '../registry.support.js';
import { createExecutor } from './create-executor.js';
import { createToolRoot } from './tool-root.js';

const page = readFileSync(new URL('../../../../docs/spec/nact.md', import.meta.url), 'utf8');

interface Exchange {
  request: { url: string; headers: Record<string, string>; body: { name: string; input_parameters: ToolArgument[] } };
  response: { status: number; headers: Record<string, string>; body: unknown };
  normalised: ToolSignature;
  selection: {
    vendor: string;
    toolId: string;
    version: number;
    name: string;
    alias: string;
    description_override?: string;
  }[];
  shown_to_llm: {
    name: string;
    description: string;
    parameters: { properties: Record<string, { type: string; description: string }>; required: string[] };
  }[];
  llm_call: { name: string; arguments: Record<string, unknown> };
}

function exchanges(section: string): Exchange[] {
  const [, json = '[]'] = new RegExp(`### ${section} [\\s\\S]*?\`\`\`json\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  return JSON.parse(json) as Exchange[];
}

/** The signature of a shown tool. */
function signatureOf(exchange: Exchange, at: number): ToolSignature {
  const [chosen, shown] = [exchange.selection[at], exchange.shown_to_llm[at]];
  if (chosen === undefined || shown === undefined) throw new Error('E8 shows another number of tools than it selects');
  const { toolId, name, version } = chosen;
  const { properties, required } = shown.parameters;
  return {
    toolId,
    name,
    description: shown.description,
    version,
    currentVersion: version,
    input_parameters: Object.entries(properties).map(([input, { type, description }], index) => ({
      id: `p${index}`,
      name: input.replaceAll('_', ' '),
      type: type === 'integer' ? 'int' : 'string',
      description,
      required: required.includes(input),
    })),
    output_parameters: [
      { id: 'o1', name: 'Status', description: 'Where it is.' },
      { id: 'o2', name: 'Days Late', type: 'int', description: 'How late.' },
    ],
  };
}

it('sends the two attempts of E6 exactly', async () => {
  const [first, second] = exchanges('E6');
  if (first === undefined || second === undefined) throw new Error('E6 is missing');
  const { name, input_parameters } = first.request.body;
  const inputs = input_parameters.map(({ value, name: input }, at) => ({
    id: `p${at}`,
    name: input,
    description: 'As the label says.',
    type: typeof value === 'number' ? ('int' as const) : ('string' as const),
  }));
  const toolId = '8b7d0f7a-51a6-4a0c-b0b5-2b1f5a3f6c31';
  const signature = {
    toolId,
    name,
    description: 'Books.',
    version: 3,
    currentVersion: 3,
    input_parameters: inputs,
    output_parameters: [],
  };
  const { fetch, received } = scriptedRegistry(...[first, second].map(({ response }) => response));
  const waits: number[] = [];
  const executor = createExecutor({
    sources: [{ label: 'northquay', root: 'https://tools.northquay.example', fetch }],
    tools: [{ tool: name, signature }],
    watchVersions: false,
    newId: () => first.request.headers['Idempotency-Key'] ?? '',
    sleep: async (milliseconds) => void waits.push(milliseconds),
    random: () => 0,
  });
  const session = await executor.startSession();
  const outcome = await session.execute({
    id: 'c',
    name,
    inputs: { Booking_Number: 'NQ-88012', Gross_Weight_in_Kilograms: 65_535 },
  });
  expect(outcome).toMatchObject({ kind: 'succeeded', attempts: 2 });
  expect(JSON.parse(outcome.text)).toEqual(second.response.body);
  expect(waits).toEqual([1_000]);
  for (const [at, { request }] of [first, second].entries()) {
    expect(received[at]?.url.href).toBe(request.url);
    expect(received[at]?.body).toEqual(request.body);
    expect(received[at]?.headers.get('idempotency-key')).toBe(request.headers['Idempotency-Key']);
  }
});

it('reads E7 as normalized on the page', async () => {
  const [exchange] = exchanges('E7');
  if (exchange === undefined) throw new Error('E7 is missing');
  const { fetch } = scriptedRegistry({ body: exchange.response.body });
  const root = createToolRoot({ label: 'northquay', root: 'https://tools.northquay.example', fetch });
  const { tags = [], ...signature } = await root.read(exchange.normalised.toolId);
  expect({ ...signature, tags }).toEqual(exchange.normalised);
});

it('shows and sends E8 exactly', async () => {
  const [exchange] = exchanges('E8');
  if (exchange === undefined) throw new Error('E8 is missing');
  const { fetch, received } = scriptedRegistry({ body: exchange.response.body });
  const executor = createExecutor({
    sources: [
      { label: 'lindenpharm', root: 'https://api.lindenpharm.example/v2', fetch },
      { label: 'northquay', root: 'https://tools.northquay.example', fetch },
    ],
    tools: exchange.selection.map(({ vendor, toolId, version, description_override }, at) => ({
      source: vendor,
      tool: toolId,
      version,
      signature: signatureOf(exchange, at),
      ...(description_override === undefined ? {} : { description: description_override }),
    })),
    watchVersions: false,
  });
  const session = await executor.startSession();
  expect(session.tools('openai-chat').map((tool) => tool.function)).toEqual(exchange.shown_to_llm);
  expect(session.aliases.map(({ alias }) => alias)).toEqual(exchange.selection.map(({ alias }) => alias));
  const { name, arguments: inputs } = exchange.llm_call;
  const outcome = await session.execute({ id: 'c', name, inputs });
  expect(received.map(({ url, body }) => ({ url: url.href, body }))).toEqual([
    { url: exchange.request.url, body: exchange.request.body },
  ]);
  expect(JSON.parse(outcome.text)).toEqual(exchange.response.body);
});
