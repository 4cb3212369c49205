/** A toolset keeps the complete schemas of its tools, and toolsets stored with signatures only still open. */
import { describe, expect, it } from 'vitest';
import { local } from '../access/caller.js';
import { createOperation } from '../gateway/gateway.support.js';
import { entryWith, object } from '../protocols/nact/nact.support.js';
import { composeToolset } from './compose-toolset.js';
import { keepToolset, openCatalogue } from './designer.support.js';
import { exportToolset } from './export-toolset.js';
import { findToolsetTool } from './toolset-tools.js';

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

  it('of services that are gone have the schema that their signature implies', async () => {
    const { design, document } = await keepToolset(await openCatalogue([entry]), [choice]);
    const tools = document.tools.map(({ input: _, output: __, ...tool }) => tool);
    const { ports } = await openCatalogue([]);
    const exported = await exportToolset(ports, { design, document: { ...document, tools } }, { caller: local, root });
    expect(exported.tools).toMatchObject([{ inputSchema: { type: 'object', additionalProperties: false } }]);
  });
});
