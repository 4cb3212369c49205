/**
 * For any signature and inputs: every call that the executor sends is valid for the server, under the server's own
 * names, and every call it rejects would be rejected by the server.
 */
import type { ToolInput, ToolSignature } from '@dragoman/model';
import { checkInputs, isLegalName } from '@dragoman/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRig } from './session.support.js';
import { createToolServer, weather } from './tool-server.support.js';

const text = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).filter((value) => value.trim() !== '');
const values = [
  { name: 'PICKUP', description: 'Collected.' },
  { name: 'HOME_COURIER', description: 'Brought.' },
];
const constraints: fc.Arbitrary<Partial<ToolInput>> = fc.oneof(
  fc.constant({}),
  fc.record({ type: fc.constant('string' as const), maxLength: fc.nat({ max: 20 }) }),
  fc.record({ type: fc.constant('int' as const), min: fc.integer({ min: -9, max: 0 }), max: fc.nat({ max: 70_000 }) }),
  fc.constant({ type: 'int' as const }),
  fc.constant({ type: 'boolean' as const }),
  fc.constant({ type: 'enum' as const, 'allowed-values': values }),
);
const signatures: fc.Arbitrary<ToolSignature> = fc
  .uniqueArray(fc.tuple(text, constraints, fc.boolean()), { selector: ([name]) => name, maxLength: 6 })
  .map((inputs) => ({
    ...weather,
    input_parameters: inputs.map(([name, constraint, required], at) => ({
      id: `p${at}`,
      name,
      description: 'Whatever it is.',
      required,
      ...constraint,
    })),
  }));
const candidates = fc.oneof(
  fc.constantFrom('PICKUP', 'pickup', '5', '', 5, 5.5, -1, 65_535, 65_536, true, null, [], {}),
  fc.string({ maxLength: 30 }),
  fc.integer({ min: -20, max: 80_000 }),
);

it('sends exactly the calls that the server accepts, whatever the parameter names', async () => {
  await fc.assert(
    fc.asyncProperty(signatures, fc.array(candidates, { minLength: 6, maxLength: 6 }), async (signature, given) => {
      const server = createToolServer({ tools: [signature] });
      const tools = [{ tool: signature.toolId, signature, retrySeconds: 0 }];
      const session = await createRig([server], { tools }).executor.startSession();
      const shown = Object.keys(session.tools('anthropic')[0]?.input_schema.properties ?? {});
      expect(shown.every(isLegalName)).toBe(true);
      expect(shown).toHaveLength(signature.input_parameters.length);
      const inputs = Object.fromEntries(shown.map((name, at) => [name, given[at]]));
      const outcome = await session.execute({ id: 'c', name: weather.name, inputs });
      const meant = signature.input_parameters.map(({ name }, at) => ({ name, value: given[at] ?? null }));
      const fits = checkInputs(signature, meant as never).length === 0;
      expect(outcome.kind).toBe(fits ? 'succeeded' : 'refused');
      const sent = server.invoked().map(({ body }) => body?.input_parameters);
      expect(sent).toEqual(fits ? [meant.filter(({ value }) => value !== null)] : []);
    }),
    { numRuns: 300 },
  );
});
