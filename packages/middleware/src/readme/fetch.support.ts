import { createNact } from '@dragoman/middleware';
import { tools } from './tools.support.js';

const nact = createNact({ root: '/api/v3', tools });

export async function serve(request: Request): Promise<Response> {
  return (await nact(request)) ?? Response.json({ well: true });
}
