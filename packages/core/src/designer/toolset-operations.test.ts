import { describe, expect, it } from 'vitest';
import { anonymous, local } from '../access/caller.js';
import { toInput } from '../protocols/nact/write.js';
import { first, keepToolset, openCatalogue } from './designer.support.js';
import { toolsetOperations } from './toolset-operations.js';

const [operation] = first.operations;
const choice = { agentId: first.id, tool: operation?.name ?? '', version: 1, name: 'forecast', description: 'Mine.' };

describe('the operations of a toolset', () => {
  it('have the designer’s names and texts, and refer to the chosen version of the operation', async () => {
    const catalogue = await openCatalogue();
    const toolset = await keepToolset(catalogue, [choice]);
    const [only, ...more] = await toolsetOperations(catalogue.ports, toolset, { caller: local, limit: 10 });
    expect(more).toEqual([]);
    expect(only).toMatchObject({
      name: 'forecast',
      description: 'Mine.',
      operationVersion: 1,
      entry: { id: first.id },
    });
    expect(only?.operation.id).toBe(operation?.id);
    expect(only?.signature.input_parameters.map(({ name }) => name)).toEqual(['city']);
    if (only !== undefined)
      expect(toInput(only.contract, [{ name: 'city', value: 'Oslo' }]).input).toEqual({ city: 'Oslo' });
  });

  it('are empty for callers who may not see the service, and at most as many as requested', async () => {
    const hidden = await openCatalogue([{ ...first, visibility: 'private', owner: 'local' }]);
    const toolset = await keepToolset(hidden, [choice]);
    expect(await toolsetOperations(hidden.ports, toolset, { caller: anonymous, limit: 10 })).toEqual([]);
    const open = await openCatalogue();
    const all = await keepToolset(open, [], { mode: 'open' });
    expect(await toolsetOperations(open.ports, all, { caller: local, limit: 1 })).toHaveLength(1);
    const tagged = await keepToolset(await openCatalogue(), [], { mode: 'open', tags: ['nobody-has-it'] });
    expect(await toolsetOperations(open.ports, tagged, { caller: local, limit: 1 })).toEqual([]);
  });
});
