import { describe, expect, it } from 'vitest';
import { anonymous, local } from '../access/caller.js';
import { toInput } from '../protocols/nact/write.js';
import { first, keepToolset, openCatalogue, withInput } from './designer.support.js';
import { createToolsetMcpRoot } from './toolset-mcp-root.js';
import { toolsetOperations } from './toolset-operations.js';
import { findToolsetTool } from './toolset-tools.js';

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

  it('have plain names when an open toolset names one service, and full ones otherwise', async () => {
    const catalogue = await openCatalogue([first]);
    const namesIn = async (agents: string[]) => {
      const toolset = await keepToolset(catalogue, [], { mode: 'open', agents });
      const operations = await toolsetOperations(catalogue.ports, toolset, { caller: local, limit: 10 });
      return { toolset, names: operations.map(({ name }) => name) };
    };
    const full = (await namesIn([])).names;
    expect(full).toEqual([expect.stringMatching(/__/)]);
    const { toolset, names } = await namesIn([first.id]);
    expect(names).toEqual([full[0]?.split('__')[1]]);
    for (const word of [...names, ...full]) {
      const found = await findToolsetTool(catalogue.ports, toolset, word, local);
      expect(found?.tool.name, word).toBe(names[0]);
      expect(await findToolsetTool(catalogue.ports, toolset, word, anonymous), word).toEqual(found);
    }
    expect((await namesIn([first.id, 'another'])).names).toEqual(full);
  });
});

describe('an open toolset as an MCP server', () => {
  it('shows a changed tool of a service that it matches', async () => {
    const { ports, context } = await openCatalogue([first]);
    await keepToolset({ ports, context }, [], { mode: 'open' });
    const root = createToolsetMcpRoot(ports);
    const read = async () => {
      const request = { params: { id: 'desk' }, caller: local };
      const { tools } = await root.tools(request);
      return { inputs: JSON.stringify(tools.map(({ listed }) => listed)), mark: await root.mark(request) };
    };
    const before = await read();
    const entry = withInput({ city: { type: 'string' }, days: { type: 'integer' } }, 2);
    const { stored } = await ports.store.entries.change(entry.id, () => ({ action: 'entry.update', entry }), context);
    if (stored !== undefined) ports.index.put(stored);
    const after = await read();
    expect(before.inputs).not.toContain('days');
    expect(after.inputs).toContain('days');
    expect(after.mark).not.toBe(before.mark);
  });
});
