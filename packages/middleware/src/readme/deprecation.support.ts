import { addProperties, createDeprecation, onlyFor } from '@dragoman/middleware';

const notice = { since: new Date('2026-01-01'), sunset: new Date('2027-01-01'), replacement: '/tasks' };

export const serve = addProperties(
  () => Response.json({ items: [] }),
  [onlyFor('GET /todos', createDeprecation(notice))],
);
