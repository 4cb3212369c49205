import { addNact } from '@dragoman/middleware/hono';
import { Hono } from 'hono';
import { tools } from './tools.support.js';

export const app = new Hono();
addNact(app, {
  root: '/api/v3',
  tools,
  authenticate: (_request, context) =>
    context.req.header('authorization') === 'Bearer example' ? { subject: 'alice' } : undefined,
});
app.get('/api/v3/health', (context) => context.json({ well: true }));
