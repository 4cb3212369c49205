import { describe, expect, it } from 'vitest';
import { serveWith } from '../rejecting.support.js';
import { createLlmsTxt, type LlmsTxtOptions } from './llms-txt.js';

const description = {
  openapi: '3.1.0',
  info: { title: 'Tasks', summary: 'Tasks of a team.', version: '1' },
  paths: {
    '/tasks': {
      get: {
        operationId: 'tasks_list',
        summary: 'List tasks',
        parameters: [{ name: 'state', in: 'query', schema: { enum: ['open', 'done'] } }],
      },
    },
  },
};

async function ask(path: string, init: RequestInit = {}, options: Partial<LlmsTxtOptions> = {}) {
  const serve = serveWith(() => new Response('handler'), [createLlmsTxt({ description, ...options })]);
  const response = await serve(new Request(`https://api.example${path}`, init));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('createLlmsTxt', () => {
  it('[PROF-DISC-01] serves the description at the standard URLs, and a catalog that links it', async () => {
    const { headers, text } = await ask('/openapi.json');
    expect(JSON.parse(text)).toEqual(description);
    expect(headers.get('content-type')).toBe('application/json');
    const again = await ask('/openapi.json', { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
    const { linkset } = JSON.parse((await ask('/.well-known/api-catalog')).text);
    expect(linkset[0]['service-desc'][0].href).toBe('/openapi.json');
  });

  it('[PROF-DISC-03] generates the text from the description', async () => {
    const { text, headers } = await ask('/llms.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toBe(
      [
        '# Tasks',
        '',
        '> Tasks of a team.',
        '',
        'The full description is at [/openapi.json](/openapi.json).',
        '',
        '## Operations',
        '',
        '- [tasks_list](/tasks): `GET /tasks` List tasks. Takes `state` open|done.',
        '',
      ].join('\n'),
    );
  });

  it('passes everything else through', async () => {
    expect((await ask('/tasks')).text).toBe('handler');
    expect((await ask('/llms.txt', { method: 'POST' })).text).toBe('handler');
    const other = { path: '/about.txt', descriptionPath: false } as const;
    expect((await ask('/openapi.json', {}, other)).text).toBe('handler');
    expect((await ask('/.well-known/api-catalog', {}, other)).text).toBe('handler');
    expect((await ask('/about.txt', {}, other)).text).toContain('# Tasks');
  });
});
