import { describe, expect, it } from 'vitest';
import { serveWith } from '../rejecting.support.js';
import { createDeprecation } from './deprecation.js';

const notice = {
  since: new Date('2026-01-01T00:00:00Z'),
  sunset: new Date('2026-12-31T00:00:00Z'),
  replacement: '/v2/tasks',
};
const request = () => new Request('https://api.example/v1/tasks');

describe('createDeprecation', () => {
  it('[PROF-VER-04] sends the deprecation and the sunset date', async () => {
    const serve = serveWith(() => Response.json([]), [createDeprecation(notice)]);
    const { headers } = await serve(request());
    expect(headers.get('deprecation')).toBe('@1767225600');
    expect(headers.get('sunset')).toBe('Thu, 31 Dec 2026 00:00:00 GMT');
  });

  it('[PROF-VER-05] links the successor in addition to existing links', async () => {
    const page = { ...notice, page: 'https://api.example/changes#tasks' };
    const serve = serveWith(
      () => Response.json([], { headers: { Link: '</x>; rel="next"' } }),
      [createDeprecation(page)],
    );
    expect((await serve(request())).headers.get('link')).toBe(
      '</x>; rel="next", </v2/tasks>; rel="successor-version", <https://api.example/changes#tasks>; rel="deprecation"',
    );
  });

  it('links the successor of the requested resource', async () => {
    const replacement = ({ url }: Request) => new URL(url).pathname.replace('/v1', '/v2');
    const serve = serveWith(() => Response.json([]), [createDeprecation({ since: notice.since, replacement })]);
    expect((await serve(request())).headers.get('link')).toBe('</v2/tasks>; rel="successor-version"');
  });

  it('also applies to errors of the route', async () => {
    const serve = serveWith(() => new Response(null, { status: 404 }), [createDeprecation({ since: notice.since })]);
    const response = await serve(request());
    expect([response.status, response.headers.get('deprecation')]).toEqual([404, '@1767225600']);
    expect(response.headers.has('sunset') || response.headers.has('link')).toBe(false);
  });

  it('keeps serving after the sunset unless configured to refuse', async () => {
    const clock = { now: () => notice.sunset.getTime() };
    const serving = serveWith(() => Response.json([]), [createDeprecation(notice, { clock })]);
    expect((await serving(request())).status).toBe(200);
    const refusing = serveWith(
      () => Response.json([]),
      [createDeprecation(notice, { clock, refuseAfterSunset: true })],
    );
    await expect(refusing(request())).rejects.toMatchObject({
      code: 'GONE',
      message: 'This operation has been permanently removed. Use /v2/tasks instead.',
      headers: { deprecation: '@1767225600' },
    });
  });

  it('fails the start with an invalid date or URL', () => {
    expect(() => createDeprecation({ since: new Date('soon') })).toThrow(TypeError);
    expect(() => createDeprecation({ ...notice, replacement: '/x>; rel="next"' })).toThrow(TypeError);
    expect(() => createDeprecation({ ...notice, page: '/a\r\nSet-Cookie: x' })).toThrow(TypeError);
  });
});
