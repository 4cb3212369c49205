import { nact } from '@dragoman/middleware/fastify';
import fastify from 'fastify';
import { tools } from './tools.support.js';

export const app = fastify();
app.get('/api/v3/health', () => ({ well: true }));

await app.register(nact, {
  prefix: '/api/v3',
  tools,
  authenticate: (_request, { headers }) =>
    headers.authorization === 'Bearer example' ? { subject: 'alice' } : undefined,
});
