import { describe, expect, it } from 'vitest';
import { chooseOperation } from '../../../gateway/choose-operation.js';
import { createEntry, createOperation } from '../../../gateway/gateway.support.js';
import { operationTools } from './operation-tools.js';

describe('operationTools', () => {
  it('maps each tool to its own operation, even when its name is the wire name of another', async () => {
    const aidip = (operation: string) => ({ kind: 'aidip' as const, endpoint: 'https://a.example', operation });
    const entry = createEntry({
      operations: [
        createOperation({ id: 'one', name: 'find_pet', binding: aidip('findPet') }),
        createOperation({ id: 'two', name: 'find_pet_2', binding: aidip('find_pet') }),
      ],
    });
    const aimed = (await operationTools(entry)).map(({ aim }) => chooseOperation(entry, aim?.operationName).id);
    expect(aimed).toEqual(['one', 'two']);
  });
});
