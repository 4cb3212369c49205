import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { addNact } from '@dragoman/middleware/node';
import { tools } from './tools.support.js';

function yours(_request: IncomingMessage, response: ServerResponse): void {
  response.end('{"well":true}');
}

export const server = createServer(
  addNact(yours, {
    root: '/api/v3',
    tools,
    authenticate: (_request, { headers }) =>
      headers.authorization === 'Bearer example' ? { subject: 'alice' } : undefined,
  }),
);
