import { addProperties, createOperations, startOperation } from '@dragoman/middleware';

export const serve = addProperties(
  async (request) => {
    const accepted = await startOperation(request, async () => ({ result: { rows: 3 } }));
    return Response.json(accepted, { status: 202 });
  },
  [createOperations()],
);
