import { addProperties, createOperations, type PropertyStore, startOperation } from '@dragoman/middleware';

export function createExports(store: PropertyStore) {
  return addProperties(
    async (request) => {
      const accepted = await startOperation(request, async () => ({ result: { rows: 3 } }));
      return Response.json(accepted, { status: 202 });
    },
    [createOperations({ store })],
  );
}
