/**
 * Tests a whole probe: every check passes on a conforming API, no request is sent that was not allowed, and everything
 * created is deleted.
 */
import { describe, expect, it } from 'vitest';
import { formats } from '../formats/index.js';
import { showingChecks } from '../linting/label.js';
import { checks } from './checks/index.js';
import type { ProbePlan } from './plan.js';
import { allWrites, failuresOf, isRootDocument, lineOf, probeWith } from './probe.support.js';
import { ProbeRefused } from './probe-document.js';
import { createTaskApi } from './task-api.support.js';
import { taskDescription } from './task-description.support.js';
import type { ProbeFetch } from './throttled-client.js';

const key = 'secret-key-123';
const credentials = { authorization: `Bearer ${key}` };

describe('probeDocument', () => {
  it('finds nothing wrong with a conforming API and leaves nothing behind', async () => {
    const api = createTaskApi({ key });
    const report = await probeWith(api.fetch, { writes: allWrites, credentials });
    expect(failuresOf(report)).toEqual([]);
    const open = report.checks.filter(({ verdict }) => verdict === 'not determined').map(({ id }) => id);
    expect(open).toEqual(['retry-after']);
    expect(report).toMatchObject({ score: { total: 100 }, skipped: [], leftBehind: [] });
    expect(report.removed).toBeGreaterThan(3);
    expect(api.state.tasks.map(({ title }) => title)).toEqual(['Task 0', 'Task 1', 'Task 2']);
  });

  it('calls only reads unless writes are allowed, and no GET that is named after an action', async () => {
    const api = createTaskApi({ key });
    const cancel = { get: { operationId: 'cancelJobs', responses: { '200': { description: 'Done' } } } };
    const document = {
      ...taskDescription,
      paths: { ...(taskDescription.paths as object), '/jobs/cancel': cancel },
    } as never;
    const report = await probeWith(api.fetch, { credentials, document });
    const asking = ['/tasks/search', '/graphql'];
    const sent = new Set(api.arrived.map(({ method, path }) => (asking.includes(path) ? 'asking' : method)));
    expect([...sent].sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'asking']);
    expect(api.arrived.some(({ path }) => path === '/jobs/cancel')).toBe(false);
    expect(lineOf(report, 'idempotent-replay')).toMatchObject({
      verdict: 'not determined',
      reason: 'writes were not allowed',
    });
    expect(api.state.tasks).toHaveLength(3);
  });

  it('sends a GET that may do something only with consent, even when a response links to it, and shows the plan first', async () => {
    const names = ['jobs/purge', 'shutdown', 'remove', 'refund', 'execute', 'cache/clear', 'reports/run'];
    const responses = { '200': { description: 'Done' } };
    const paths = Object.fromEntries([
      ...names.map((name) => [`/${name}`, { get: { responses } }]),
      ['/orders', { get: { operationId: 'listOrders', responses } }],
      [
        '/orders/{id}',
        {
          get: {
            operationId: 'getOrder',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses,
          },
        },
      ],
    ]);
    const document = {
      openapi: '3.1.0',
      info: { title: 'Trap', version: '1' },
      servers: [{ url: 'https://trap.example/v2' }],
      paths,
    };
    const arrived: string[] = [];
    const trap: ProbeFetch = async (input) => {
      const { pathname } = new URL(input);
      arrived.push(pathname);
      if (pathname.endsWith('/orders/redirected'))
        return new Response('', { status: 302, headers: { location: '/v2/shutdown' } });
      const links = { purge: '/v2/jobs/purge', wipe: '/v2/everything/wipe', self: '/v2/orders/redirected' };
      return Response.json({ items: [{ id: 'redirected', _links: links }], _links: links });
    };
    const plans: ProbePlan[] = [];
    const onPlan = (plan: ProbePlan) => {
      expect(arrived).toEqual([]);
      plans.push(plan);
    };
    await probeWith(trap, { document: document as never, onPlan });
    expect(arrived.length).toBeGreaterThan(2);
    expect(arrived.filter((path) => !path.startsWith('/v2/') && !isRootDocument(path))).toEqual([]);
    expect(arrived.filter((path) => names.some((name) => path.includes(name)) || path.includes('wipe'))).toEqual([]);
    const [plan] = plans;
    expect(plan?.leftOut.map(({ operation }) => operation.path).sort()).toEqual(names.map((name) => `/${name}`).sort());
    expect(plan?.leftOut.find(({ operation }) => operation.path === '/refund')?.reason).toBe("moves money: 'refund'");
    await probeWith(trap, { document: document as never, writes: ['GET /refund'] });
    expect(arrived.filter((path) => names.some((name) => path.includes(name)))).toContain('/v2/refund');
  });

  it('holds a GET whose required parameter acts, and gives an optional one no value', async () => {
    const responses = { '200': { description: 'Done' } };
    const get = (name: string, schema: object, required = true) => ({
      get: { parameters: [{ name, in: 'query', required, schema }], responses },
    });
    const commands = { type: 'string', enum: ['open', 'close'] };
    const held = {
      '/door': get('cmd', commands),
      '/api.php': get('do', { type: 'string' }),
      '/lamp': get('state', { type: 'string', enum: ['on', 'off'] }),
      '/box': get('mark_as_read', { type: 'boolean' }),
    };
    const paths = {
      ...held,
      '/gates': get('action', commands, false),
      '/letters': get('deleteAfterRead', { type: 'boolean' }, false),
      '/orders': get('status', { type: 'string', enum: ['open', 'closed'] }),
      '/tests': get('dry_run', { type: 'boolean' }),
    };
    const document = { openapi: '3.1.0', info: { title: 'Trap', version: '1' }, paths };
    const arrived: string[] = [];
    const plans: ProbePlan[] = [];
    const trap: ProbeFetch = async (input) => {
      const { pathname, search } = new URL(input);
      arrived.push(`${pathname}${search}`);
      return Response.json({});
    };
    await probeWith(trap, { document: document as never, onPlan: (plan) => plans.push(plan) });
    expect(plans[0]?.leftOut.map(({ operation }) => operation.path).sort()).toEqual(Object.keys(held).sort());
    expect(plans[0]?.leftOut[0]?.reason).toBe("the parameter 'cmd' may change something: 'open'");
    const sent = new Set(arrived.map((each) => each.replace(/\?.*/, '')));
    expect(Object.keys(held).filter((path) => sent.has(path))).toEqual([]);
    expect(arrived.filter((each) => /action|deleteAfterRead/.test(each))).toEqual([]);
    expect(arrived).toContain('/orders?status=probe-no-such-value');
  });

  it('holds what is declared to only read but whose words cannot be undone, and a GET that creates or starts something', async () => {
    const success = (status: string) => ({ [status]: { description: 'Done' } });
    const reads = { 'x-agent': { read_only: true }, responses: success('200') };
    const held = {
      '/accounts/all': { post: { summary: 'Purge all accounts', ...reads } },
      '/disk': { get: { summary: 'Wipe the disk', ...reads } },
      '/report': { get: { responses: success('202') } },
      '/token': { get: { responses: success('201') } },
      '/rates': { get: { 'x-agent': { risk: { requires_confirmation: true } }, responses: success('200') } },
    };
    const sent = {
      '/accounts/search': { post: { summary: 'Search accounts', ...reads } },
      '/balance': { get: { summary: 'Current balance of the account', ...reads } },
      '/status': { get: { responses: { ...success('200'), ...success('202') } } },
    };
    const document = { openapi: '3.1.0', info: { title: 'Trap', version: '1' }, paths: { ...held, ...sent } };
    const plans: ProbePlan[] = [];
    const arrived = new Set<string>();
    await probeWith(
      async (input) => {
        arrived.add(new URL(input).pathname);
        return Response.json({});
      },
      { document: document as never, onPlan: (plan) => plans.push(plan) },
    );
    const [plan] = plans;
    expect(plan?.leftOut.map(({ operation, reason }) => [operation.path, reason])).toEqual([
      ['/accounts/all', "deletes: 'purge', although the description declares that it only reads"],
      ['/disk', "deletes: 'wipe', although the description declares that it only reads"],
      ['/report', 'it creates or starts something: its success is 202'],
      ['/token', 'it creates or starts something: its success is 201'],
      ['/rates', 'the description demands a confirmation'],
    ]);
    expect(Object.keys(held).filter((path) => arrived.has(path))).toEqual([]);
    expect(Object.keys(sent).filter((path) => !arrived.has(path))).toEqual([]);
  });

  it('follows no link or redirect that puts a command where the description has an identifier', async () => {
    const responses = { '200': { description: 'Done' } };
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const paths = {
      '/orders': { get: { operationId: 'listOrders', responses } },
      '/orders/{id}': { get: { operationId: 'getOrder', parameters: [id], responses } },
      '/orders/search': { post: { operationId: 'searchOrders', 'x-agent': { read_only: true }, responses } },
    };
    const document = { openapi: '3.1.0', info: { title: 'Trap', version: '1' }, paths };
    const arrived: string[] = [];
    const report = await probeWith(
      async (input, { method }) => {
        const { pathname, search } = new URL(input);
        arrived.push(`${method} ${pathname}${search}`);
        if (pathname === '/orders/o2') return new Response('', { status: 307, headers: { location: '/orders/wipe' } });
        const links = { self: '/orders/o1', first: '/orders/purge', second: '/orders/o1?action=delete' };
        return Response.json({ items: [{ id: 'o2', links }], links, next: '/orders/remove-all' });
      },
      { document: document as never },
    );
    expect(arrived).toContain('GET /orders/o1');
    expect(arrived).toContain('POST /orders/search');
    expect(arrived.filter((each) => /purge|wipe|remove|delete/.test(each))).toEqual([]);
    expect(failuresOf(report).filter((each) => each.includes('not sent'))).toEqual([]);
  });

  it('stops when everything answers with 404, and says which base URL it used', async () => {
    let count = 0;
    const report = await probeWith(async () => {
      count += 1;
      return new Response('', { status: 404 });
    });
    expect(report.stopped).toContain('responses were all 404, so https://tasks.example/ is probably not the base URL');
    expect(count).toBeLessThan(12);
  });

  it('rejects all unknown operation names at once, before sending anything', async () => {
    const api = createTaskApi();
    const refused = probeWith(api.fetch, { writes: ['nothing', 'tasks_list'], only: ['task_create'] });
    await expect(refused).rejects.toThrow(ProbeRefused);
    await expect(refused).rejects.toThrow(
      /unknown operation nothing.*tasks_list is a read.*task_create is not known to be a read/,
    );
    await expect(probeWith(api.fetch, { document: { a: 1 } })).rejects.toThrow('not an OpenAPI document');
    expect(api.arrived).toEqual([]);
  });

  it('decides the label conditions that only a running API can show', async () => {
    const known = checks.map(({ id }) => id);
    expect(showingChecks.filter((id) => !known.includes(id))).toEqual([]);
    const verdicts = async (api: ReturnType<typeof createTaskApi>) => {
      const { label } = await probeWith(api.fetch, { credentials });
      return Object.fromEntries(label.map(({ id, verdict, reason }) => [id, `${verdict}: ${reason}`]));
    };
    const good = await verdicts(createTaskApi({ key }));
    const untagged = await verdicts(
      createTaskApi({
        key,
        injectFault: (_, answer) => {
          answer.headers.delete('etag');
          return answer.status === 304 ? new Response('{}') : answer;
        },
      }),
    );
    // The description does not mention tags, so lint leaves that condition undetermined or fails it; the order is
    // documented.
    expect(good['PROF-SUM-07']).toBe('holds: shown by the running API: order-stable');
    expect(untagged['PROF-SUM-06']).toMatch(/^fails: .*conditional-read/);
    expect(good['PROF-SUM-11']).toMatch(/^(?:not determined|fails)/);
  });

  it('writes every format, with passed and skipped checks in JUnit, and never a credential', async () => {
    const injectFault = (asked: { path: string }) =>
      asked.path === '/tasks' ? new Response(`<p>${key}</p>`, { status: 500 }) : undefined;
    const api = createTaskApi({ key, injectFault });
    const report = await probeWith(api.fetch, { credentials });
    const program = { version: '1', name: 'dragoman probe', rules: checks };
    for (const [name, write] of Object.entries(formats).filter(([name]) => name !== 'badge')) {
      const text = write([report], program);
      expect(text, name).not.toContain(key);
      expect(text, name).toContain('operation-answers');
    }
    const junit = formats.junit([report], program);
    expect(junit).toContain('<testsuites name="dragoman probe">');
    expect(junit).toMatch(/<testcase name="idempotent-replay"[^>]*><skipped message="writes were not allowed"\/>/);
    expect(JSON.parse(formats.sarif([report], program)).runs[0].tool.driver.name).toBe('dragoman probe');
    const failed = report.findings.find(({ rule }) => rule === 'operation-answers');
    expect(failed?.evidence?.[0]).toMatchObject({
      request: 'GET /tasks',
      status: 500,
      untrusted: { source: 'answer', text: '<p>[credential]</p>' },
    });
  });
});
