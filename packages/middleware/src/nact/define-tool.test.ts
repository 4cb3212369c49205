import { emptyLock, extendLock } from '@dragoman/core/conversion';
import { checkInvocation, type ToolSignature } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createNact, defineEarlierVersion, defineTool, type EarlierVersion, ToolDefinitionError } from '../index.js';
import { createPharmacy } from './sample-tools.support.js';

const toolId = '0479a45d-ad0a-49d4-94db-75edf00d2ca4';
const city = { name: 'City', description: 'Where.' } as const;
const temperature = { name: 'Temperature', type: 'int', description: 'In Fahrenheit.' } as const;
const weather = {
  toolId,
  name: 'lookup_weather_by_city',
  description: 'Returns the weather in a city.',
  inputs: { city },
  outputs: { temperature },
  run: () => ({ temperature: 80 }),
} as const;

function faultsOf(define: () => unknown): readonly string[] {
  try {
    define();
  } catch (error) {
    if (error instanceof ToolDefinitionError) return error.faults;
    throw error;
  }
  return [];
}

describe('defineTool', () => {
  it('gives the handler typed inputs and expects typed outputs', () => {
    defineTool({
      ...weather,
      inputs: {
        city,
        days: { type: 'int', description: 'How far ahead.', required: false },
        unit: { type: 'enum', description: 'Of it.', values: { CELSIUS: 'C.', FAHRENHEIT: 'F.' } },
        wind: { type: 'boolean', description: 'Wind too.' },
      },
      outputs: { temperature, sky: { type: 'json', description: 'As it looks.' } },
      run(input) {
        expectTypeOf(input.city).toEqualTypeOf<string>();
        expectTypeOf(input.days).toEqualTypeOf<number | undefined>();
        expectTypeOf(input.unit).toEqualTypeOf<'CELSIUS' | 'FAHRENHEIT'>();
        expectTypeOf(input.wind).toEqualTypeOf<boolean>();
        return { temperature: 80, sky: { clouds: [1, 2] } };
      },
    });
    // @ts-expect-error an output is a number, not a text
    defineTool({ ...weather, run: () => ({ temperature: '80' }) });
  });

  it('rejects definitions that cannot be published, with all errors at once', () => {
    const inputs = { city: { ...city, max: 3 }, unit: { type: 'enum', description: '', values: { celsius: 'C.' } } };
    const faults = faultsOf(() => defineTool({ ...weather, toolId: 'weather-1', inputs: inputs as never }));
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'version 1, toolId',
      'version 1, inputs.city.max',
      'version 1, inputs.unit.description',
      'version 1, inputs.unit.values.celsius',
    ]);
  });

  it('names every mistake that the types would prevent, for definitions in plain JavaScript', () => {
    const written = (change: object) => faultsOf(() => defineTool({ ...weather, ...change } as never));
    expect(written({ tags: 'weather' })).toEqual(["version 1, tags: must be an array of strings, such as ['weather']"]);
    expect(written({ inputs: undefined, outputs: undefined, run: undefined, toolId: 7 })).toEqual([
      'version 1, inputs: is missing; it must be an object with the inputs by id; write {} if the tool has none',
      'version 1, outputs: is missing; it must be an object with the outputs by id',
      'version 1, run: is missing; it must be a function',
      expect.stringMatching(/^version 1, toolId: /),
    ]);
    const unit = { type: 'enum', description: 'Of the temperature.' };
    expect(
      written({
        inputs: { city: 'Where.', unit: { ...unit, values: ['CELSIUS'] }, scale: unit, days: { type: 'date' } },
        outputs: [temperature],
        tag: ['weather'],
      }),
    ).toEqual([
      expect.stringMatching(/^version 1, inputs.city: must be an object/),
      expect.stringMatching(/^version 1, inputs.unit.values: must be an object/),
      'version 1, outputs: must be an object with the outputs by id',
      "version 1, tag: is not a member of a definition; did you mean 'tags'?",
      "version 1, inputs.scale: 'values' is missing.",
      "version 1, inputs.days: 'description' is missing.",
      expect.stringMatching(/^version 1, inputs.days.type: /),
    ]);
    const earlier = [{ ...weather, tags: 'x', outputs: null }, weather];
    expect(written({ earlier })).toHaveLength(2);
    expect(written({ earlier: weather, inputs: null })).toHaveLength(2);
    for (const definition of [undefined, null, 'lookup_weather', []]) {
      expect(() => defineTool(definition as never)).toThrow('A tool without a name cannot be published');
    }
    expect(() => createNact({ tools: [defineTool(weather), weather as never] })).toThrow('tools[1] was not created');
  });

  it('[NACT-COMPAT-02] requires added inputs to be declared optional explicitly', () => {
    const earlier = [{ description: 'Returns the weather.', inputs: { city }, outputs: { temperature } }];
    const days = { type: 'int', description: 'How far ahead.' } as const;
    const withDays = (added: object) => () =>
      defineTool({ ...weather, earlier, inputs: { city, days: { ...days, ...added } } });
    expect(faultsOf(withDays({}))).toMatchObject([expect.stringContaining('days')]);
    expect(faultsOf(withDays({ required: true }))).toMatchObject([expect.stringContaining('days')]);
    expect(faultsOf(withDays({ required: false }))).toEqual([]);
  });

  it('rejects a version that breaks the previous one, and a widened one unless allowed', () => {
    const earlier = (inputs: EarlierVersion['inputs']) => [
      { description: 'Returns the weather.', inputs, outputs: { temperature, rain: { description: 'Rain.' } } },
    ];
    const limited = { city: { ...city, maxLength: 10 }, days: { type: 'int', description: 'Days.' } } as const;
    expect(faultsOf(() => defineTool({ ...weather, earlier: earlier(limited) }))).toHaveLength(3);
    const wider = { ...weather, earlier: [{ ...weather, run: () => ({}), inputs: { city: limited.city } }] };
    expect(faultsOf(() => defineTool(wider))).toHaveLength(1);
    expect(faultsOf(() => defineTool({ ...wider, allowWidening: true }))).toEqual([]);
  });

  it("runs the version's own handler if it has one, else that of the next version", async () => {
    const outputs = { temperature };
    const tool = defineTool({
      ...weather,
      earlier: [
        defineEarlierVersion({ description: 'One.', inputs: { city }, outputs, run: () => ({ temperature: 1 }) }),
        { description: 'Two.', inputs: { city }, outputs },
      ],
    });
    const context = { caller: { subject: '' }, version: 1, signal: new AbortController().signal };
    const ran = await Promise.all(tool.versions.map(({ run }) => run({ city: 'Omaha' }, context)));
    expect(ran).toEqual([{ temperature: 1 }, { temperature: 80 }, { temperature: 80 }]);
  });
});

describe('the lock at startup', () => {
  const tools = [defineTool(weather)];
  const { lock } = extendLock(
    emptyLock,
    tools.flatMap(({ signatures }) => signatures),
  );
  const changed = [defineTool({ ...weather, description: 'Returns whether it rains.' })];

  it('accepts tools that match it', () => {
    expect(() => createNact({ tools, lock })).not.toThrow();
  });

  it('[NACT-VER-05] fails the start, or warns, when a locked signature was changed in code', () => {
    expect(() => createNact({ tools: changed, lock })).toThrow('is locked but has changed');
    const reported: unknown[] = [];
    createNact({ tools: changed, lock, onLockMismatch: 'warn', report: (problem) => reported.push(problem) });
    expect(reported).toMatchObject([{ name: 'ToolDefinitionError' }]);
    expect(() => createNact({ tools: [], lock })).toThrow('was removed');
    expect(() => createNact({ tools, lock: emptyLock })).toThrow('nact lock');
    expect(() => createNact({ tools, lock: { lockVersion: 1 } })).toThrow('not a lock');
    expect(() => createNact({ tools, lockFile: new URL('./no.lock.json', import.meta.url) })).toThrow('not a lock');
  });
});

/** Values that match a signature, for every input or for the required ones. */
function arbitraryCall(signature: ToolSignature): fc.Arbitrary<{ name: string; value: unknown }[]> {
  const inputs = signature.input_parameters.map((input) => {
    const value =
      input.type === 'int'
        ? fc.integer({ min: input.min ?? -1_000_000, max: input.max ?? 65_535 })
        : input.type === 'boolean'
          ? fc.boolean()
          : input.type === 'enum'
            ? fc.constantFrom(...(input['allowed-values'] ?? []).map(({ name }) => name))
            : fc
                // The project accepts U+0000 in no text.
                .string({ unit: 'binary', maxLength: Math.min(input.maxLength ?? 60, 60) })
                .map((text) => text.replaceAll('\u0000', ''));
    const given = value.map((each) => [{ name: input.name, value: each as unknown }]);
    return input.required === false ? fc.oneof(given, fc.constant([])) : given;
  });
  return fc.tuple(...inputs).map((parts) => parts.flat());
}

describe('a caller that follows the signature', () => {
  it('[NACT-INV-12] [NACT-GEN-07] never gets a validation error', async () => {
    const { tools } = createPharmacy();
    const nact = createNact({ tools, limits: { runMs: 20 }, report: () => undefined });
    for (const tool of tools) {
      for (const signature of tool.signatures) {
        await fc.assert(
          fc.asyncProperty(arbitraryCall(signature), async (input_parameters) => {
            const body = { name: signature.name, input_parameters };
            expect(checkInvocation(signature, body).faults).toEqual([]);
            const response = await nact(
              new Request(`https://api.example/tools/${tool.toolId}/versions/${signature.version}:invoke`, {
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify(body),
              }),
            );
            expect(response?.status).toBe(200);
          }),
          { numRuns: 30 },
        );
      }
    }
  });
});
