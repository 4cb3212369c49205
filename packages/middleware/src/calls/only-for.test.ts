import { describe, expect, it } from 'vitest';
import { addProperties } from '../fetch.js';
import { onlyFor } from './only-for.js';
import type { Property } from './property.js';

const marking: Property = (next) => async (request, call) => {
  const response = await next(request, call);
  response.headers.set('x-marked', 'yes');
  return response;
};

async function isMarked(address: string, method: string, path: string): Promise<boolean> {
  const serve = addProperties(() => new Response('done'), [onlyFor(address, marking)]);
  return (await serve(new Request(`https://api.example${path}`, { method }))).headers.has('x-marked');
}

describe('onlyFor', () => {
  it.each([
    ['GET /tasks', 'GET', '/tasks', true],
    ['GET /tasks', 'HEAD', '/tasks?limit=1', true],
    ['GET /tasks', 'POST', '/tasks', false],
    ['GET /tasks/:id', 'HEAD', '/tasks/t_1', true],
    ['/tasks/{id}', 'DELETE', '/tasks/t_1', true],
    ['/tasks/{id}', 'GET', '/tasks/t_1/notes', false],
    ['/tasks/{id}/notes', 'GET', '/tasks/a%2Fb/notes', true],
    // Spellings that some frameworks treat as the same path.
    ['GET /tasks', 'GET', '/Tasks', true],
    ['GET /tasks', 'GET', '/tasks/', true],
    ['GET /tasks', 'GET', '/t%61sks', true],
    ['GET /tasks', 'GET', '/tasks%', false],
    ['GET /tasks', 'GET', '//tasks', false],
    ['GET /', 'GET', '', true],
  ])('%s on %s %s: %s', async (address, method, path, marked) => {
    expect(await isMarked(address, method, path)).toBe(marked);
  });

  it('accepts several routes', async () => {
    const serve = addProperties(() => new Response('done'), [onlyFor(['GET /tasks', '/notes'], marking)]);
    const marked = async (path: string) =>
      (await serve(new Request(`https://api.example${path}`))).headers.has('x-marked');
    expect([await marked('/tasks'), await marked('/notes'), await marked('/other')]).toEqual([true, true, false]);
  });

  it('fails the start with an invalid route', () => {
    expect(() => onlyFor('tasks')).toThrow(TypeError);
    expect(() => onlyFor('get /tasks')).toThrow(TypeError);
  });
});
