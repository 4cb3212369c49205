import { lintDocument } from '@dragoman/lint';
import { estimateTokens } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DragomanServer } from '../create-server.js';
import { type Api, openServer, operationsOf, send } from './openapi.support.js';
import { tags } from './tags.js';
import { tasks } from './tasks.js';

let server: DragomanServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

const read = async (path: string) => (await send(server, { method: 'GET', path })).text();
const idsOf = (text: string) => operationsOf(JSON.parse(text) as Api).map(({ operation }) => operation.operationId);

interface Described {
  description?: string;
  'x-agent'?: { next?: string[]; undo?: string; cancel?: string };
}

describe('parts of /openapi.json', () => {
  it('by task have exactly the operations of the task, and are a small part of the whole', async () => {
    const whole = estimateTokens(await read('/openapi.json'));
    for (const { name, operations } of tasks) {
      const text = await read(`/openapi.json?task=${name}`);
      expect(idsOf(text).sort(), name).toEqual([...operations].sort());
      expect(estimateTokens(text) / whole, name).toBeLessThan(0.25);
    }
  });

  it('by tag have all operations together', async () => {
    const parts = await Promise.all(tags.map(({ name }) => read(`/openapi.json?tags=${name}`)));
    expect(parts.flatMap(idsOf).sort()).toEqual(idsOf(await read('/openapi.json')).sort());
    const two = idsOf(await read('/openapi.json?tags=tools,agis'));
    expect(two).toEqual(expect.arrayContaining(['tools_list', 'agis_query']));
    expect(two).not.toContain('agents_search');
  });

  it('have no reference to a schema that is missing', async () => {
    for (const { name } of tasks) {
      const text = await read(`/openapi.json?task=${name}`);
      const api = JSON.parse(text) as { components: Record<string, object> };
      for (const [, kind = '', title = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
        expect(Object.keys(api.components[kind] ?? {}), `${name}: ${kind} ${title}`).toContain(title);
      }
    }
  });

  it('name no next operation that they lack, and say where the operations are that their texts name', async () => {
    const ids = idsOf(await read('/openapi.json'));
    const parts = [...tasks.map(({ name }) => `task=${name}`), ...tags.map(({ name }) => `tags=${name}`)];
    for (const part of parts) {
      const api = JSON.parse(await read(`/openapi.json?${part}`)) as Api & { info: { description: string } };
      const described = operationsOf(api);
      const own = described.map(({ operation }) => operation.operationId);
      for (const { operation } of described) {
        const { description = '', 'x-agent': agent = {} } = operation as Described;
        expect(
          (agent.next ?? []).filter((id) => !own.includes(id)),
          `${part}: ${operation.operationId}`,
        ).toEqual([]);
        const named = [...(description.match(/[a-z]+(?:_[a-z]+)+/g) ?? []), agent.undo ?? '', agent.cancel ?? ''];
        for (const id of named.filter((each) => ids.includes(each) && !own.includes(each)))
          expect(api.info.description, part).toContain(id);
      }
    }
    const { info } = JSON.parse(await read('/openapi.json?task=find-and-call')) as { info: { description: string } };
    expect(info.description).toContain('This is a part of the API.');
    expect(info.description).toMatch(/agents_invoke[^;]* \(\/openapi\.json\?tags=invocation\)/);
    expect(await read('/openapi.json')).not.toContain('This is a part of the API.');
  });

  it('have no finding above info and suppress nothing about the size of the whole', async () => {
    const parts = [...tasks.map(({ name }) => `task=${name}`), ...tags.map(({ name }) => `tags=${name}`)];
    for (const part of parts) {
      const bytes = new TextEncoder().encode(await read(`/openapi.json?${part}`));
      const { findings, suppressed } = lintDocument(bytes, { uri: part });
      const loud = findings.filter(({ severity }) => severity !== 'info');
      expect(loud.map(({ rule, location, message }) => `${part}: ${rule} ${location?.pointer} ${message}`)).toEqual([]);
      const ofWhole = [...findings, ...suppressed].filter(
        ({ rule, severity, location }) =>
          ['surface-large', 'tool-text-budget'].includes(rule) &&
          severity !== 'info' &&
          !location?.pointer.includes('/'),
      );
      expect(ofWhole, part).toEqual([]);
    }
  }, 60_000);

  it('are listed in /llms.txt, which has parts of its own', async () => {
    const overview = await read('/llms.txt');
    for (const { name } of tasks) expect(overview).toContain(`(/openapi.json?task=${name})`);
    for (const { name } of tags) expect(overview).toContain(`(/openapi.json?tags=${name})`);
    const part = await read('/llms.txt?task=find-and-call');
    expect(part).toContain('/openapi.json?task=find-and-call');
    expect(part).toContain('agents_resolve');
    expect(part).not.toContain('keys_create');
  });

  it('reject unknown names with the known ones', async () => {
    const response = await send(server, { method: 'GET', path: '/openapi.json?tags=tools,tool&task=x' });
    expect(response.status).toBe(400);
    const { field_errors } = (await response.json()) as { field_errors: { field: string; detail: string }[] };
    expect(field_errors.map(({ field }) => field)).toEqual(['tags', 'task']);
    expect(field_errors[0]?.detail).toContain('unknown: tool; known are discovery');
  });
});
