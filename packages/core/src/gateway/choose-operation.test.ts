/** A call refers to the operation that listings show under the name it uses. */
import type { HttpBinding } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { callName, chooseOperation } from './choose-operation.js';
import { createEntry, createOperation } from './gateway.support.js';

const http = (operationId: string): HttpBinding => ({
  kind: 'http',
  method: 'GET',
  urlTemplate: 'https://api.example/',
  parameters: {},
  operationId,
});

describe('chooseOperation', () => {
  it('prefers the canonical name over the name in the description, which may be ambiguous', () => {
    const entry = createEntry({
      operations: [
        createOperation({ id: 'one', name: 'find_pet_by_id', binding: http('findPet') }),
        createOperation({ id: 'two', name: 'find_pet', binding: http('findPet') }),
        createOperation({ id: 'three', name: 'find_pet_2', binding: http('find_pet') }),
      ],
    });
    expect(chooseOperation(entry, 'find_pet').id).toBe('two');
    expect(chooseOperation(entry, 'findPet').id).toBe('one');
    for (const operation of entry.operations) {
      expect(chooseOperation(entry, callName(operation)).id).toBe(operation.id);
    }
  });

  it('prefers the name on the wire where the call uses that protocol (aidip.md GAP-27)', () => {
    const aidip = (operation: string) => ({ kind: 'aidip' as const, endpoint: 'https://a.example', operation });
    const entry = createEntry({
      operations: [
        createOperation({ id: 'one', name: 'find_pet', binding: aidip('findPet') }),
        createOperation({ id: 'two', name: 'find_pet_2', binding: aidip('find_pet') }),
      ],
    });
    expect(chooseOperation(entry, 'find_pet').id).toBe('two');
    for (const operation of entry.operations) {
      expect(chooseOperation(entry, callName(operation)).id).toBe(operation.id);
    }
  });
});
