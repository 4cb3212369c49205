import { createMemoryStore } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import { warnOfNodes } from './warn-of-nodes.js';

const now = Date.parse('2026-01-01T12:00:00Z');

/** The warnings of a node that starts while others run. */
async function warningsOf({ ahead = 0, others = [] as readonly string[] }) {
  const { nodes } = createMemoryStore();
  for (const [at, version] of others.entries())
    await nodes.enter({ id: `node-${at}`, model: '', version, seenAt: '2026' }, { since: '2025', force: false });
  const warnings: [object, string][] = [];
  await warnOfNodes({
    store: { nodes, time: async () => now },
    clock: { now: () => now + ahead },
    version: '2.0.0',
    logger: { warn: (fields: object, text: string) => void warnings.push([fields, text]) },
  });
  return warnings;
}

describe('a node that starts', () => {
  it('says nothing when clock and versions agree', async () => {
    expect(await warningsOf({ ahead: 1_900, others: ['2.0.0', '2.0.0'] })).toEqual([]);
  });

  it.each([3_600_000, -2_500])('warns of a clock that differs by %i ms from that of the database', async (ahead) => {
    const [[fields, text] = [{}, '']] = await warningsOf({ ahead });
    expect(fields).toEqual({ differenceMs: ahead });
    expect(text).toContain('synchronize the clock (NTP)');
  });

  it('names the other versions on its database', async () => {
    const [[fields, text] = [{}, '']] = await warningsOf({ others: ['1.9.0', '2.0.0', '1.9.0'] });
    expect(fields).toEqual({ version: '2.0.0', others: ['1.9.0'] });
    expect(text).toContain('nodes of other versions run on this database');
  });
});
