/** A toolset keeps the complete schemas of its tools, and toolsets stored with signatures only still open. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { local } from '../access/caller.js';
import { createOperation } from '../gateway/gateway.support.js';
import { entryWith, object } from '../protocols/nact/nact.support.js';
import { composeToolset } from './compose-toolset.js';
import { keepToolset, openCatalogue } from './designer.support.js';
import { exportToolset } from './export-toolset.js';
import { findToolsetTool } from './toolset-tools.js';
import { findUpdates } from './toolset-updates.js';

const task = object({ data: object({ name: { type: 'string' }, tags: { type: 'array' } }) }, 'data');
const entry = entryWith(task, object({ gid: { type: 'string' } }));
const choice = { agentId: entry.id, tool: createOperation().name };
const root = 'https://dragoman.example/toolsets/desk';

describe('the tools of a toolset', () => {
  it('keep their complete schemas, and an export has them', async () => {
    const catalogue = await openCatalogue([entry]);
    const toolset = await keepToolset(catalogue, [choice]);
    expect(toolset.document.tools).toMatchObject([{ input: task, output: entry.operations[0]?.output }]);
    const { tools } = await exportToolset(catalogue.ports, toolset, { caller: local, root });
    expect(tools).toMatchObject([{ inputSchema: task, outputSchema: entry.operations[0]?.output }]);
  });

  it('that were stored with a signature only still open, are served, and get their schemas when they are saved', async () => {
    const catalogue = await openCatalogue([entry]);
    const { design, document } = await keepToolset(catalogue, [choice]);
    const tools = document.tools.map(({ input: _, output: __, ...tool }) => tool);
    const old = { design, document: { ...document, tools } };
    const [stored] = tools;
    const found = await findToolsetTool(catalogue.ports, old, stored?.served.toolId ?? '', local);
    expect(found?.tool.listed).toBe(true);
    const exported = await exportToolset(catalogue.ports, old, { caller: local, root });
    expect(exported.tools).toMatchObject([{ inputSchema: task }]);
    const request = { description: '', mode: 'chosen' as const, choices: [choice], resolveNames: false };
    const saved = await composeToolset(catalogue.ports, request, {
      toolsetId: 'desk',
      caller: local,
      before: old.document,
    });
    expect(saved.tools).toMatchObject([{ input: task, served: stored?.served }]);
  });

  it('that were stored with a signature only keep the version that they pinned, although more changes count now', async () => {
    const withTags = (tags: JsonObject, more: JsonObject, version: number) => {
      const [operation = createOperation()] = entry.operations;
      const input = object({ name: { type: 'string' }, tags, ...more }, 'name');
      return { ...entry, operations: [{ ...operation, input, version }] };
    };
    const list = { type: 'array', items: { type: 'string' } };
    // Lists were left out, so that the second state was no version of its own.
    const states = [
      withTags(list, {}, 1),
      withTags({ ...list, items: {} }, {}, 2),
      withTags({ ...list, items: {} }, { note: { type: 'string' } }, 3),
    ];
    const catalogue = await openCatalogue(states);
    const { design, document } = await keepToolset(catalogue, [{ ...choice, version: 3 }]);
    const tools = document.tools.map(({ input: _, output: __, signature, served, ...tool }) => ({
      ...tool,
      version: 2,
      served: { ...served, versions: served.versions.map((version) => ({ ...version, of: 2 })) },
      signature: {
        ...signature,
        version: 2,
        input_parameters: signature.input_parameters.filter(({ name }) => name === 'name' || name === 'note'),
      },
    }));
    const old = { design, document: { ...document, tools } };
    const found = await findToolsetTool(catalogue.ports, old, tools[0]?.served.toolId ?? '', local);
    expect(found?.tool.versions.map(({ operationVersion }) => operationVersion)).toEqual([3]);
    expect(found?.tool.versions[0]?.signature).toMatchObject({ version: 1, name: tools[0]?.served.name });
    const again = { ...choice, tool: tools[0]?.served.sourceToolId ?? '', version: 2 };
    const request = { description: '', mode: 'chosen' as const, choices: [again], resolveNames: false };
    const context = { toolsetId: 'desk', caller: local, before: old.document };
    const saved = await composeToolset(catalogue.ports, request, context);
    expect(saved.tools).toMatchObject([
      { version: 3, served: { toolId: tools[0]?.served.toolId, versions: [{ of: 3 }] } },
    ]);
    expect(await findUpdates(catalogue.ports, old, local)).toEqual([]);
  });

  it('that were stored with a signature only are reported when their version cannot be found any more', async () => {
    const catalogue = await openCatalogue([entry]);
    const { design, document } = await keepToolset(catalogue, [choice]);
    const other = { id: 'gone', name: 'gone', description: 'An input of former times.' };
    const tools = document.tools.map(({ input: _, output: __, signature, ...tool }) => ({
      ...tool,
      signature: { ...signature, input_parameters: [other] },
    }));
    const [update] = await findUpdates(catalogue.ports, { design, document: { ...document, tools } }, local);
    expect(update).toMatchObject({
      kind: 'lock_broken',
      message: expect.stringContaining('version 1, which is served'),
    });
  });

  it('of services that are gone have the schema that their signature implies', async () => {
    const { design, document } = await keepToolset(await openCatalogue([entry]), [choice]);
    const tools = document.tools.map(({ input: _, output: __, ...tool }) => tool);
    const { ports } = await openCatalogue([]);
    const exported = await exportToolset(ports, { design, document: { ...document, tools } }, { caller: local, root });
    expect(exported.tools).toMatchObject([{ inputSchema: { type: 'object', additionalProperties: false } }]);
  });
});
