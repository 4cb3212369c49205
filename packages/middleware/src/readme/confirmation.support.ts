import { addProperties, createConfirmation, createDryRun, isDryRun, previewOf } from '@dragoman/middleware';

export const accounts = new Set(['ines', 'tom']);

export const serve = addProperties(
  (request) => {
    const name = new URL(request.url).pathname.split('/').at(-1) ?? '';
    if (isDryRun(request)) return Response.json(previewOf([`The account ${name} and its files are deleted.`], false));
    return Response.json({ deleted: accounts.delete(name) });
  },
  [createDryRun(), createConfirmation({ routes: ['DELETE /accounts/{name}'] })],
);
