/** Outputs of chosen tools: what may be received now and could not before is reported, although no signature shows it. */
import type { JsonSchema } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { local } from '../access/caller.js';
import { createOperation } from '../gateway/gateway.support.js';
import { entryWith, object } from '../protocols/nact/nact.support.js';
import { decideUpdates } from './decide-updates.js';
import { keepToolset, openCatalogue } from './designer.support.js';
import { findUpdates } from './toolset-updates.js';
import { compareOperationPair } from './version-comparing.js';

const input = object({ name: { type: 'string' } }, 'name');
const parts = (values: object) => object({ parts: { type: 'array', items: { type: 'object', ...values } } }, 'parts');
const certain = parts({ required: ['id'], properties: { id: { type: 'string' } } });
const uncertain = parts({ properties: { id: { type: 'string' } } });
const more = parts({ required: ['id'], properties: { id: { type: 'string' }, note: { type: 'string' } } });

function effectOf(before: JsonSchema, after: JsonSchema) {
  const owned = (output: JsonSchema) => {
    const [operation = createOperation()] = entryWith(input, output).operations;
    return { owner: entryWith(input, output), operation };
  };
  const { effect, changes } = compareOperationPair({ before: owned(before), after: owned(after) });
  return [effect, ...changes.map(({ subject, message }) => `${subject}: ${message}`)];
}

describe('the output of a tool', () => {
  it('is compared by its values', () => {
    expect(effectOf(certain, uncertain)).toEqual([
      'breaking',
      'output: The output may have values that it could not have before at parts.items.id, such as {"parts":[{}]}.',
    ]);
    expect(effectOf(uncertain, certain)).toEqual([undefined]);
    expect(effectOf(certain, more)).toEqual([undefined]);
    expect(effectOf(certain, object({ parts: { type: 'string' } }, 'parts'))[0]).toBe('breaking');
  });

  it('is reported when it changes under the version that a toolset has pinned', async () => {
    const choice = { agentId: entryWith(input, certain).id, tool: createOperation().name };
    const toolset = await keepToolset(await openCatalogue([entryWith(input, certain)]), [choice]);
    const after = async (output: JsonSchema) => {
      const { ports } = await openCatalogue([entryWith(input, certain), entryWith(input, output)]);
      return { ports, updates: await findUpdates(ports, toolset, local) };
    };
    const { ports, updates } = await after(uncertain);
    expect(updates.map(({ kind, effect, message }) => [kind, effect, message])).toEqual([
      ['lock_broken', 'breaking', 'The output of version 1 changed in its service, which gave it no new version.'],
    ]);
    const composition = { toolsetId: 'desk', caller: local, before: toolset.document };
    const accepted = await decideUpdates(ports, updates, { accept: 'all', stay: [] }, composition);
    expect(accepted.tools.map(({ version, output }) => [version, output])).toEqual([[1, uncertain]]);
    expect(await findUpdates(ports, { ...toolset, document: accepted }, local)).toEqual([]);
    expect((await after(more)).updates).toEqual([]);
  });
});
