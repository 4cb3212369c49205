/** Executes a recorded response of each model API: one valid call, one for an unknown tool, one unparsable. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createRig } from './session.support.js';
import type { ShapeName } from './shapes/index.js';
import { shapes } from './shapes/index.js';
import { createToolServer, weather } from './tool-server.support.js';

it.each(Object.keys(shapes) as ShapeName[])('%s: executes the valid calls and replies to every call', async (shape) => {
  const response: unknown = JSON.parse(
    readFileSync(new URL(`./shapes/fixtures/${shape}.json`, import.meta.url), 'utf8'),
  );
  const server = createToolServer({ tools: [weather] });
  const session = await createRig([server], { tools: [{ tool: weather.name }] }).executor.startSession();
  const turn = await session.run(shape, response);
  expect(turn.outcomes.map(({ kind }) => kind)).toEqual(['succeeded', 'refused', 'refused']);
  expect(server.invoked().map(({ body }) => body)).toEqual([
    {
      name: weather.name,
      input_parameters: [
        { name: 'City', value: 'Omaha' },
        { name: 'Days Ahead', value: 2 },
      ],
    },
  ]);
  const written = JSON.stringify(turn.messages);
  expect(written).toMatch(/Temperature in Fahrenheit/);
  expect(written).toMatch(/unknown tool/);
  // The AI SDK has already informed the model about the third call.
  expect(written.includes('JSON object of its inputs')).toBe(shape !== 'vercel');
  expect([turn.stop, turn.changed]).toEqual([false, false]);
});
