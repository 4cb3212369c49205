/** Tests each model API in its own field names: tools, calls, replies. The fixtures follow the API documentation. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ShapeName } from './index.js';
import { shapes } from './index.js';
import type { ShownTool, ToolReply } from './model-shape.js';

const names = Object.keys(shapes) as ShapeName[];
const recorded = (name: ShapeName): unknown =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8'));

const schema: ShownTool['schema'] = {
  type: 'object',
  properties: {
    City: { type: 'string', description: 'The city.', maxLength: 40 },
    Days_Ahead: { type: 'integer', description: 'How many days.', minimum: 0, maximum: 65_535 },
    Sky: { type: 'string', description: 'Of what.', enum: ['CLEAR', 'CLOUDS'] },
  },
  required: ['City'],
  additionalProperties: false,
};
const tools: ShownTool[] = [
  { name: 'lookup_weather_by_city', description: 'Returns the weather.', schema },
  { name: 'list_branches', description: 'Lists.', schema: { ...schema, properties: {}, required: [] } },
];
const result = { output_parameters: [{ name: 'Temperature in Fahrenheit', value: 80 }] };
const replies: ToolReply[] = [
  { id: 'call_first', name: 'lookup_weather_by_city', failed: false, text: JSON.stringify(result), result },
  { id: 'call_second', name: 'list_branches', failed: true, text: 'It failed.' },
];

describe.each(names)('%s', (name) => {
  it('parses the calls of a recorded response, including unparsable inputs', () => {
    const calls = shapes[name].readCalls(recorded(name));
    expect(calls.map((call) => call.name)).toEqual([
      'lookup_weather_by_city',
      'list_branches',
      'lookup_weather_by_city',
    ]);
    expect(calls.map(({ inputs }) => inputs)).toEqual([{ City: 'Omaha', Days_Ahead: 2 }, {}, undefined]);
    expect(calls[2]?.unreadable).toMatch(/JSON/);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
  });

  it('finds no calls in plain text or malformed responses', () => {
    for (const odd of [
      undefined,
      null,
      'hello',
      7,
      [],
      {},
      { choices: [] },
      { content: 'words' },
      { output: 'words' },
    ]) {
      expect(shapes[name].readCalls(odd)).toEqual([]);
    }
  });

  it('omits empty instructions, and writes nothing for no replies', () => {
    expect(JSON.stringify(shapes[name].opening('', []))).not.toMatch(/system|instructions"/);
    expect(shapes[name].writeReplies([])).toEqual([]);
  });
});

it('writes tools for Chat Completions', () => {
  expect(shapes['openai-chat'].opening('Be polite.', tools.slice(0, 1))).toEqual({
    messages: [{ role: 'system', content: 'Be polite.' }],
    tools: [
      {
        type: 'function',
        function: { name: 'lookup_weather_by_city', description: 'Returns the weather.', parameters: schema },
      },
    ],
  });
  expect(shapes['openai-chat'].writeReplies(replies)).toEqual([
    { role: 'tool', tool_call_id: 'call_first', content: JSON.stringify(result) },
    { role: 'tool', tool_call_id: 'call_second', content: 'It failed.' },
  ]);
});

it('writes tools for Responses', () => {
  expect(shapes['openai-responses'].opening('Be polite.', tools.slice(0, 1))).toEqual({
    instructions: 'Be polite.',
    tools: [
      {
        type: 'function',
        name: 'lookup_weather_by_city',
        description: 'Returns the weather.',
        parameters: schema,
        strict: false,
      },
    ],
  });
  expect(shapes['openai-responses'].writeReplies(replies)[1]).toEqual({
    type: 'function_call_output',
    call_id: 'call_second',
    output: 'It failed.',
  });
});

it('writes tools for Messages', () => {
  expect(shapes.anthropic.opening('Be polite.', tools.slice(0, 1))).toEqual({
    system: 'Be polite.',
    tools: [{ name: 'lookup_weather_by_city', description: 'Returns the weather.', input_schema: schema }],
  });
  expect(shapes.anthropic.writeReplies(replies)).toEqual([
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'call_first', content: JSON.stringify(result) },
        { type: 'tool_result', tool_use_id: 'call_second', content: 'It failed.', is_error: true },
      ],
    },
  ]);
});

it('writes tools for generateContent', () => {
  expect(shapes.google.opening('Be polite.', tools)).toEqual({
    systemInstruction: { parts: [{ text: 'Be polite.' }] },
    tools: [
      {
        functionDeclarations: [
          {
            name: 'lookup_weather_by_city',
            description: 'Returns the weather.',
            parametersJsonSchema: {
              type: 'object',
              properties: {
                City: { type: 'string', description: 'The city. At most 40 characters.' },
                Days_Ahead: { type: 'integer', description: 'How many days.', minimum: 0, maximum: 65_535 },
                Sky: { type: 'string', description: 'Of what.', enum: ['CLEAR', 'CLOUDS'] },
              },
              required: ['City'],
              additionalProperties: false,
            },
          },
          { name: 'list_branches', description: 'Lists.' },
        ],
      },
    ],
  });
  const [, second] = shapes.google.readCalls(recorded('google'));
  const [first] = replies;
  expect(
    shapes.google.writeReplies([...replies.slice(0, 1), { id: '', name: '', failed: true, text: 'No.', ...second }]),
  ).toEqual([
    {
      role: 'user',
      parts: [
        { functionResponse: { id: first?.id, name: 'lookup_weather_by_city', response: result } },
        { functionResponse: { name: 'list_branches', response: { error: 'No.' } } },
      ],
    },
  ]);
});

it('writes tools for Converse, whose root schema has three keywords', () => {
  const { type, properties, required } = schema;
  expect(shapes.bedrock.opening('Be polite.', tools.slice(0, 1))).toEqual({
    system: [{ text: 'Be polite.' }],
    toolConfig: {
      tools: [
        {
          toolSpec: {
            name: 'lookup_weather_by_city',
            description: 'Returns the weather. No other inputs.',
            inputSchema: { json: { type, properties, required } },
          },
        },
      ],
    },
  });
  expect(shapes.bedrock.opening('', [])).toEqual({});
  expect(shapes.bedrock.writeReplies(replies)).toEqual([
    {
      role: 'user',
      content: [
        { toolResult: { toolUseId: 'call_first', content: [{ json: result }], status: 'success' } },
        { toolResult: { toolUseId: 'call_second', content: [{ text: 'It failed.' }], status: 'error' } },
      ],
    },
  ]);
});

it('refuses more tools than the model API accepts, and names its limit', () => {
  const many = Array.from({ length: 129 }, (_, at) => ({ name: `tool_${at}`, description: 'One.', schema }));
  expect(() => shapes['openai-chat'].tools(many)).toThrow(/OpenAI Chat Completions accepts at most 128 tools/);
  expect(shapes.anthropic.tools(many)).toHaveLength(129);
});

it('writes tools for the AI SDK, with its schema symbol', () => {
  const spelled = shapes.vercel.opening('Be polite.', tools.slice(0, 1));
  expect(spelled).toMatchObject({
    system: 'Be polite.',
    tools: { lookup_weather_by_city: { description: 'Returns the weather.', inputSchema: { jsonSchema: schema } } },
  });
  const inputSchema: object = spelled.tools.lookup_weather_by_city?.inputSchema ?? {};
  expect(Reflect.get(inputSchema, Symbol.for('vercel.ai.schema'))).toBe(true);
  expect('validate' in inputSchema).toBe(true);
  expect(shapes.vercel.writeReplies(replies)).toEqual([
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call_first',
          toolName: 'lookup_weather_by_city',
          output: { type: 'json', value: result },
        },
        {
          type: 'tool-result',
          toolCallId: 'call_second',
          toolName: 'list_branches',
          output: { type: 'error-text', value: 'It failed.' },
        },
      ],
    },
  ]);
});

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
const seen: ToolReply = {
  id: 'c',
  name: 'view',
  failed: false,
  text: 'One image.',
  result: { output_parameters: [] },
  media: [
    { mediaType: 'image/png', data: png },
    { mediaType: 'application/pdf', data: 'AAAA', name: 'a.pdf' },
    { mediaType: 'image/png', data: 'A'.repeat(8_000_000) },
  ],
};
const lines = [
  'Received a.pdf (application/pdf, 3 bytes); it is not shown here, the application has it.',
  'Received image/png, 6,000,000 bytes; it is not shown here, the application has it.',
];
const described = `One image.\n${lines.join('\n')}`;
const noted = { output_parameters: [], media: lines };

/** How each API gets an image that its tool results can have; one line for everything else. */
const imageReplies: Readonly<Record<ShapeName, unknown>> = {
  'openai-chat': [
    {
      role: 'tool',
      content: `One image.\nReceived image/png, 8 bytes; it is not shown here, the application has it.\n${lines.join('\n')}`,
    },
  ],
  'openai-responses': [
    {
      output: [
        { type: 'input_text', text: described },
        { type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'auto' },
      ],
    },
  ],
  anthropic: [
    {
      content: [
        {
          content: [
            { type: 'text', text: described },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
          ],
        },
      ],
    },
  ],
  google: [
    {
      parts: [{ functionResponse: { response: noted, parts: [{ inlineData: { mimeType: 'image/png', data: png } }] } }],
    },
  ],
  bedrock: [
    {
      content: [
        {
          toolResult: {
            content: [
              { json: noted },
              { image: { format: 'png', source: { bytes: new Uint8Array(Buffer.from(png, 'base64')) } } },
            ],
          },
        },
      ],
    },
  ],
  vercel: [
    {
      content: [
        {
          output: {
            type: 'content',
            value: [
              { type: 'text', text: described },
              { type: 'media', data: png, mediaType: 'image/png' },
            ],
          },
        },
      ],
    },
  ],
};

it.each(names)('writes images for %s where its tool results can have them, and a line for everything else', (name) => {
  expect(shapes[name].writeReplies([seen])).toMatchObject(imageReplies[name] as object[]);
});
