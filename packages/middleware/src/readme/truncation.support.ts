import { addProperties, createTruncation } from '@dragoman/middleware';

export const serve = addProperties(
  () => Response.json({ log: 'x'.repeat(10_000) }),
  [createTruncation({ characters: 1_000, hint: 'GET /logs/7/raw has the whole.' })],
);
