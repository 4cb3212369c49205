/** A version that a toolset has shown never changes, whatever the designer does afterwards and in whatever order. */
import type { ToolsetDocument } from '@dragoman/model';
import { lockedForm, refusedChanges } from '@dragoman/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { local } from '../access/caller.js';
import { composeToolset } from './compose-toolset.js';
import { first, openCatalogue } from './designer.support.js';
import type { ToolChoice } from './toolset-request.js';
import { findToolsetTool } from './toolset-tools.js';

const step: fc.Arbitrary<Partial<ToolChoice> | undefined> = fc.option(
  fc.record(
    {
      version: fc.constantFrom(1, 2, 3, 'latest' as const),
      name: fc.constantFrom('forecast', 'weather'),
      description: fc.constantFrom('Mine.', 'Also mine.'),
      inputs: fc.constantFrom({ city: 'A town.' }, { city: 'Any town.' }),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);

it('keeps every version that a toolset has shown unchanged, callable, and compatible with the previous one', async () => {
  const { ports } = await openCatalogue();
  const [operation] = first.operations;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const shown = new Map<string, string>();
      let document: ToolsetDocument | undefined;
      for (const change of steps) {
        const choices = change === undefined ? [] : [{ agentId: first.id, tool: operation?.name ?? '', ...change }];
        const request = { description: '', mode: 'chosen' as const, choices, resolveNames: false };
        document = await composeToolset(ports, request, { toolsetId: 'desk', caller: local, before: document });
        const all = [...document.tools.map(({ served }) => served), ...document.retired];
        for (const { toolId } of all) {
          const found = await findToolsetTool(ports, { design: {} as never, document }, toolId, local);
          const versions = found?.tool.versions ?? [];
          expect(versions.length).toBeGreaterThan(0);
          for (const [at, { signature }] of versions.entries()) {
            const key = `${toolId} ${signature.version}`;
            expect(signature.version).toBe(at + 1);
            expect(shown.get(key) ?? lockedForm(signature)).toBe(lockedForm(signature));
            shown.set(key, lockedForm(signature));
            const before = versions[at - 1]?.signature;
            if (before === undefined) continue;
            expect(refusedChanges(before, signature, { allowWidened: true })).toEqual([]);
          }
        }
        const present = new Set(all.map(({ toolId }) => toolId));
        expect([...shown.keys()].every((key) => present.has(key.split(' ')[0] ?? ''))).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});
