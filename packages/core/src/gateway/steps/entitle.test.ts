/** Who may call which operation, and which operation is meant. */
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { anonymous, local } from '../../access/caller.js';
import type { Call } from '../call.js';
import {
  ann,
  bob,
  createCall,
  createEntry,
  createOperation,
  createTarget,
  createTestGateway,
} from '../gateway.support.js';

const two = () =>
  createEntry({
    operations: [
      createOperation(),
      createOperation({
        id: '2',
        name: 'track_parcel',
        binding: { kind: 'aidip', endpoint: 'https://echo.example/in', operation: 'trackParcel' },
      }),
    ],
  });

describe('entitle', () => {
  it('requires a credential unless anonymous callers are allowed', async () => {
    const closed = await createTestGateway();
    await expect(closed.invoke({ caller: anonymous })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(closed.invoke({ caller: anonymous, agentId: 'nobody' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    const open = await createTestGateway({ anonymous: true });
    await expect(open.invoke({ caller: anonymous })).resolves.toMatchObject({ kind: 'answer' });
    await open.put(createEntry({ visibility: 'private' }));
    await expect(open.invoke({ caller: anonymous })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('forbids calls to visible entries, and reports hidden entries as not found', async () => {
    const test = await createTestGateway();
    const reader = { ...ann, scopes: ['registry:read'] };
    await expect(test.invoke({ caller: reader })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('agents:invoke'),
    });
    await test.put(createEntry({ visibility: 'private', grants: ['caller:ann'] }));
    await expect(test.invoke({ caller: reader })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(test.invoke({ caller: bob })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(test.sent).toEqual([]);
    for (const caller of [ann, local, { ...bob, scopes: ['admin'] }]) {
      await expect(test.invoke({ caller })).resolves.toMatchObject({ kind: 'answer' });
    }
  });

  it('evaluates the operator’s policy last', async () => {
    const test = await createTestGateway(
      {},
      {
        mayInvoke(caller, entry, operation) {
          if (caller.subject === 'bob') throw new Failure('FORBIDDEN', { message: `${entry.id} ${operation.name}` });
        },
      },
    );
    await expect(test.invoke({ caller: bob })).rejects.toMatchObject({ message: 'echo/1 echo' });
    await expect(test.invoke({ caller: ann })).resolves.toMatchObject({ kind: 'answer' });
  });

  it('resolves the name on the wire, the canonical one and other spellings, and suggests names otherwise', async () => {
    const test = await createTestGateway();
    await test.put(two());
    for (const operationName of ['trackParcel', 'track_parcel', 'track-parcel', 'Echo', 'echo', 'ECHO']) {
      const call = createCall({ operationName });
      await test.gateway.invoke(call);
      expect(call.target?.operation.name).toBe(operationName.startsWith('track') ? 'track_parcel' : 'echo');
    }
    const refusals = [
      [{}, 'one of: Echo, trackParcel'],
      [{ operationName: 'trakParcel' }, "Did you mean 'trackParcel' or 'Echo'?"],
    ] as const;
    for (const [change, message] of refusals) {
      await expect(test.invoke(change)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining(message),
        fieldErrors: [expect.objectContaining({ field: 'operation', pointer: '/operation' })],
      });
    }
  });

  it('implies the only operation, but not under another name', async () => {
    const test = await createTestGateway();
    await expect(test.invoke()).resolves.toMatchObject({ kind: 'answer' });
    await expect(test.invoke({ operationName: 'other' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await test.put(createEntry({ operations: [] }));
    await expect(test.invoke()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('finds an older version of the operation in the entry’s stored versions', async () => {
    const test = await createTestGateway();
    const newer = createOperation({ version: 2, input: { type: 'object', required: ['words'] } });
    await test.put(createEntry({ operations: [newer] }));
    await expect(test.invoke({ operationVersion: 1 })).resolves.toMatchObject({ kind: 'answer' });
    await expect(test.invoke({ operationVersion: 2 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(test.invoke({ operationVersion: 3 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('the current one is 2'),
    });
  });

  it('reports that an inactive service accepts no calls', async () => {
    const test = await createTestGateway();
    await test.put(createEntry({ status: 'inactive' }));
    await expect(test.invoke()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('uses the entry that an interface has just read for the caller, and reads another one itself', async () => {
    const test = await createTestGateway();
    const { stored } = createTarget();
    const inactive = { ...stored, entry: createEntry({ status: 'inactive' }) };
    await expect(test.invoke({ found: inactive })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const other = { ...inactive, entry: { ...inactive.entry, id: 'other' } };
    await expect(test.invoke({ found: other })).resolves.toMatchObject({ kind: 'answer' });
  });

  it('lets the interface read the body once the entry is known', async () => {
    const test = await createTestGateway();
    await test.put(two());
    const unpack: Call['unpack'] = (entry) => ({
      operationName: 'echo',
      input: { text: `for ${entry.name}` },
      wantsStream: false,
    });
    const call = createCall({ input: 'raw', operationName: 'nonsense', unpack });
    await test.gateway.invoke(call);
    expect(test.sent[0]?.body).toEqual({ text: 'for Echo' });
  });
});
