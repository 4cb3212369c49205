import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../access/caller.js';
import { createLexicalIndex } from '../discovery/lexical-index.js';
import type { EntryDraft, Reader } from '../documents/reader.js';
import { listVersions, readEntry, readHits, readVersion } from './browse.js';
import { follow } from './follow.js';
import { createMemoryStore } from './memory-store.js';
import type { PublishPorts, PublishRequest } from './publish.js';
import { publish } from './publish.js';
import { sampleEntry } from './store.support.js';
import { restore, withdraw } from './withdraw.js';

const alice: Caller = { kind: 'key', subject: 'alice', scopes: ['registry:write'] };
const bob: Caller = { kind: 'key', subject: 'bob', scopes: ['registry:write'] };
const admin: Caller = { kind: 'key', subject: 'root', scopes: ['admin'] };
const traceId = '1'.repeat(32);
const location = { pointer: '/name' };

/** A reader of a minimal protocol: the document's members are the draft's. */
const readSample: Reader = (document, { at, uri }) => {
  const members = document as JsonObject;
  if (typeof members.name !== 'string') {
    return { diagnostics: [{ code: 'sample/name', severity: 'error', message: 'missing', help: 'Add it.', location }] };
  }
  const { id: _, owner: __, visibility: ___, grants: ____, ...rest } = sampleEntry('unused');
  const hash = `sha256:${JSON.stringify(document)}`;
  const origin = { protocol: 'aidip', hash, at, ...(uri === undefined ? {} : { uri }) } as const;
  return { value: { ...rest, ...(members as unknown as EntryDraft), origin }, diagnostics: [] };
};

function createPorts(): PublishPorts {
  let ids = 0;
  return {
    store: createMemoryStore(),
    index: createLexicalIndex(),
    clock: { now: () => Date.UTC(2026, 0, 1) },
    newId: () => `made-${++ids}`,
  };
}

function request(document: JsonValue, changes: Partial<PublishRequest> = {}, uri?: string): PublishRequest {
  const context = { strict: false, ownOrigins: [], at: '', ...(uri === undefined ? {} : { uri }) };
  return { caller: alice, traceId, read: readSample(document, context), mode: 'upsert', ...changes };
}

describe('publish', () => {
  it('does not compare the operations of an unchanged description', async () => {
    let compared = 0;
    const repair: NonNullable<PublishPorts['repair']> = {
      put(operations) {
        compared += 1;
        return [...operations];
      },
      takeOut: (entry) => entry,
    };
    const ports = { ...createPorts(), repair };
    const outcomes = [];
    for (const _ of [1, 2]) outcomes.push((await publish(ports, request({ id: 'a', name: 'A' }))).outcome);
    expect(outcomes).toEqual(['created', 'unchanged']);
    expect(compared).toBe(1);
  });

  it('creates, then updates, then reports unchanged', async () => {
    const ports = createPorts();
    const first = await publish(ports, request({ id: 'a', name: 'A' }));
    const second = await publish(ports, request({ id: 'a', name: 'B' }));
    const third = await publish(ports, request({ id: 'a', name: 'B' }));
    expect([first.outcome, second.outcome, third.outcome]).toEqual(['created', 'updated', 'unchanged']);
    expect(third.stored).toMatchObject({ revision: 2, entry: { name: 'B', owner: 'alice' } });
    expect((await ports.store.audit.list({ limit: 9 })).map((record) => record.action)).toEqual([
      'entry.create',
      'entry.update',
    ]);
  });

  it('reports what the review finds also when nothing has changed', async () => {
    const finding = { code: 'look-alike/equal-name', severity: 'warning', message: '', help: '', location } as const;
    const ports: PublishPorts = { ...createPorts(), review: () => (entry) => ({ entry, diagnostics: [finding] }) };
    const published = [];
    for (let times = 0; times < 3; times += 1) published.push(await publish(ports, request({ id: 'a', name: 'A' })));
    expect(published.map(({ outcome, diagnostics }) => [outcome, diagnostics])).toEqual([
      ['created', [finding]],
      ['unchanged', [finding]],
      ['unchanged', [finding]],
    ]);
    expect(published[2]?.stored.revision).toBe(1);
  });

  it('lists every problem and writes nothing', async () => {
    const ports = createPorts();
    const asked = request({ id: 'b', name: 'A' }, { mode: 'update', id: 'a' });
    const location = { pointer: '/tags/0' };
    asked.read.diagnostics.push({ code: 'x/y', severity: 'error', message: 'odd', help: '', location });
    const published = publish(ports, asked);
    await expect(published).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'The description has 2 problems.',
      fieldErrors: [{ field: 'tags[0]' }, { field: 'id' }],
    });
    await expect(publish(ports, request({}))).rejects.toMatchObject({ fieldErrors: [{ field: 'name' }] });
    expect(await ports.store.audit.head()).toMatchObject({ seq: 0 });
  });

  it('allows only the owner and administrators to change an entry', async () => {
    const ports = createPorts();
    await publish(ports, request({ id: 'a', name: 'A' }));
    await expect(publish(ports, request({ id: 'a', name: 'B' }, { caller: bob }))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const { stored } = await publish(ports, request({ id: 'a', name: 'C' }, { caller: admin }));
    expect(stored.entry).toMatchObject({ name: 'C', owner: 'alice' });
  });

  it('does not update unknown, hidden or deleted entries', async () => {
    const ports = createPorts();
    const update = (id: string, caller: Caller) =>
      publish(ports, request({ name: 'B' }, { mode: 'update', id, caller })).catch((failure) => failure.code);
    expect(await update('a', alice)).toBe('NOT_FOUND');
    await publish(ports, request({ id: 'a', name: 'A', visibility: 'private' }));
    expect(await update('a', bob)).toBe('NOT_FOUND');
    await withdraw(ports, 'a', { caller: alice, traceId });
    expect(await update('a', alice)).toBe('NOT_FOUND');
  });

  it('checks a precondition on the live state inside the transaction', async () => {
    const ports = createPorts();
    await publish(ports, request({ id: 'a', name: 'A' }));
    const writers = ['B', 'C'].map((name) =>
      publish(ports, request({ id: 'a', name }, { precondition: (current) => current?.revision === 1 })),
    );
    const settled = await Promise.allSettled(writers);
    expect(settled.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(settled.find((result) => result.status === 'rejected')).toMatchObject({
      reason: { code: 'PRECONDITION_FAILED' },
    });
  });

  it('keeps visibility and grants that an update does not mention', async () => {
    const ports = createPorts();
    await publish(ports, request({ id: 'a', name: 'A', visibility: 'private', grants: ['caller:bob'] }));
    const { stored } = await publish(ports, request({ id: 'a', name: 'B' }));
    expect(stored.entry).toMatchObject({ visibility: 'private', grants: ['caller:bob'] });
    const opened = await publish(ports, request({ id: 'a', name: 'B', visibility: 'public', grants: [] }));
    expect(opened.stored.entry).toMatchObject({ visibility: 'public', grants: [] });
  });

  it('keeps an operation’s id and increases its version only with its contract', async () => {
    const ports = createPorts();
    const operation = (id: string, input: JsonObject, description: string) => ({
      id,
      name: 'quote_rate',
      description,
      input,
      output: {},
      errors: [],
      examples: [],
      tags: [],
      version: 1,
      binding: { kind: 'local', name: 'x' },
      derived: [],
      extra: {},
    });
    const put = async (id: string, input: JsonObject, description: string) => {
      const document = { id: 'a', name: 'A', operations: [operation(id, input, description)] };
      const [stored] = (await publish(ports, request(document))).stored.entry.operations;
      return [stored?.id, stored?.version];
    };
    expect(await put('one', { type: 'object' }, 'first')).toEqual(['one', 1]);
    expect(await put('two', { type: 'object' }, 'reworded')).toEqual(['one', 1]);
    expect(await put('three', { type: 'string' }, 'reworded')).toEqual(['one', 2]);
  });

  it('does not overwrite an entry posted by its owner when a crawl finds another document', async () => {
    const ports = createPorts();
    await publish(ports, request({ id: 'a', name: 'Posted' }));
    const uri = 'https://a.example/card';
    const crawl = await publish(ports, request({ id: 'a', name: 'Crawled' }, { crawled: true }, uri));
    expect(crawl).toMatchObject({ outcome: 'unchanged', stored: { entry: { name: 'Posted' } } });
    await publish(ports, request({ id: 'b', name: 'Crawled' }, { crawled: true }, uri));
    const next = await publish(ports, request({ id: 'b', name: 'Changed' }, { crawled: true }, uri));
    expect(next).toMatchObject({ outcome: 'updated', stored: { entry: { name: 'Changed' } } });
  });
});

describe('withdraw and restore', () => {
  it('leave a tombstone that only callers that may change it can restore', async () => {
    const ports = createPorts();
    await publish(ports, request({ id: 'a', name: 'A' }));
    await expect(withdraw(ports, 'a', { caller: bob, traceId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(restore(ports, 'a', { caller: alice, traceId })).rejects.toMatchObject({ code: 'CONFLICT' });
    await withdraw(ports, 'a', { caller: alice, traceId });
    await expect(readEntry(ports, 'a', alice)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(restore(ports, 'a', { caller: bob, traceId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await restore(ports, 'a', { caller: alice, traceId });
    expect(await readEntry(ports, 'a', alice)).toMatchObject({ revision: 3, entry: { name: 'A' } });
  });

  it('keep a deleted id for its owner, who may register it again', async () => {
    const ports = createPorts();
    await publish(ports, request({ id: 'a', name: 'A' }));
    await withdraw(ports, 'a', { caller: alice, traceId });
    await expect(publish(ports, request({ id: 'a', name: 'B' }, { caller: bob }))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await publish(ports, request({ id: 'a', name: 'A' }))).toMatchObject({ outcome: 'created' });
  });
});

describe('browsing', () => {
  it('never queries the store for an id that the caller may not see', async () => {
    const ports = createPorts();
    await publish(ports, request({ id: 'hidden', name: 'H', visibility: 'private' }));
    const asked: string[] = [];
    const { entries } = ports.store;
    const readMany = async (ids: readonly string[]) => {
      asked.push(...ids);
      return entries.readMany(ids);
    };
    const watched = { index: ports.index, store: { ...ports.store, entries: { ...entries, readMany } } };
    const hidden = await readEntry(watched, 'hidden', bob).catch((failure) => failure);
    const unknown = await readEntry(watched, 'unknown', bob).catch((failure) => failure);
    expect(hidden.message.replace('hidden', 'unknown')).toBe(unknown.message);
    expect(asked).toEqual([]);
    await readEntry(watched, 'hidden', alice);
    expect(asked).toEqual(['hidden']);
  });

  it('finds only entries that the caller may see', async () => {
    const ports = createPorts();
    await publish(ports, request({ id: 'open', name: 'Freight open' }));
    await publish(ports, request({ id: 'shut', name: 'Freight shut', visibility: 'private' }));
    const query = { text: 'freight', conditions: [], order: 'relevance', top: 10, skip: 0 } as const;
    const ids = async (caller: Caller) => {
      const found: string[] = [];
      for await (const { stored } of readHits(ports, (await ports.index.find(query, caller)).hits, caller)) {
        found.push(stored.entry.id);
      }
      return found.sort();
    };
    expect(await ids(bob)).toEqual(['open']);
    expect(await ids(alice)).toEqual(['open', 'shut']);
  });

  it('keeps versions for callers that may change the entry', async () => {
    const ports = createPorts();
    await publish(ports, request({ id: 'a', name: 'A' }));
    await publish(ports, request({ id: 'a', name: 'B' }));
    expect((await listVersions(ports, 'a', alice, { limit: 9 })).map((version) => version.entry.name)).toEqual([
      'B',
      'A',
    ]);
    expect(await readVersion(ports, 'a', 1, alice)).toMatchObject({ entry: { name: 'A' } });
    await expect(readVersion(ports, 'a', 7, alice)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(listVersions(ports, 'a', bob, { limit: 9 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('follow', () => {
  it('builds the index from the store and applies changes of other nodes', async () => {
    const ports = createPorts();
    await publish(ports, request({ id: 'a', name: 'A' }));
    const index = createLexicalIndex();
    const errors: unknown[] = [];
    const follower = await follow({ store: ports.store, index, intervalMs: 60_000, onError: (e) => errors.push(e) });
    expect(index.size).toBe(1);
    await publish(ports, request({ id: 'b', name: 'B' }));
    await withdraw(ports, 'a', { caller: alice, traceId });
    expect(await follower.catchUp()).toBe(2);
    expect([index.access('a'), index.access('b')?.owner]).toEqual([undefined, 'alice']);
    expect(await follower.catchUp()).toBe(0);
    await follower.stop();
    expect(errors).toEqual([]);
  });
});
