/** A recorded response of each model interface, performed: one call in order, one for a tool never shown, one unreadable. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createRig } from './session.support.js';
import type { ShapeName } from './shapes/index.js';
import { shapes } from './shapes/index.js';
import { createToolServer, weather } from './tool-server.support.js';

it.each(Object.keys(shapes) as ShapeName[])(
  '%s: performs what can be performed and answers every call',
  async (shape) => {
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
    expect(written).toMatch(/no tool named/);
    // The AI SDK has told the model of the third itself.
    expect(written.includes('JSON object of its inputs')).toBe(shape !== 'vercel');
    expect([turn.stop, turn.changed]).toEqual([false, false]);
  },
);
