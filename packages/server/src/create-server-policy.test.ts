/** The policy of a running server: roles of groups, denied calls, reload, and policies that are refused. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { parsePolicy } from './access/read-policy.js';
import { loadConfig } from './config/load-config.js';
import type { TestServer } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-policy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let server: TestServer | undefined;
afterEach(async () => {
  await server?.server.close();
  server = undefined;
});

const policyFile = join(folder, 'policy.yaml');
const write = (...lines: string[]) => writeFileSync(policyFile, lines.join('\n'));
const flags = { 'auth.mode': 'optional', 'auth.policyFile': policyFile };

describe('the policy of a server', () => {
  it('gives members of groups their roles, denies calls, and follows a reload', async () => {
    write(
      'roles:',
      '  - { group: clerks, role: user }',
      'rules:',
      '  - { effect: deny, services: [pier-*], arguments: [{ name: pier, equals: north }], reason: Closed. }',
    );
    const load = () =>
      loadConfig({
        cwd: '/nowhere',
        environment: {},
        flags: { ...flags, 'log.level': 'error', 'limits.perMinute.read': 7, port: 1 },
      });
    server = await startTestServer({ flags, overrides: { loadConfig: load } });
    const { ask } = server;
    const [root, ann] = [await server.keyFor('root', 'admin'), await server.keyFor('ann', 'group:clerks')];
    await ask('POST', '/agents', { key: root, body: pierWeather });
    const invoke = async (pier: string, key: string) => {
      const answer = await ask('POST', '/agents/pier-weather/invoke', { key, body: { pier } });
      return { status: answer.status, text: await answer.text() };
    };
    const denied = await invoke('north', ann);
    expect(denied.status).toBe(403);
    expect(denied.text).toContain('The policy of this server denies this call (rule 1): Closed.');
    expect((await invoke('south', ann)).status).not.toBe(403);
    expect((await ask('GET', '/status', { key: ann })).status).toBe(403);

    write('roles:', '  - { group: clerks, role: operator }');
    const dry = (await (await ask('POST', '/settings/reload?dry_run=true', { key: root })).json()) as JsonObject;
    expect(dry.changes).toContain('limits.perMinute.read would apply at once.');
    expect((await ask('GET', '/status', { key: ann })).status).toBe(403);
    const report = (await (await ask('POST', '/settings/reload', { key: root })).json()) as JsonObject;
    expect(report.applied).toEqual(expect.arrayContaining(['limits.perMinute.read', 'log.level']));
    expect(report.restart).toContain('server.port');
    const status = await ask('GET', '/settings', { key: ann });
    expect(status.status).toBe(200);
    expect(status.headers.get('ratelimit-limit')).toBe('7');
    expect((await ask('POST', '/settings/reload', { key: ann })).status).toBe(403);
    expect((await invoke('north', ann)).status).not.toBe(403);

    write('rules:', '  - { effect: deny, access: [admin] }');
    expect((await ask('POST', '/settings/reload?dry_run=true', { key: root })).status).toBe(409);
    const refused = await ask('POST', '/settings/reload', { key: root });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('takes the scope admin away from everybody');
    expect((await ask('GET', '/status', { key: root })).status).toBe(200);
    const records = (await server.store.audit.search({ action: 'settings.reload', limit: 10 })).records;
    expect(records.map(({ outcome }) => outcome)).toContain('done');
  });

  it('that locks out every administrator, or is invalid, keeps the server from starting', async () => {
    write('rules:', '  - { effect: deny, access: [admin], callers: ["*"] }');
    const store = createMemoryStore();
    await expect(startTestServer({ store, flags })).rejects.toThrow('takes the scope admin away from everybody');
    write(
      'rules:',
      '  - { effect: allow, access: [admin], callers: [local] }',
      '  - { effect: deny, access: [admin] }',
    );
    server = await startTestServer({ flags: { ...flags, 'auth.mode': 'auto' } });
    await server.server.close();
    write('rules: 5');
    await expect(startTestServer({ flags })).rejects.toThrow('rules');
    await expect(
      startTestServer({ flags: { ...flags, 'auth.policyFile': join(folder, 'none.yaml') } }),
    ).rejects.toThrow('ENOENT');
  });
});

describe('quotas', () => {
  it('are enforced, shown in headers and by a route, and do not use up each other', async () => {
    write(
      'limits:',
      '  - { perDay: 3 }',
      '  - { name: budget, services: [pier-weather], unitsPerMonth: 25 }',
      'prices:',
      '  - { services: [pier-weather], units: 10 }',
    );
    server = await startTestServer({ flags });
    const { ask } = server;
    expect(JSON.stringify(server.log())).toContain('each node counts its own calls, and a restart begins again');
    const [root, ann, bob] = [
      await server.keyFor('root', 'admin'),
      await server.keyFor('ann', 'agents:invoke', 'registry:read'),
      await server.keyFor('bob', 'agents:invoke', 'registry:read'),
    ];
    await ask('POST', '/agents', { key: root, body: pierWeather });
    const invoke = (key: string) => ask('POST', '/agents/pier-weather/invoke', { key, body: { pier: 'a' } });
    const first = await invoke(ann);
    expect(first.headers.get('ratelimit-policy')).toContain('"calls per day";q=3;w=86400;qu="calls"');
    expect(first.headers.get('ratelimit')).toContain('"budget: units per month";r=15');
    expect((await invoke(ann)).status).not.toBe(429);
    const third = await invoke(ann);
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await third.text()).toContain(
      'This call needs 10, and 5 of your quota of 25 are left (budget: units per month).',
    );
    expect((await invoke(bob)).status).not.toBe(429);
    const { quotas } = (await (await ask('GET', '/quotas?service=pier-weather', { key: ann })).json()) as {
      quotas: JsonObject[];
    };
    // The refused call has used nothing of the day.
    expect(quotas).toMatchObject([
      { name: 'calls per day', remaining: 1, limit: 3, cost: 1 },
      { name: 'budget: units per month', remaining: 5, limit: 25, cost: 10 },
    ]);
    const all = (await (await ask('GET', '/quotas', { key: ann })).json()) as { quotas: JsonObject[] };
    expect(all.quotas).toHaveLength(1);
  });
});

describe('a policy file', () => {
  it('reports all problems at once, each with its line', () => {
    const text = [
      'roles:',
      '  - { group: ops, role: boss }',
      'rules:',
      '  - { effect: maybe, service: [x] }',
      '  - effect: deny',
      '    arguments:',
      '      - { name: amount, abov: 5 }',
      '      - { name: amount, above: many }',
      '      - { name: amount }',
    ].join('\n');
    const { file, problems } = parsePolicy(text, 'p.yaml');
    expect(file).toBeUndefined();
    expect(problems.map(({ key, origin, message }) => `${key} (${origin}): ${message}`)).toEqual([
      expect.stringContaining(
        'roles[0].role (file p.yaml:2): "boss" is not one of viewer, user, designer, operator, admin',
      ),
      expect.stringContaining('rules[0].effect (file p.yaml:4)'),
      expect.stringContaining('rules[0].service (file p.yaml:4): is unknown; did you mean services?'),
      expect.stringContaining('rules[1].arguments[0].abov (file p.yaml:7): is unknown; did you mean above?'),
      expect.stringContaining('rules[1].arguments[1].above (file p.yaml:8): must be a number'),
      expect.stringContaining('rules[1].arguments[2] (file p.yaml:9): needs one of equals'),
    ]);
  });
});
