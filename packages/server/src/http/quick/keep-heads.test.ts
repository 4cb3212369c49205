import { describe, expect, it } from 'vitest';
import { createReadHead } from './keep-heads.js';

const head = (more = '', target = '/call/a') =>
  `POST ${target} HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 2${more === '' ? '' : `\r\n${more}`}`;

describe('heads of ordinary calls', () => {
  it('are read once while they come again, and each for itself when anything in them differs', () => {
    const readHead = createReadHead((target) => target.startsWith('/call'));
    const first = readHead(head('Authorization: Bearer a'));
    expect(readHead(head('Authorization: Bearer a'))).toBe(first);
    const other = readHead(head('Authorization: Bearer b'));
    expect([first, other].map((each) => each?.headers.get('authorization'))).toEqual(['Bearer a', 'Bearer b']);
  });

  it('are judged anew each time where they are no ordinary call of such a route', () => {
    const asked: string[] = [];
    const readHead = createReadHead((target) => {
      asked.push(target);
      return target === '/call/a';
    });
    for (const text of [head('', '/other'), head('', '/other'), head('Transfer-Encoding: chunked'), 'GET / HTTP/1.1']) {
      expect(readHead(text)).toBeUndefined();
    }
    expect(asked).toEqual(['/other', '/other']);
  });

  it('are kept to a number and a length, and read rightly beyond both', () => {
    const readHead = createReadHead(() => true);
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
