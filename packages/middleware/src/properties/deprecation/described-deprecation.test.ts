import { describe, expect, it } from 'vitest';
import { serveWith } from '../rejecting.support.js';
import { createDescribedDeprecation } from './described-deprecation.js';

const responses = { '200': { description: 'A task' } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const description = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '2' },
  paths: {
    '/tasks/{id}': {
      get: { operationId: 'task_read', parameters, responses },
      delete: { operationId: 'task_delete', parameters, responses, deprecated: true },
    },
    '/todos/{id}': {
      get: {
        operationId: 'todo_read',
        parameters,
        responses,
        deprecated: true,
        'x-sunset': '2027-01-01T00:00:00Z',
        'x-agent': { replaced_by: 'task_read' },
      },
    },
  },
};
const since = new Date('2026-01-01T00:00:00Z');

function create(options = {}) {
  const serve = serveWith(() => Response.json({}), [createDescribedDeprecation({ description, since, ...options })]);
  return async (path: string, method = 'GET') => {
    const { headers } = await serve(new Request(`https://api.example${path}`, { method }));
    return [headers.get('deprecation'), headers.get('sunset'), headers.get('link')];
  };
}

describe('createDescribedDeprecation', () => {
  it('[PROF-VER-06] sends what the description declares, and nothing else', async () => {
    const ask = create();
    const notice = ['@1767225600', 'Fri, 01 Jan 2027 00:00:00 GMT', '</tasks/t_1>; rel="successor-version"'];
    expect(await ask('/todos/t_1')).toEqual(notice);
    expect(await ask('/todos/t_1/', 'HEAD')).toEqual(notice);
    expect(await ask('/tasks/t_1', 'DELETE')).toEqual(['@1767225600', null, null]);
    for (const [path, method] of [['/tasks/t_1'], ['/other'], ['/todos/t_1', 'POST']] as const) {
      expect(await ask(path, method)).toEqual([null, null, null]);
    }
  });

  it('links the successor for any request, or nothing', async () => {
    const ask = create();
    expect((await ask('/todos/a%3Eb%20c'))[2]).toBe('</tasks/a%3Eb%20c>; rel="successor-version"');
    expect((await ask('/todos/%E0%'))[2]).toBe('</tasks/>; rel="successor-version"');
  });

  it('accepts a date per operation, and rejects after the sunset when configured', async () => {
    const dates = { todo_read: since, task_delete: new Date('2026-06-01T00:00:00Z') };
    const clock = { now: () => Date.parse('2027-01-01T00:00:00Z') };
    const ask = create({ since: dates, refuseAfterSunset: true, clock });
    await expect(ask('/todos/t_1')).rejects.toMatchObject({ code: 'GONE', status: 410 });
    expect((await ask('/tasks/t_1', 'DELETE'))[0]).toBe('@1780272000');
    expect(() => create({ since: { todo_read: since } })).toThrow('task_delete');
  });
});
