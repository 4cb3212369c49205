import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { addNact } from './hono.js';
import { describeNact } from './nact/nact.contract.js';
import { createPharmacy, hostHealth } from './nact/sample-tools.support.js';

describeNact('Hono', async (options) => {
  const app = new Hono();
  addNact(app, options);
  app.get(`${options.root}/health`, (context) => {
    const { status, body } = hostHealth(context.req.header('authorization'));
    return context.json(body, status as 200);
  });
  return { send: async (path, init) => app.request(path, init), close: () => Promise.resolve() };
});

describe('a route conflict on Hono', () => {
  it('is not reported without one', () => {
    const app = new Hono();
    app.get('/api/:kind{books|pens}', (context) => context.text('mine'));
    app.use('*', (_, next) => next());
    expect(() => addNact(app, { root: '/api', tools: createPharmacy().tools })).not.toThrow();
  });

  it.each(['/api/tools', '/api/tools/:id', '/api/:kind{books|tools}', '/api/*'])(
    '[NACT-GEN-08] is reported at startup: %s',
    (path) => {
      const app = new Hono();
      app.get(path, (context) => context.text('mine'));
      expect(() => addNact(app, { root: '/api', tools: createPharmacy().tools })).toThrow(path);
      expect(() => addNact(app, { root: '/other', tools: createPharmacy().tools })).not.toThrow();
    },
  );
});
