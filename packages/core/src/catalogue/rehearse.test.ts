import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../access/caller.js';
import { createLexicalIndex } from '../discovery/lexical-index.js';
import type { Reader } from '../documents/reader.js';
import { createMemoryStore } from './memory-store.js';
import type { PublishPorts } from './publish.js';
import { publish } from './publish.js';
import { rehearse } from './rehearse.js';
import { restore, withdraw } from './withdraw.js';

const caller: Caller = { kind: 'key', subject: 'ann', scopes: ['registry:write'] };
const request = { caller, traceId: '0'.repeat(32) };

/** Reads a document with two members, enough for an entry. */
const reader: Reader = (document, { at }) => {
  const { id, name } = document as { id: string; name: string };
  return {
    value: {
      id,
      slug: id,
      name,
      description: name,
      status: 'active',
      capabilities: [],
      tags: [],
      languages: [],
      trust: {},
      operations: [],
      origin: { protocol: 'aidip', hash: `sha256:${name}`, at },
      derived: [],
      extra: {},
    },
    diagnostics: [],
  };
};

function publishOn(ports: PublishPorts, document: JsonObject) {
  const read = reader(document, { strict: false, ownOrigins: [], at: '' });
  return publish(ports, { ...request, read, mode: 'upsert' });
}

describe('rehearse', () => {
  it('predicts what each change would do, and leaves store and index unchanged', async () => {
    const real: PublishPorts = {
      store: createMemoryStore(),
      index: createLexicalIndex(),
      clock: { now: () => 0 },
      newId: () => 'new',
    };
    await publishOn(real, { id: 'a', name: 'One' });
    const rehearsal = rehearse(real);
    expect((await publishOn(rehearsal, { id: 'b', name: 'New' })).outcome).toBe('created');
    expect(await publishOn(rehearsal, { id: 'a', name: 'Two' })).toMatchObject({
      outcome: 'updated',
      stored: { revision: 2 },
    });
    expect((await publishOn(rehearsal, { id: 'a', name: 'One' })).outcome).toBe('unchanged');
    expect((await withdraw(rehearsal, 'a', request)).deletedAt).toBeDefined();
    await expect(withdraw(rehearsal, 'none', request)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(restore(rehearsal, 'a', request)).rejects.toMatchObject({ code: 'CONFLICT' });
    const otherCaller = { ...request, caller: { ...caller, subject: 'bob' } };
    await expect(withdraw(rehearsal, 'a', otherCaller)).rejects.toMatchObject({ code: 'FORBIDDEN' });

    expect(await real.store.entries.read('a')).toMatchObject({ revision: 1, entry: { name: 'One' } });
    expect(await real.store.entries.read('b')).toBeUndefined();
    expect(await real.store.entries.lastSeq()).toBe(1);
    expect((await real.store.audit.list({ limit: 10 })).length).toBe(1);
    expect([rehearsal.index.size, (await rehearsal.index.access('a'))?.owner]).toEqual([1, 'ann']);
    expect((await rehearsal.index.find({ conditions: [], order: 'name', top: 5, skip: 0 }, caller)).count).toBe(1);
  });
});
