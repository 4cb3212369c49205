import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { scriptedRegistry } from './registry.support.js';

const server = { name: 'files', origin: 'added', command: 'npx', args: [], env: ['TOKEN'], version: 1 };

describe('stdio servers', () => {
  it('are previewed as a dry run, added, replaced under a condition and removed', async () => {
    const preview = { dry_run: true, outcome: 'created', server, preview: { starts: true, tools: [], tool_count: 0 } };
    const { fetch, received } = scriptedRegistry(
      { body: preview },
      { body: preview },
      { status: 201, body: server, headers: { etag: '"d1"' } },
      { body: server, headers: { etag: '"d2"' } },
      { status: 204 },
    );
    const { servers } = createClient({ baseUrl: 'https://registry.example', fetch });
    const request = { name: 'files', command: 'npx', env: { TOKEN: 'x' } };
    expect((await servers.preview(request)).preview.starts).toBe(true);
    await servers.preview(request, { exists: true });
    const { etag = '' } = await servers.add(request);
    await servers.replace('files', { command: 'node', env: { TOKEN: null } }, { ifMatch: etag });
    await servers.remove('files', { ifMatch: '"d2"' });
    expect(
      received.map(({ method, url, headers }) => [
        method,
        url.pathname,
        headers.get('x-dry-run'),
        headers.get('if-match'),
      ]),
    ).toEqual([
      ['POST', '/servers', 'true', null],
      ['PUT', '/servers/files', 'true', null],
      ['POST', '/servers', null, null],
      ['PUT', '/servers/files', null, '"d1"'],
      ['DELETE', '/servers/files', null, '"d2"'],
    ]);
  });
});
