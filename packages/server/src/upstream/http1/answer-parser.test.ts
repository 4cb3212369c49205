/** Tests that a response parses the same however it is split into chunks, and that invalid input is rejected. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerParser } from './answer-parser.js';

interface Read {
  heads: number[];
  headers: Record<string, unknown>;
  body: string;
  done: boolean;
  keepMs: number;
  fault?: string;
}

/** Feeds chunks, then the end of the connection where that is part of the response. */
function read(pieces: readonly string[], { ends = false, isHeadRequest = false, headerBytes = 1000 } = {}): Read {
  const found: Read = { heads: [], headers: {}, body: '', done: false, keepMs: 0 };
  const receiver = {
    onHead(status: number, headers: object) {
      found.heads.push(status);
      found.headers = Object.fromEntries(Object.entries(headers));
    },
    onData(chunk: Uint8Array) {
      found.body += Buffer.from(chunk).toString('latin1');
    },
    onEnd: () => undefined,
  };
  const parser = new AnswerParser(receiver, { headerBytes, isHeadRequest });
  try {
    for (const piece of pieces) parser.feed(Buffer.from(piece, 'latin1'));
    if (ends) parser.finish();
  } catch (fault) {
    found.fault = (fault as { code: string }).code;
  }
  return { ...found, done: parser.isDone, keepMs: parser.keepMs };
}

const forever = Number.POSITIVE_INFINITY;

const answers: readonly [string, string, Partial<Read>, object?][] = [
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc', { body: 'abc', keepMs: forever }],
  ['no reason', 'HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', { heads: [200], body: '' }],
  [
    'blanks around a value',
    'HTTP/1.1 200 OK\r\nx:\t a b \r\ncontent-length:0\r\n\r\n',
    { headers: { x: 'a b', 'content-length': '0' } },
  ],
  [
    'a header twice',
    'HTTP/1.1 200 OK\r\nx: a\r\nX: b\r\ncontent-length: 0\r\n\r\n',
    { headers: { x: ['a', 'b'], 'content-length': '0' } },
  ],
  [
    'chunks',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n',
    { body: 'abc', keepMs: forever },
  ],
  [
    'chunks with a trailer',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\nA\r\n0123456789\r\n0\r\nx: y\r\n\r\n',
    { body: '0123456789' },
  ],
  ['no body by its status', 'HTTP/1.1 204 No Content\r\n\r\n', { heads: [204], body: '' }],
  ['no body by its request', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n', { body: '' }, { isHeadRequest: true }],
  ['the end of the connection', 'HTTP/1.1 200 OK\r\n\r\nabc', { body: 'abc', keepMs: 0 }, { ends: true }],
  [
    'interim responses',
    'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na',
    { heads: [103, 200], body: 'a' },
  ],
  [
    'an unrequested 100 Continue before it',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na',
    { heads: [100, 200], body: 'a', keepMs: forever },
  ],
  ['an older version', 'HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\na', { body: 'a', keepMs: 0 }],
  ['a farewell', 'HTTP/1.1 200 OK\r\nConnection: Close\r\ncontent-length: 1\r\n\r\na', { keepMs: 0 }],
  [
    'a keep-alive timeout',
    'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=5, max=100\r\ncontent-length: 1\r\n\r\na',
    { keepMs: 3000 },
  ],
  [
    'a keep-alive timeout that is too short',
    'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\ncontent-length: 1\r\n\r\na',
    { keepMs: 0 },
  ],
];

describe('an answer', () => {
  it.each(answers)('ends by %s', (_what, text, expected, options = {}) => {
    expect(read([text], options)).toMatchObject({ ...expected, done: true });
  });

  it.each(answers)('that ends by %s parses the same in chunks', (_what, text, _expected, options = {}) => {
    const whole = read([text], options);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
        expect(read(pieces, options)).toEqual(whole);
      }),
    );
  });

  it('of tiny chunks is delivered in as many pieces as were received, not one per chunk', () => {
    const pieces: number[] = [];
    const receiver = {
      onHead: () => undefined,
      onData: (chunk: Uint8Array) => pieces.push(chunk.byteLength),
      onEnd: () => undefined,
    };
    const parser = new AnswerParser(receiver, { headerBytes: 1000, isHeadRequest: false });
    parser.feed(Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'));
    for (let round = 0; round < 3; round += 1) parser.feed(Buffer.from('1\r\na\r\n'.repeat(10_000)));
    parser.feed(Buffer.from('0\r\n\r\n'));
    expect([pieces, parser.isDone]).toEqual([[10_000, 10_000, 10_000], true]);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
    'may have a header named %s, also twice',
    (name) => {
      const once = `HTTP/1.1 200 OK\r\n${name}: a\r\n`;
      const twice = `${once}${name}: b\r\ncontent-length: 1\r\n\r\nx`;
      const { done, body, headers, fault } = read([twice]);
      expect({ done, body, fault }).toEqual({ done: true, body: 'x', fault: undefined });
      expect(Object.getOwnPropertyDescriptor(headers, name.toLowerCase())?.value).toEqual(['a', 'b']);
    },
  );

  it('delivers the data received before a fault', () => {
    const broken = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n2\r\ncdX\r\n';
    expect(read([broken])).toMatchObject({ body: 'abcd', fault: 'ERR_ANSWER_INVALID' });
  });

  it('with bytes after it is the last on its connection', () => {
    const text = 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na';
    expect(read([`${text}HTTP/1.1 200 OK\r\n`])).toMatchObject({ body: 'a', done: true, keepMs: 0 });
    expect(read([text, 'x'])).toMatchObject({ body: 'a', done: true, keepMs: 0 });
  });
});

describe('invalid responses', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;
  it.each([
    ['not HTTP', 'what is this\r\n\r\n'],
    ['not HTTP, before its end', 'SSH-2.0-OpenSSH'],
    ['another version', 'HTTP/2 200 OK\r\n\r\n'],
    ['a status out of range', 'HTTP/1.1 099 No\r\n\r\n'],
    ['an undefined status', 'HTTP/1.1 600 No\r\ncontent-length: 0\r\n\r\n'],
    ['a bare line feed', `${head}x: a\ny: b\r\n\r\n`],
    ['a bare carriage return', `${head}x: a\ry: b\r\n\r\n`],
    ['a NUL', `${head}x: a\0b\r\n\r\n`],
    ['a folded line', `${head}x: a\r\n b\r\n\r\n`],
    ['a blank before the colon', `${head}x : a\r\n\r\n`],
    ['a line without a colon', `${head}x\r\n\r\n`],
    ['two lengths', `${head}content-length: 1\r\ncontent-length: 2\r\n\r\nab`],
    ['two equal lengths', `${head}content-length: 1\r\ncontent-length: 1\r\n\r\na`],
    ['a length below zero', `${head}content-length: -1\r\n\r\n`],
    ['a length with a sign', `${head}content-length: +1\r\n\r\na`],
    ['a length and chunks', `${head}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a tab after the coding', `${head}transfer-encoding: chunked\t\r\n\r\n0\r\n\r\n`],
    ['another coding', `${head}transfer-encoding: gzip, chunked\r\n\r\n`],
    ['a chunk without a size', `${chunked}zz\r\nab\r\n`],
    ['a chunk that is longer than its size', `${chunked}1\r\nab\r\n0\r\n\r\n`],
    ['a chunk line that ends in a line feed', `${chunked}1\na\r\n0\r\n\r\n`],
    ['a blank after a chunk size', `${chunked}1 \r\na\r\n0\r\n\r\n`],
    ['a chunk size with a sign', `${chunked}+1\r\na\r\n0\r\n\r\n`],
    ['a chunk size that overflows', `${chunked}ffffffffffffffffff\r\na\r\n0\r\n\r\n`],
    ['a chunk extension without a name', `${chunked}1;=b\r\na\r\n0\r\n\r\n`],
    ['a chunk extension with an open quote', `${chunked}1;a="b\r\na\r\n0\r\n\r\n`],
    ['a trailer without a colon', `${chunked}0\r\nx\r\n\r\n`],
    ['a trailer with a blank before the colon', `${chunked}0\r\nx : y\r\n\r\n`],
    ['a folded trailer', `${chunked}0\r\nx: y\r\n z\r\n\r\n`],
    ['a trailer with a NUL', `${chunked}0\r\nx: \0\r\n\r\n`],
    ['a trailer that names a length', `${chunked}0\r\nContent-Length: 1\r\n\r\n`],
    ['an interim response that closes the connection', `HTTP/1.1 103 Hints\r\nconnection: close\r\n\r\n${head}\r\n`],
    ['an endless chunk line', `${chunked}1;${'x'.repeat(2000)}`],
    ['an endless head', `${head}${'x: y\r\n'.repeat(200)}`],
    ['an endless trailer', `${chunked}0\r\n${'x: y\r\n'.repeat(200)}`],
  ])('%s', (_what, text) => {
    expect(read([text])).toMatchObject({ done: false, fault: 'ERR_ANSWER_INVALID' });
  });

  it.each([
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', false],
    ['an end in the head', head, true],
    ['an end in the body', `${head}content-length: 3\r\n\r\nab`, true],
    ['an end between chunks', `${chunked}1\r\na\r\n`, true],
  ])('%s is reported as truncated', (_what, text, ends) => {
    expect(read([text], { ends })).toMatchObject({ done: false, fault: 'ERR_ANSWER_BROKEN' });
  });
});
