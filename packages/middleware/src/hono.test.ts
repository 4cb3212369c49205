import { Failure } from '@dragoman/model';
import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import { addNact, addProperties, createPropertyHandler } from './hono.js';
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

describe('failures that a handler throws on Hono', () => {
  const bug = new TypeError('a bug');

  /** The status and what Hono wrote to the console. */
  async function send(app: Hono, path: string): Promise<[status: number, written: unknown[]]> {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const { status } = await app.request(path, { method: 'POST' });
      return [status, log.mock.calls.flat()];
    } finally {
      log.mockRestore();
    }
  }

  function addRoutes(app: Hono, ...handlers: ReturnType<typeof createPropertyHandler>[]): Hono {
    const before = handlers[0] ?? ((_, next) => next());
    app.post('/stale', before, () => {
      throw new Failure('PRECONDITION_FAILED');
    });
    app.post('/bug', before, () => {
      throw bug;
    });
    return app;
  }

  it.each<[string, () => [Hono, string]]>([
    [
      'of the whole application',
      () => {
        const app = new Hono();
        addProperties(app, []);
        addProperties(app, []);
        return [addRoutes(app), ''];
      },
    ],
    ['of single routes', () => [addRoutes(new Hono(), createPropertyHandler([])), '']],
    [
      'of a mounted application',
      () => {
        const app = new Hono();
        addProperties(app, []);
        return [app.route('/inner', addRoutes(new Hono())), '/inner'];
      },
    ],
  ])('are answered without a log, and other errors with one: %s', async (_, build) => {
    const [app, root] = build();
    expect(await send(app, `${root}/stale`)).toEqual([412, []]);
    expect(await send(app, `${root}/bug`)).toEqual([500, [bug]]);
  });

  it('still reach the error handler of the host', async () => {
    const app = new Hono();
    const seen: Error[] = [];
    app.onError((error, context) => {
      seen.push(error);
      return context.text('mine', 500);
    });
    addProperties(app, []);
    addRoutes(app);
    expect(await send(app, '/stale')).toEqual([412, []]);
    expect(await send(app, '/bug')).toEqual([500, []]);
    expect(seen).toEqual([expect.objectContaining({ code: 'PRECONDITION_FAILED' }), bug]);
  });
});
