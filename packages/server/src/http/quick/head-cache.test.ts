import { describe, expect, it } from 'vitest';
import { createReadHead } from './head-cache.js';

const head = (more = '', target = '/call/a') =>
  `POST ${target} HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 2${more === '' ? '' : `\r\n${more}`}`;

describe('request heads', () => {
  it('are parsed once while they repeat, and separately when anything in them differs', () => {
    const readHead = createReadHead();
    const first = readHead(head('Authorization: Bearer a'));
    expect(readHead(head('Authorization: Bearer a'))).toBe(first);
    const other = readHead(head('Authorization: Bearer b'));
    expect([first, other].map((each) => each?.headers.get('authorization'))).toEqual(['Bearer a', 'Bearer b']);
  });

  it('are parsed each time when the request has no body', () => {
    const readHead = createReadHead();
    const get = 'GET /agents?top=1 HTTP/1.1\r\nHost: localhost';
    expect(readHead(get)).toMatchObject({ method: 'GET', target: '/agents?top=1', length: 0 });
    expect(readHead(get)).not.toBe(readHead(get));
  });

  it.each([head('Transfer-Encoding: chunked'), head('', '//other'), 'BREW / HTTP/1.1\r\nHost: a', 'GET / HTTP/1.1'])(
    'are left to another parser: %j',
    (text) => {
      expect(createReadHead()(text)).toBeUndefined();
    },
  );

  it('are cached up to a count and a length, and are parsed correctly beyond both', () => {
    const readHead = createReadHead();
    const first = readHead(head());
    const long = head(`X-Long: ${'x'.repeat(5000)}`);
    expect(readHead(long)).toEqual(readHead(long));
    expect(readHead(long)).not.toBe(readHead(long));
    expect(readHead(head())).toBe(first);
    for (let at = 0; at < 500; at += 1) expect(readHead(head(`X-At: ${at}`))?.headers.get('x-at')).toBe(String(at));
    expect(readHead(head())).not.toBe(first);
    expect(readHead(head())).toEqual(first);
  });
});
