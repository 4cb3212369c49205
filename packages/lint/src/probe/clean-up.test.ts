/** Tests that the probe deletes what it created, also where a delete needs a confirmation or the current tag. */
import { describe, expect, it } from 'vitest';
import { idempotentReplay } from './checks/idempotent-replay.js';
import { probeWith } from './probe.support.js';
import { createTaskApi, type FaultInjector, problem } from './task-api.support.js';

const options = { writes: ['task_create', 'task_delete'], checks: [idempotentReplay] };

/** As the confirmation of the middleware: a dry run returns a token for the same request. */
function confirming({ place = 'header' }: { place?: 'header' | 'body' | 'none' } = {}): FaultInjector {
  return ({ method, path, headers }) => {
    if (method !== 'DELETE') return undefined;
    const token = `token-of-${path}-${headers.get('if-match') ?? ''}`;
    if (headers.get('x-dry-run') === 'true') {
      const body = { dry_run: true, ...(place === 'body' ? { confirmation: { token } } : {}) };
      return Response.json(body, place === 'header' ? { headers: { 'x-confirm': token } } : {});
    }
    if (headers.get('x-confirm') === token) return new Response(null, { status: 204 });
    return problem(428, 'CONFIRMATION_REQUIRED', {
      errors: [{ field: 'X-Confirm', detail: 'send the request with X-Dry-Run: true' }],
    });
  };
}

describe('cleaning up', () => {
  it.each(['header', 'body'] as const)('confirms a delete with the token in the %s of its preview', async (place) => {
    const report = await probeWith(createTaskApi({ injectFault: confirming({ place }) }).fetch, options);
    expect([report.leftBehind, report.removed > 0]).toEqual([[], true]);
  });

  it('reports what it could not confirm', async () => {
    const report = await probeWith(createTaskApi({ injectFault: confirming({ place: 'none' }) }).fetch, options);
    expect(report.leftBehind[0]).toMatch(/^\/tasks\/t_\d+: status 428$/);
  });

  it('sends the current tag where a delete needs it', async () => {
    const api = createTaskApi();
    const report = await probeWith(async (url, init) => {
      const isBare = init.method === 'DELETE' && !new Headers(init.headers).has('if-match');
      return isBare ? problem(428, 'PRECONDITION_REQUIRED') : api.fetch(url, init);
    }, options);
    expect(report.leftBehind).toEqual([]);
  });

  it('sends no undescribed preview to an API that does not ask for one', async () => {
    const injectFault: FaultInjector = ({ method }) =>
      method === 'DELETE' ? problem(428, 'PRECONDITION_REQUIRED') : undefined;
    const api = createTaskApi({ injectFault });
    await probeWith(api.fetch, options);
    expect(api.arrived.filter(({ method, headers }) => method === 'DELETE' && headers.has('x-dry-run'))).toEqual([]);
  });
});
