import { addProperties, createFieldSelection } from '@dragoman/middleware';

const task = { id: 7, title: 'Buy tea', note: 'Green, please.', created_at: '2026-11-15T09:00:00Z' };

export const serve = addProperties(
  () => Response.json(task),
  [createFieldSelection({ formats: { concise: ['id', 'title'], detailed: '*' } })],
);
