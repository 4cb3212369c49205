import { addProperties, createDryRun, isDryRun, previewOf } from '@dragoman/middleware';

export const files = new Set(['a.txt', 'b.txt']);

export const serve = addProperties(
  (request) => {
    if (isDryRun(request)) return Response.json(previewOf([`${files.size} files would be deleted`], false));
    files.clear();
    return Response.json({ deleted: true });
  },
  [createDryRun({ routes: ['DELETE /files'] })],
);
