/** Tests each check with both verdicts: it passes on a conforming API and fails when one fault is injected. */
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../settings/settings.js';
import type { Check } from '../check.js';
import { allWrites, failuresOf, lineOf, probeWith, type TestProbe } from '../probe.support.js';
import { createTaskApi } from '../task-api.support.js';
import { taskDescription } from '../task-description.support.js';
import { faultCases } from './fault-cases.support.js';
import { checks } from './index.js';
import type { FaultCase } from './inject-faults.support.js';
import { methodRefused } from './method-refused.js';
import { unknownThingRefused } from './unknown-thing-refused.js';

const key = 'secret-key-123';
const usual: TestProbe = { writes: allWrites, credentials: { authorization: `Bearer ${key}` } };

/** Error checks need some errors to have been observed. */
const provoking = [unknownThingRefused, methodRefused];

const linesOf = ({ requirement, further = [] }: Check) =>
  [requirement, ...further].map((each) => `[${each}]`).join(' ');

describe.each(checks.map((check) => [check.id, check] as const))('%s', (id, check) => {
  const asked = [...(check.id.startsWith('error-') ? provoking : []), check];

  it(`${linesOf(check)} passes on a conforming API`, async () => {
    const limited = createTaskApi({
      key,
      injectFault: ({ count }) => (check.exhausting === true && count > 8 ? tooMany() : undefined),
    });
    const report = await probeWith(limited.fetch, { ...usual, checks: asked, burst: 5 });
    expect(failuresOf(report)).toEqual([]);
    expect(lineOf(report, id)).toMatchObject({ verdict: 'holds' });
  });

  it.each(faultCases[id] ?? [{ says: 'no case is written for this check', injectFault: () => undefined }])(
    `${linesOf(check)} reports $says`,
    async ({ says, injectFault, burst, document, writes }: FaultCase) => {
      const api = createTaskApi({ key, injectFault });
      const report = await probeWith(api.fetch, {
        ...usual,
        checks: asked,
        ...(burst === undefined ? {} : { burst }),
        ...(document === undefined ? {} : { document }),
        ...(writes === undefined ? {} : { writes }),
      });
      const own = report.findings.filter(({ rule }) => rule === id);
      const messages = own.map(({ message }) => message);
      if (typeof says === 'string') expect(messages).toContain(says);
      else expect(messages.join('\n')).toMatch(says);
      for (const { evidence } of own) expect(evidence?.length).toBeGreaterThan(0);
      expect(lineOf(report, id)?.verdict).toBe('fails');
    },
  );
});

function tooMany(): Response {
  const body = {
    type: '/p',
    title: 'Too many',
    status: 429,
    detail: 'Wait.',
    code: 'RATE_LIMITED',
    retryable: true,
    retry_after: 2,
  };
  return new Response(JSON.stringify(body), {
    status: 429,
    headers: { 'content-type': 'application/problem+json', 'retry-after': '2' },
  });
}

it('[PROF-ERR-09] accepts other field names from the configuration', async () => {
  const asked = checks.filter(({ id }) => ['unknown-thing-refused', 'error-retryable'].includes(id));
  const renamed = async (body: Response) => {
    const { retryable, ...rest } = (await body.json()) as { retryable: boolean };
    return new Response(JSON.stringify({ ...rest, tryAgain: retryable }), {
      status: body.status,
      headers: body.headers,
    });
  };
  const api = createTaskApi({ key, injectFault: (_, answer) => (answer.status >= 400 ? renamed(answer) : undefined) });
  const names = { ...defaultSettings.names, retryable: [...defaultSettings.names.retryable, 'try-again'] };
  const strange = await probeWith(api.fetch, { ...usual, checks: asked });
  const known = await probeWith(api.fetch, {
    ...usual,
    checks: asked,
    lint: { settings: { ...defaultSettings, names } },
  });
  expect([lineOf(strange, 'error-retryable')?.verdict, lineOf(known, 'error-retryable')?.verdict]).toEqual([
    'fails',
    'holds',
  ]);
});

it('[PROF-WRITE-03] accepts a replay without a secret that the description says is shown once', async () => {
  const shown = new Set<string>();
  const api = createTaskApi({
    key,
    injectFault: async ({ method, path, headers }, answer) => {
      const used = headers.get('idempotency-key') ?? '';
      if (method !== 'POST' || path !== '/tasks' || answer.status !== 201 || shown.has(used)) return undefined;
      shown.add(used);
      const body = (await answer.json()) as object;
      return new Response(JSON.stringify({ ...body, secret: 's3cret' }), { status: 201, headers: answer.headers });
    },
  });
  const checked = checks.filter(({ id }) => id === 'idempotent-replay');
  const said = JSON.stringify(taskDescription).replace(
    '"operationId":"task_create"',
    '"operationId":"task_create","x-agent":{"shown_once":["/secret"]}',
  );
  const [silent, told] = [
    await probeWith(api.fetch, { ...usual, checks: checked }),
    await probeWith(api.fetch, { ...usual, checks: checked, document: JSON.parse(said) }),
  ];
  expect(failuresOf(silent)).toEqual(['idempotent-replay: task_create: the second call returned another body.']);
  expect(failuresOf(told)).toEqual([]);
});

it('[PROF-RESP-09] detects a gap in a list that is too long to walk completely', async () => {
  const holed: FaultCase['injectFault'] = async ({ url }, answer) => {
    if (!url.searchParams.has('cursor') || answer.status !== 200) return undefined;
    const body = (await answer.json()) as { items: object[] };
    return new Response(JSON.stringify({ ...body, items: body.items.slice(1) }), { headers: answer.headers });
  };
  const checked = checks.filter(({ id }) => id === 'cursor-walk');
  const [good, bad] = [createTaskApi({ key, tasks: 45 }), createTaskApi({ key, tasks: 45, injectFault: holed })];
  expect(failuresOf(await probeWith(good.fetch, { ...usual, checks: checked }))).toEqual([]);
  expect(failuresOf(await probeWith(bad.fetch, { ...usual, checks: checked }))).toContain(
    'cursor-walk: tasks_list: 7 of 16 items of the first response are on no page.',
  );
});

it('[PROF-WRITE-09] detects what a dry run adds on the last page of a list', async () => {
  const acting: FaultCase['injectFault'] = ({ headers, path, method }) => {
    if (headers.has('x-dry-run') && method === 'POST' && path === '/tasks')
      bad.state.tasks.push({ task_id: `t_${bad.state.next++}`, title: 'made by a preview', status: 'open' });
    return undefined;
  };
  const checked = checks.filter(({ id }) => id === 'dry-run');
  const [good, bad] = [createTaskApi({ key, tasks: 45 }), createTaskApi({ key, tasks: 45, injectFault: acting })];
  const long = createTaskApi({ key, tasks: 2_000 });
  const verdictOn = async ({ fetch }: typeof good) =>
    lineOf(await probeWith(fetch, { ...usual, checks: checked, writes: ['task_create'] }), 'dry-run');
  expect(await verdictOn(good)).toMatchObject({ verdict: 'holds' });
  expect(failuresOf(await probeWith(bad.fetch, { ...usual, checks: checked, writes: ['task_create'] }))).toEqual([
    'dry-run: task_create: the list changed after the dry run.',
  ]);
  expect(await verdictOn(long)).toMatchObject({
    verdict: 'not determined',
    reason: expect.stringContaining('too long'),
  });
});
