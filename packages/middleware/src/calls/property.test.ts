import { describe, expect, it } from 'vitest';
import { addProperties } from '../fetch.js';
import { readAnswer, withBody, withHeaders } from './answer.js';
import { callerKey, callOf, createCall } from './call-context.js';
import { compose, type Property } from './property.js';

const address = 'https://api.example/tasks';

function tracing(name: string, seen: string[]): Property {
  return (next) => async (request, call) => {
    seen.push(`${name} in`);
    const response = await next(request, call);
    seen.push(`${name} out`);
    return response;
  };
}

function post(body: string, headers: Record<string, string> = {}): Request {
  return new Request(address, { method: 'POST', body, headers });
}

describe('compose', () => {
  it('puts the first outermost', async () => {
    const seen: string[] = [];
    const both = compose(tracing('first', seen), tracing('second', seen));
    const serve = addProperties(() => new Response('done'), [both, tracing('third', seen)]);
    expect(await (await serve(new Request(address))).text()).toBe('done');
    expect(seen).toEqual(['first in', 'second in', 'third in', 'third out', 'second out', 'first out']);
  });

  it('of nothing is the handler itself', async () => {
    const serve = addProperties(() => new Response('done'), []);
    expect(await (await serve(new Request(address))).text()).toBe('done');
  });
});

describe('a body', () => {
  const reading: Property = (next) => async (request, call) => {
    await call.readBody(10);
    await call.readBody(10);
    return next(request, call);
  };

  it('that a property read is available to the handler', async () => {
    const serve = addProperties(async (request) => new Response(await request.text()), [reading, reading]);
    expect(await (await serve(post('0123456789'))).text()).toBe('0123456789');
    expect(await (await serve(new Request(address))).text()).toBe('');
  });

  it('above the limit is rejected, also when a property with a higher limit has read it', async () => {
    const generous: Property = (next) => async (request, call) => {
      await call.readBody(1000);
      return next(request, call);
    };
    for (const properties of [[reading], [generous, reading]]) {
      const serve = addProperties(() => new Response('ran'), properties);
      expect(await (await serve(post('0123456789A'))).json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    }
  });
});

describe('a thrown error', () => {
  it('reaches the properties, and the host when none of them answers it', async () => {
    const bug = new Error('a bug');
    const caught: unknown[] = [];
    const noting: Property = (next) => async (request, call) => {
      try {
        return await next(request, call);
      } catch (thrown) {
        caught.push(thrown);
        throw thrown;
      }
    };
    const serve = addProperties(() => {
      throw bug;
    }, [noting]);
    await expect(serve(new Request(address))).rejects.toBe(bug);
    expect(caught).toEqual([bug]);
  });
});

describe('callOf', () => {
  it('returns the call of a request, and throws when there is none', async () => {
    const found: unknown[] = [];
    const serve = addProperties(
      (request, call) => {
        found.push(callOf(request) === call, callOf(call) === call);
        return new Response();
      },
      [tracing('any', [])],
    );
    await serve(new Request(address));
    expect(found).toEqual([true, true]);
    expect(() => callOf(new Request(address))).toThrow('has no property');
  });
});

describe('callerKey', () => {
  const call = (caller?: string) => createCall({ caller, readBody: async () => new Uint8Array() });
  const request = (headers: Record<string, string>) => new Request(address, { headers });

  it('identifies callers by name, else by credentials, and never shows the credentials', () => {
    const keys = [
      callerKey(request({}), call()),
      callerKey(request({}), call('alice')),
      callerKey(request({ authorization: 'Bearer a' }), call()),
      callerKey(request({ authorization: 'Bearer b' }), call()),
      callerKey(request({ cookie: 'Bearer a' }), call()),
      callerKey(request({ 'x-api-key': 'Bearer a' }), call()),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.join()).not.toContain('Bearer');
    expect(callerKey(request({ authorization: 'Bearer a' }), call('alice'))).toBe(keys[1]);
  });
});

describe('readAnswer', () => {
  it('returns the bytes of a small response, which can be read again', async () => {
    const { response, bytes } = await readAnswer(new Response('small', { status: 201, headers: { a: 'b' } }), 5);
    expect(new TextDecoder().decode(bytes)).toBe('small');
    const again = await readAnswer(response, 5);
    expect([again.bytes, response.status, response.headers.get('a')]).toEqual([bytes, 201, 'b']);
    expect(await response.text()).toBe('small');
    expect((await readAnswer(new Response(null, { status: 204 }))).bytes).toEqual(new Uint8Array());
  });

  it('leaves a stream and a large body unchanged', async () => {
    const events = new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
    expect(await readAnswer(events)).toEqual({ response: events, bytes: undefined });
    const large = await readAnswer(new Response('0123456789', { status: 203 }), 9);
    expect([large.bytes, large.response.status, await large.response.text()]).toEqual([undefined, 203, '0123456789']);
    const declared = new Response('0123456789', { headers: { 'content-length': '10' } });
    expect(await readAnswer(declared, 9)).toEqual({ response: declared, bytes: undefined });
  });
});

describe('a changed response', () => {
  it('has the new headers, also when the old ones are immutable', async () => {
    for (const response of [Response.redirect(address, 302), new Response('x')]) {
      const { status } = response;
      const changed = withHeaders(response, { 'x-new': '1' });
      expect([changed.status, changed.headers.get('x-new')]).toEqual([status, '1']);
    }
  });

  it('with another body loses the headers of the old one', async () => {
    const headers = { etag: '"1"', 'content-length': '3', 'content-type': 'text/plain', 'x-kept': '1' };
    const changed = withBody(new Response('old', { status: 202, headers }), 'newer');
    expect(Object.fromEntries(changed.headers)).toEqual({ 'content-type': 'text/plain', 'x-kept': '1' });
    expect([changed.status, await changed.text()]).toEqual([202, 'newer']);
  });
});
