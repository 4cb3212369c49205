import { addNact } from '@dragoman/middleware/express';
import express from 'express';
import { tools } from './tools.support.js';

export const app = express();
app.get('/api/v3/health', (_request, response) => void response.json({ well: true }));

addNact(app, {
  root: '/api/v3',
  tools,
  lockFile: new URL('./nact.lock.json', import.meta.url),
  authenticate: (_request, { headers }) =>
    headers.authorization === 'Bearer example' ? { subject: 'alice' } : undefined,
});
