import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsoleFiles } from './console-files.js';
import { createConsoleRoutes } from './console-routes.js';

const folder = mkdtempSync(join(tmpdir(), 'console-'));

beforeAll(async () => {
  await mkdir(join(folder, 'assets'));
  for (const [file, text] of [
    ['index.html', '<!doctype html>'],
    ['index.html.br', 'brotli'],
    ['assets/index-1a2b.js', 'js'],
    ['assets/index-1a2b.js.gz', 'gzip'],
  ] as const) {
    writeFileSync(join(folder, file), text);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

function ask(path: string | undefined, headers: Record<string, string> = {}): HttpReply {
  const routes = createConsoleRoutes(openConsoleFiles(pathToFileURL(`${folder}/`)));
  const route = routes.find((each) => (each.tail === true) === (path !== undefined)) as Route;
  const request = { headers: new Headers(headers) } as unknown as RouteContext['request'];
  return route.handle({ request, params: path === undefined ? {} : { path } } as unknown as RouteContext) as HttpReply;
}

const textOf = ({ body }: HttpReply) => Buffer.from(body as Uint8Array).toString();

describe('the files of the console', () => {
  it('have hashed names and are cached for ever, in the encoding that the browser accepts', () => {
    const plain = ask('assets/index-1a2b.js', { 'accept-encoding': 'br, gzip;q=0' });
    expect([textOf(plain), plain.headers['content-encoding']]).toEqual(['js', undefined]);
    const zipped = ask('assets/index-1a2b.js', { 'accept-encoding': 'br, gzip' });
    expect(textOf(zipped)).toBe('gzip');
    expect(zipped.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(ask('assets/index-1a2b.js', { 'if-none-match': String(plain.headers.etag) }).status).toBe(304);
  });

  it('are one page for every other address, checked again at every load, with a strict content security policy', () => {
    for (const path of [undefined, 'catalogue', 'services/a%2Fb', 'index.html']) {
      const page = ask(path, { 'accept-encoding': 'br' });
      expect([textOf(page), page.headers['cache-control']]).toEqual(['brotli', 'no-cache']);
      const policy = page.headers['content-security-policy'];
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
    }
  });

  it.each(['assets/old-9f.js', 'assets/index-1a2b.js.gz', 'assets/..%2Findex.html', 'assets'])(
    'are served by exact name only: %s',
    (path) => {
      if (path === 'assets') expect(ask(path).status).toBe(200);
      else expect(() => ask(path)).toThrow(/another version/);
    },
  );

  it('need a build', () => {
    const [route] = createConsoleRoutes(openConsoleFiles(pathToFileURL(`${folder}/nothing/`)));
    const context = { request: { headers: new Headers() }, params: {} } as unknown as RouteContext;
    expect(() => route?.handle(context)).toThrow(/npm run build/);
  });
});
