/** The exact request for each style, body and location, with the tables of the OpenAPI documentation. */
import type { Failure, HttpBinding, HttpParameter, JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { prepareHttp } from './call.js';

const scalar = 'blue';
const array = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

function binding(parts: Partial<HttpBinding>): HttpBinding {
  return { kind: 'http', method: 'GET', urlTemplate: 'https://api.example/items', parameters: {}, ...parts };
}

function inPath(parameter: Omit<HttpParameter, 'in'>, value: JsonValue): string {
  const made = binding({
    urlTemplate: 'https://api.example/{color}',
    parameters: { color: { in: 'path', ...parameter } },
  });
  return prepareHttp(made, { color: value }).url.slice('https://api.example/'.length);
}

function inQuery(parameter: Omit<HttpParameter, 'in'>, value: JsonValue): string {
  const { url } = prepareHttp(binding({ parameters: { color: { in: 'query', ...parameter } } }), { color: value });
  return url.slice('https://api.example/items?'.length);
}

function refusalOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as Failure).fieldErrors;
  }
}

describe('path styles', () => {
  it.each<[Omit<HttpParameter, 'in'>, JsonValue, string]>([
    [{}, scalar, 'blue'],
    [{}, array, 'blue,black,brown'],
    [{}, object, 'R,100,G,200,B,150'],
    [{ style: 'simple', explode: true }, object, 'R=100,G=200,B=150'],
    [{ style: 'label' }, scalar, '.blue'],
    [{ style: 'label' }, array, '.blue,black,brown'],
    [{ style: 'label', explode: true }, array, '.blue.black.brown'],
    [{ style: 'label', explode: true }, object, '.R=100.G=200.B=150'],
    [{ style: 'matrix' }, scalar, ';color=blue'],
    [{ style: 'matrix' }, '', ';color'],
    [{ style: 'matrix' }, array, ';color=blue,black,brown'],
    [{ style: 'matrix', explode: true }, array, ';color=blue;color=black;color=brown'],
    [{ style: 'matrix', explode: true }, object, ';R=100;G=200;B=150'],
    [{}, 'a/b?c#d e%', 'a%2Fb%3Fc%23d%20e%25'],
    [{ mediaType: 'application/json' }, { a: [1] }, '%7B%22a%22%3A%5B1%5D%7D'],
    [{ style: 'pipeDelimited', explode: false }, [1, 2], '1%7C2'],
  ])('%j of %j is %s', (parameter, value, expected) => {
    expect(inPath(parameter, value)).toBe(expected);
  });

  it.each(['', '.', '..'])('rejects %j, which would call another URL', (value) => {
    expect(() => inPath({}, value)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });

  it.each<[HttpParameter['style'], JsonValue]>([
    ['simple', []],
    ['label', ''],
    ['label', {}],
    ['matrix', []],
  ])('reports for %s that %j is empty', (style = 'simple', value) => {
    expect(refusalOf(() => inPath({ style }, value))).toMatchObject([{ detail: 'must not be empty' }]);
  });

  it('names the input where it has another name on the wire', () => {
    const made = binding({
      urlTemplate: 'https://api.example/{a[b]}',
      parameters: { a_b: { in: 'path', name: 'a[b]' } },
    });
    expect(refusalOf(() => prepareHttp(made, { a_b: '..' }))).toMatchObject([{ field: 'a_b', pointer: '/a_b' }]);
  });
});

describe('query styles', () => {
  it.each<[Omit<HttpParameter, 'in'>, JsonValue, string]>([
    [{}, scalar, 'color=blue'],
    [{}, '', 'color='],
    [{}, true, 'color=true'],
    [{}, array, 'color=blue&color=black&color=brown'],
    [{ style: 'form', explode: false }, array, 'color=blue,black,brown'],
    [{ style: 'form', explode: false }, object, 'color=R,100,G,200,B,150'],
    [{ style: 'form', explode: true }, object, 'R=100&G=200&B=150'],
    [{ style: 'spaceDelimited', explode: false }, array, 'color=blue%20black%20brown'],
    [{ style: 'pipeDelimited', explode: false }, array, 'color=blue%7Cblack%7Cbrown'],
    [{ style: 'tabDelimited', explode: false }, array, 'color=blue%09black%09brown'],
    [{ style: 'pipeDelimited', explode: true }, array, 'color=blue&color=black&color=brown'],
    [{ style: 'deepObject', explode: true }, object, 'color[R]=100&color[G]=200&color[B]=150'],
    [{ style: 'deepObject' }, { at: { gte: 5 }, of: ['a', 'b'] }, 'color[at][gte]=5&color[of][]=a&color[of][]=b'],
    [{}, 'a&b=c d/é', 'color=a%26b%3Dc%20d%2F%C3%A9'],
    [{ allowReserved: true }, 'a/b?c=d&e#f', 'color=a/b?c=d%26e%23f'],
    [{ allowReserved: true }, 'a%20b 50%+[x]', 'color=a%20b%2050%25%2B%5Bx%5D'],
    [{ mediaType: 'application/json' }, { a: 1 }, 'color=%7B%22a%22%3A1%7D'],
    [{ mediaType: 'application/json' }, 'blue', 'color=%22blue%22'],
    [{ mediaType: 'application/json' }, [], 'color=%5B%5D'],
    [{ mediaType: 'text/plain' }, 'a b', 'color=a%20b'],
    [{ mediaType: '*/*' }, '123e-4', 'color=123e-4'],
    [{ mediaType: '*/*' }, 7, 'color=7'],
    [{ mediaType: '*/*' }, { a: 1 }, 'color=%7B%22a%22%3A1%7D'],
    [{ mediaType: 'application/x-www-form-urlencoded' }, { a: 'b c', d: 1 }, 'color=a%3Db%2Bc%26d%3D1'],
    [{ style: 'form', explode: false }, [], ''],
    [{ style: 'form', explode: false }, {}, ''],
    [{ style: 'form', explode: false }, [''], 'color='],
    [{ name: 'filter[color]' }, 'x', 'filter%5Bcolor%5D=x'],
    [{}, null, ''],
  ])('%j of %j is %s', (parameter, value, expected) => {
    expect(inQuery(parameter, value)).toBe(expected);
  });

  it.each<[HttpParameter['style'], string]>([
    ['spaceDelimited', 'light blue'],
    ['pipeDelimited', 'a|b'],
    ['tabDelimited', 'a\tb'],
  ])('rejects in the style %s the part %j, which would arrive as two', (style = 'form', part) => {
    const refused = [{ code: 'input/delimiter', field: 'color' }];
    expect(refusalOf(() => inQuery({ style, explode: false }, [part, 'c']))).toMatchObject(refused);
    expect(inQuery({ style, explode: true }, [part])).toBe(`color=${encodeURIComponent(part)}`);
  });

  it('appends to an existing query of the URL', () => {
    const made = binding({ urlTemplate: 'https://api.example/items?v=1', parameters: { q: { in: 'query' } } });
    expect(prepareHttp(made, { q: 'x' }).url).toBe('https://api.example/items?v=1&q=x');
  });

  it('comes before a fragment, which is never sent', () => {
    const urlTemplate = 'https://api.example/{a#b}/#X-Target=List';
    const made = binding({ urlTemplate, parameters: { id: { in: 'path', name: 'a#b' }, q: { in: 'query' } } });
    expect(prepareHttp(made, { id: 'x#y', q: 'z' }).url).toBe('https://api.example/x%23y/?q=z');
  });
});

describe('headers and cookies', () => {
  it.each<[Omit<HttpParameter, 'in'>, JsonValue, string]>([
    [{}, 'a b', 'color=a b'],
    [{}, array, 'color=blue; color=black; color=brown'],
    [{}, object, 'R=100; G=200; B=150'],
    [{ explode: false }, array, 'color=blue,black,brown'],
  ])('writes the style cookie %j of %j unescaped', (parameter, value, cookie) => {
    const made = binding({ parameters: { color: { in: 'cookie', style: 'cookie', ...parameter } } });
    expect(prepareHttp(made, { color: value }).headers.cookie).toBe(cookie);
  });

  it.each(['a;b=c', 'a\r\nset: b', 'ü'])('refuses %j in the style cookie, which cannot escape it', (color) => {
    const made = binding({ parameters: { color: { in: 'cookie', style: 'cookie' } } });
    expect(refusalOf(() => prepareHttp(made, { color }))).toMatchObject([{ code: 'input/cookie', field: 'color' }]);
  });

  const parameters: HttpBinding['parameters'] = {
    trace: { in: 'header', name: 'X-Trace' },
    shape: { in: 'header', name: 'X-Shape', explode: true },
    session: { in: 'cookie' },
    theme: { in: 'cookie', explode: false },
  };

  it('are written unchanged, with lower-case names', () => {
    const { headers } = prepareHttp(binding({ parameters }), {
      trace: ['a', 'b'],
      shape: object,
      session: 'x y',
      theme: [1, 2],
    });
    expect(headers).toEqual({ 'x-trace': 'a,b', 'x-shape': 'R=100,G=200,B=150', cookie: 'session=x%20y; theme=1,2' });
  });

  it('are omitted for empty values, and joined as defined in Swagger 2.0', () => {
    const made = binding({
      parameters: { ...parameters, list: { in: 'header', style: 'pipeDelimited', explode: false } },
    });
    expect(prepareHttp(made, { trace: [], shape: {}, session: null, theme: [], list: ['a', 'b'] }).headers).toEqual({
      list: 'a|b',
    });
  });

  it('cannot be injected into', () => {
    expect(() => prepareHttp(binding({ parameters }), { trace: 'a\r\nx-admin: 1' })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    );
  });

  it('request the media types of the operation, and JSON in addition', () => {
    expect(prepareHttp(binding({ accept: ['text/csv'] }), {}).headers).toEqual({
      accept: 'text/csv, application/json;q=0.9',
    });
  });
});

describe('bodies', () => {
  const parameters: HttpBinding['parameters'] = {
    name: { in: 'body' },
    body_id: { in: 'body', name: 'id' },
    id: { in: 'path' },
  };
  const post = (body: HttpBinding['body'], input: JsonObject, places = parameters) => {
    const made = binding({
      method: 'POST',
      urlTemplate: 'https://api.example/items/{id}',
      parameters: places,
      ...(body ? { body } : {}),
    });
    const { bytes, headers } = prepareHttp(made, { id: 1, ...input });
    return { type: headers['content-type'], text: bytes === undefined ? undefined : Buffer.from(bytes).toString() };
  };

  it('are built from their inputs, under their names on the wire', () => {
    expect(post({ mediaType: 'application/json' }, { name: 'x', body_id: 7 })).toEqual({
      type: 'application/json',
      text: '{"name":"x","id":7}',
    });
  });

  it('are omitted when empty, unless one is required', () => {
    expect(post({ mediaType: 'application/json' }, {})).toEqual({ type: undefined, text: undefined });
    expect(post({ mediaType: 'application/json', required: true }, {}).text).toBe('{}');
  });

  it('include unassigned inputs only where the description is open', () => {
    expect(post({ mediaType: 'application/json', open: true }, { name: 'x', more: 1 }).text).toBe(
      '{"more":1,"name":"x"}',
    );
    expect(post({ mediaType: 'application/json' }, { name: 'x', more: 1 }).text).toBe('{"name":"x"}');
  });

  it('are one input as a whole', () => {
    const places: HttpBinding['parameters'] = { id: { in: 'path' }, body: { in: 'body' } };
    expect(post({ mediaType: 'application/json', whole: 'body' }, { body: [1, 2] }, places).text).toBe('[1,2]');
    expect(post({ mediaType: 'text/plain', whole: 'body' }, { body: 'hello' }, places).text).toBe('hello');
    expect(post({ mediaType: 'image/png', whole: 'body', binary: true }, { body: 'aGVsbG8=' }, places)).toEqual({
      type: 'image/png',
      text: 'hello',
    });
  });

  it('are forms', () => {
    const places: HttpBinding['parameters'] = Object.fromEntries(
      ['id', 'name', 'tags', 'meta', 'codes', 'raw'].map((name) => [name, { in: name === 'id' ? 'path' : 'body' }]),
    );
    const body: HttpBinding['body'] = {
      mediaType: 'application/x-www-form-urlencoded',
      parts: { codes: { style: 'form', explode: false }, raw: { contentType: 'application/json' } },
    };
    const input = { name: 'a b&c', tags: ['x', 'y'], meta: { k: 'v', deep: { z: 1 } }, codes: [1, 2], raw: { j: 1 } };
    expect(post(body, input, places)).toEqual({
      type: 'application/x-www-form-urlencoded',
      text: 'name=a+b%26c&tags=x&tags=y&meta[k]=v&meta[deep][z]=1&codes=1,2&raw=%7B%22j%22%3A1%7D',
    });
  });

  it('are multipart forms', () => {
    const places: HttpBinding['parameters'] = Object.fromEntries(
      ['id', 'title', 'meta', 'file', 'tags'].map((name) => [name, { in: name === 'id' ? 'path' : 'body' }]),
    );
    const body: HttpBinding['body'] = {
      mediaType: 'multipart/form-data',
      parts: { file: { binary: true, contentType: 'image/png' } },
    };
    const { type, text } = post(body, { title: 'Ship', meta: { a: 1 }, file: 'aGVsbG8=', tags: ['x', 'y'] }, places);
    const boundary = /^multipart\/form-data; boundary=(dragoman-[0-9a-f]{32})$/.exec(type ?? '')?.[1] ?? 'none';
    const part = (head: string, content: string) => `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`;
    expect(text).toBe(
      part('content-disposition: form-data; name="title"', 'Ship') +
        part('content-disposition: form-data; name="meta"\r\ncontent-type: application/json', '{"a":1}') +
        part('content-disposition: form-data; name="file"; filename="file"\r\ncontent-type: image/png', 'hello') +
        part('content-disposition: form-data; name="tags"', 'x') +
        part('content-disposition: form-data; name="tags"', 'y') +
        `--${boundary}--\r\n`,
    );
  });

  it('omit a member that is null, and never send the word', () => {
    const places: HttpBinding['parameters'] = { id: { in: 'path' }, name: { in: 'body' } };
    expect(post({ mediaType: 'multipart/form-data' }, { name: null }, places).text).toContain(
      'name="name"\r\n\r\n\r\n',
    );
    expect(post({ mediaType: 'application/x-www-form-urlencoded' }, { name: null }, places).text).toBe('name=');
  });

  it.each([
    ['text/plain; charset=iso-8859-1', 'é', 'text/plain; charset=iso-8859-1', 'e9'],
    ['text/plain; charset=iso-8859-1', '€', 'text/plain; charset=utf-8', 'e282ac'],
    ['text/csv; charset="utf-16"; header=present', 'é', 'text/csv; charset=utf-8; header=present', 'c3a9'],
    ['text/plain; charset=UTF-8', 'é', 'text/plain; charset=UTF-8', 'c3a9'],
  ])('of %s with %s are sent as %s', (mediaType, body, type, hex) => {
    const made = binding({ parameters: { body: { in: 'body' } }, body: { mediaType, whole: 'body' } });
    const { headers, bytes } = prepareHttp(made, { body });
    expect([headers['content-type'], Buffer.from(bytes ?? []).toString('hex')]).toEqual([type, hex]);
  });

  it.each([
    ['data:image/jpeg;name=my%20ship.jpg;base64,aGVsbG8=', 'my ship.jpg', 'image/jpeg'],
    ['data:;filename=../../etc/passwd;base64,aGVsbG8=', 'passwd', 'image/png'],
    ['data:text/plain;charset=utf-8;name=%22%0d%0aX:%201;base64,aGVsbG8=', '%22%0D%0AX: 1', 'text/plain'],
    ['aGVsbG8=', 'file', 'image/png'],
  ])('take the name and the media type of a file from %s', (file, name, type) => {
    const body: HttpBinding['body'] = {
      mediaType: 'multipart/form-data',
      parts: { file: { binary: true, contentType: 'image/png' } },
    };
    const { text } = post(body, { file }, { id: { in: 'path' }, file: { in: 'body' } });
    expect(text).toContain(`name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\nhello\r\n`);
  });

  it.each([
    ['image/*', 'data:image/png;base64,aGVsbG8=', 'image/png'],
    ['image/*', 'aGVsbG8=', 'application/octet-stream'],
    ['image/png', 'data:text/html;base64,aGVsbG8=', 'image/png'],
  ])('of %s given as %s are sent as %s', (mediaType, body, expected) => {
    const whole = { mediaType, whole: 'body', binary: true };
    const sent = post(whole, { body }, { id: { in: 'path' }, body: { in: 'body' } });
    expect(sent).toMatchObject({ type: expected, text: 'hello' });
  });

  it('that are forms are never sent empty instead of a value that is no form', () => {
    const places: HttpBinding['parameters'] = { id: { in: 'path' }, body: { in: 'body' } };
    expect(refusalOf(() => post({ mediaType: 'multipart/form-data', whole: 'body' }, { body: 'x' }, places))).toEqual([
      expect.objectContaining({ code: 'input/form', pointer: '/body' }),
    ]);
    const form = { mediaType: 'application/x-www-form-urlencoded', whole: 'body' };
    expect(post(form, { body: 'a=1&b=2' }, places).text).toBe('a=1&b=2');
  });

  it('reject invalid Base64', () => {
    const places: HttpBinding['parameters'] = { id: { in: 'path' }, body: { in: 'body' } };
    expect(() => post({ mediaType: 'image/png', whole: 'body', binary: true }, { body: '***' }, places)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    );
  });
});
