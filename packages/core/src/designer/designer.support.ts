/** A catalogue with one service in several versions, for the designer tests. */
import { createWords } from '@dragoman/agis';
import type { Entry, JsonObject } from '@dragoman/model';
import { local } from '../access/caller.js';
import { createMemoryStore } from '../catalogue/memory-store.js';
import { createDiscoveryIndex } from '../discovery/discovery-index.js';
import { createRankOperations } from '../discovery/resolve/rank-operations.js';
import { createOperation } from '../gateway/gateway.support.js';
import { checkProcedureText, findProcedureNames } from '../procedures/procedure-checking.js';
import { entryWith, object } from '../protocols/nact/nact.support.js';
import { createToolCache } from '../protocols/nact/tool-cache.js';
import { composeToolset } from './compose-toolset.js';
import type { DesignerPorts } from './toolset-access.js';
import { toolsetJson } from './toolset-access.js';
import type { ToolChoice } from './toolset-request.js';
import { compareToolPair } from './version-comparing.js';

const text = { type: 'string' };

/** The sample service at its first version. */
export const first: Entry = entryWith(object({ city: text }, 'city'), object({ sky: text }));

/** The sample service after its input was changed. */
export function withInput(properties: JsonObject, version: number): Entry {
  const [operation = createOperation()] = first.operations;
  return { ...first, operations: [{ ...operation, input: object(properties, 'city'), version }] };
}

/** Three versions of one tool, each with one more optional input. */
export const revisions: readonly Entry[] = [
  first,
  withInput({ city: text, days: { type: 'integer' } }, 2),
  withInput({ city: text, days: { type: 'integer' }, unit: text }, 3),
];

/** A catalogue in which the service went through these revisions. */
export async function openCatalogue(entries: readonly Entry[] = revisions) {
  const store = createMemoryStore();
  const index = createDiscoveryIndex();
  const context = { actor: 'local', traceId: '0'.repeat(32), at: '2026-01-01T00:00:00.000Z' };
  for (const [at, entry] of entries.entries()) {
    const action = at === 0 ? 'entry.create' : 'entry.update';
    const { stored } = await store.entries.change(entry.id, () => ({ action, entry }), context);
    if (stored !== undefined) index.put(stored);
  }
  const rank = createRankOperations({ index, entries: store.entries, words: createWords, clock: Date });
  const procedures: DesignerPorts['procedures'] = {
    findNames: async (input) => findProcedureNames(input),
    check: async (input) => checkProcedureText(input),
  };
  const compareTools: DesignerPorts['compareTools'] = async (pair) => compareToolPair(pair);
  const toolCache = createToolCache({ store, index });
  const ports: DesignerPorts = { store, index, rank, toolCache, procedures, compareTools };
  return { ports, context };
}

/** Composes and saves a toolset of these choices. */
export async function keepToolset(
  { ports, context }: Awaited<ReturnType<typeof openCatalogue>>,
  choices: readonly ToolChoice[],
  change: { mode?: 'chosen' | 'open'; tags?: string[]; agents?: string[] } = {},
) {
  const mode = change.mode ?? 'chosen';
  const document = await composeToolset(
    ports,
    {
      description: '',
      mode,
      choices,
      resolveNames: false,
      ...(mode === 'open' ? { open: { tags: change.tags ?? [], agents: change.agents ?? [], sources: [] } } : {}),
    },
    { toolsetId: 'desk', caller: local, before: undefined },
  );
  const design = await ports.store.designs.change(
    'toolset',
    'desk',
    () => ({
      action: 'design.create',
      design: {
        kind: 'toolset',
        id: 'desk',
        name: 'Desk',
        owner: 'local',
        visibility: 'private',
        grants: [],
        version: 1,
        document: toolsetJson(document),
        createdAt: context.at,
        updatedAt: context.at,
      },
    }),
    context,
  );
  if (design === undefined) throw new Error('nothing was saved');
  return { design, document };
}
