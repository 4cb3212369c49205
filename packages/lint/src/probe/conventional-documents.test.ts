/** Tests which documents a probe requests below a base path, what its evidence shows, and what it reports as not called. */
import { describe, expect, it } from 'vitest';
import { failuresOf, lineOf, probeWith, type TestProbe } from './probe.support.js';

const responses = { '200': { description: 'OK' } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const status = { name: 'status', in: 'query', schema: { type: 'string', enum: ['open', 'closed'] } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Kilns', version: '1' },
  servers: [{ url: 'https://tasks.example/v1' }],
  paths: {
    '/kilns': { get: { operationId: 'listKilns', parameters: [status], responses } },
    '/kilns/{id}/vent/open': { get: { operationId: 'openVent', parameters: [id], responses } },
    '/firings/{id}/cancel': { post: { operationId: 'cancelFiring', parameters: [id], responses } },
    '/firings/{id}/pay': { post: { operationId: 'payFiring', parameters: [id], responses } },
  },
} as never;

/** Probes an API that serves these documents; returns the report and the requested paths. */
async function probeServing(served: Readonly<Record<string, string>>, options: TestProbe = {}) {
  const arrived: { path: string; authorized: boolean }[] = [];
  const report = await probeWith(
    async (input, { headers }) => {
      const { pathname } = new URL(input);
      arrived.push({ path: pathname, authorized: new Headers(headers).has('authorization') });
      if (pathname === '/v1/kilns') return Response.json([{ id: 'k1' }]);
      const text = served[pathname];
      return text === undefined ? new Response('<h1>Not found</h1>', { status: 404 }) : new Response(text);
    },
    { document, ...options },
  );
  return { report, arrived, paths: arrived.map(({ path }) => path) };
}

describe('documents of an API with a base path', () => {
  it('requests well-known documents from the root of the origin, others at both, and reports exactly what it requested', async () => {
    const { report, paths } = await probeServing({});
    const expected = [
      '/v1/openapi.json',
      '/openapi.json',
      '/.well-known/api-catalog',
      '/v1/openapi.yaml',
      '/openapi.yaml',
      '/v1/swagger.json',
      '/swagger.json',
      '/v1/v3/api-docs',
      '/v3/api-docs',
    ];
    expect(paths).toEqual(expect.arrayContaining(expected));
    expect(paths).not.toContain('/v1/.well-known/api-catalog');
    expect(failuresOf(report)).toContain(`description-served: The API: no description at ${expected.join(', ')}.`);
    const finding = report.findings.find(({ rule }) => rule === 'description-served');
    expect(finding?.evidence?.map(({ request }) => request)).toEqual([
      'GET /v1/openapi.json (with accept)',
      'GET /openapi.json (with accept)',
    ]);
  });

  it('finds the description wherever it is, and sends no credential outside the base path', async () => {
    const swagger = '{"swagger":"2.0"}';
    for (const path of ['/openapi.json', '/swagger.json', '/v1/swagger.json', '/v3/api-docs']) {
      const { report, arrived } = await probeServing(
        { [path]: swagger },
        { credentials: { authorization: 'Bearer key-1' } },
      );
      expect(lineOf(report, 'description-served')).toMatchObject({ verdict: 'holds', reason: `it is at ${path}` });
      expect(arrived.filter(({ path, authorized }) => authorized && !path.startsWith('/v1/'))).toEqual([]);
    }
  });

  it('compares an index at the root of the origin with the operations below the base path only', async () => {
    const { report } = await probeServing({ '/llms.txt': 'GET /v1/kilns\nGET /other/things\nGET /v1/gone' });
    expect(lineOf(report, 'llms-txt')).toMatchObject({
      verdict: 'fails',
      reason: '1 of 2 listed operations are not described, such as GET /v1/gone',
    });
    const own = await probeServing({ '/v1/llms.txt': 'GET /kilns\nGET /v1/kilns\n' });
    expect(lineOf(own.report, 'llms-txt')).toMatchObject({ verdict: 'holds' });
  });
});

describe('what a probe did not call', () => {
  it('claims nothing about the API in a dry run', async () => {
    const { report, paths } = await probeServing({}, { dryRun: true });
    expect(paths).toEqual([]);
    const reasons = new Set(report.checks.map(({ verdict, reason }) => `${verdict}: ${reason}`));
    expect([...reasons].sort()).toEqual([
      'not determined: not sent: this is a dry run',
      'not determined: writes were not allowed',
    ]);
  });

  it('gives a reason for every operation that was not called, allowed or not', async () => {
    const reasonsOf = ({ report }: Awaited<ReturnType<typeof probeServing>>) =>
      Object.fromEntries(report.skipped.map(({ operation, reason }) => [operation, reason]));
    expect(reasonsOf(await probeServing({}))).toEqual({
      openVent: "may change something: 'open'",
      cancelFiring: 'POST may change something',
      payFiring: 'POST may change something',
    });
    const writes = ['openVent', 'cancelFiring'];
    const allowed = await probeServing({}, { writes });
    const called = (part: string) => allowed.paths.some((path) => path.includes(part));
    const reasons = reasonsOf(allowed);
    for (const [name, part] of [
      ['openVent', '/vent/open'],
      ['cancelFiring', '/cancel'],
    ] as const)
      expect([name, called(part)]).toEqual([name, !Object.hasOwn(reasons, name)]);
    expect(Object.keys(reasons)).toContain('payFiring');
  });
});
