import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SignableMessage, SignatureInput } from './message-signature.js';
import {
  readSignatureInputs,
  readSignatures,
  signatureBase,
  textParameter,
  writeSignatureInput,
} from './message-signature.js';

/** RFC 9421 §B.2: the request of the examples. */
const request: SignableMessage = {
  method: 'POST',
  url: 'https://example.com/foo?param=Value&Pet=dog',
  headers: new Headers({
    Host: 'example.com',
    Date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'Content-Type': 'application/json',
    'Content-Digest':
      'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
    'Content-Length': '18',
  }),
};

/** RFC 9421 §B.1.4: test-key-ed25519. */
const publicKey = createPublicKey(
  '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=\n-----END PUBLIC KEY-----\n',
);
const privateKey = createPrivateKey(
  '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----\n',
);

const field =
  'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
const signature = 'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:';

function inputOf(text: string): SignatureInput {
  const [input] = readSignatureInputs(text).values();
  if (input === undefined) throw new Error('no input');
  return input;
}

describe('the signature base', () => {
  it('matches RFC 9421 §B.2.6, and the signature given there verifies', () => {
    const base = signatureBase(request, inputOf(field)) ?? '';
    expect(base).toBe(
      [
        '"date": Tue, 20 Apr 2021 02:07:55 GMT',
        '"@method": POST',
        '"@path": /foo',
        '"@authority": example.com',
        '"content-type": application/json',
        '"content-length": 18',
        '"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
      ].join('\n'),
    );
    const given = readSignatures(signature).get('sig-b26') ?? new Uint8Array();
    expect(verify(null, Buffer.from(base), publicKey, given)).toBe(true);
    expect(sign(null, Buffer.from(base), privateKey).equals(given)).toBe(true);
    expect(verify(null, Buffer.from(base.replace('POST', 'PUT')), publicKey, given)).toBe(false);
  });

  it('supports derived components, including those of the request', () => {
    const response: SignableMessage = { status: 200, headers: new Headers({ date: ' x  ' }), request };
    const input = inputOf(
      'a=("@status" "date" "@target-uri";req "@query";req "@scheme";req "content-digest";req);tag="t"',
    );
    expect(signatureBase(response, input)?.split('\n').slice(0, 5)).toEqual([
      '"@status": 200',
      '"date": x',
      '"@target-uri";req: https://example.com/foo?param=Value&Pet=dog',
      '"@query";req: ?param=Value&Pet=dog',
      '"@scheme";req: https',
    ]);
    const plain = { ...request, url: 'https://EXAMPLE.com:443' };
    expect(signatureBase(plain, inputOf('a=("@authority" "@path" "@query")'))?.split('\n').slice(0, 3)).toEqual([
      '"@authority": example.com',
      '"@path": /',
      '"@query": ?',
    ]);
  });

  it.each(['"absent"', '"@status"', '"@unheard-of"', '"Date"', '"date";req', '"@__proto__"', '"@constructor"'])(
    'is undefined for %s, which the message does not have',
    (component) => {
      expect(signatureBase(request, inputOf(`a=(${component})`))).toBeUndefined();
    },
  );

  it('is undefined when a value contains a line break', () => {
    const headers = { get: () => 'a\n"@method": GET' };
    expect(signatureBase({ ...request, headers }, inputOf('a=("date")'))).toBeUndefined();
  });
});

describe('signature fields', () => {
  it('round-trip unchanged', () => {
    const text = '("@status" "@method";req);created=1;nonce="a\\"\\\\b";x;y=?0;z=:AQI=:';
    expect(writeSignatureInput(inputOf(`s=${text}`))).toBe(text);
    expect(textParameter(inputOf(`s=${text}`), 'nonce')).toBe('a"\\b');
    expect(textParameter(inputOf(`s=${text}`), 'created')).toBeUndefined();
  });

  it.each([
    'no list=("a")',
    's=("a"',
    's=("a""b")',
    's=("a"), ',
    's=("a") t=("b")',
    's=("ü")',
    's=("a");Created=1',
    's=(1.5)',
    's=token',
    's=:?:',
    `s=("${'a'.repeat(20_000)}")`,
  ])('are undefined when malformed: %.40s', (text) => {
    expect(readSignatureInputs(text).size).toBe(0);
    expect(readSignatures(text).size).toBe(0);
  });

  it.each(['s=(1)', 's=("a" "a")', 's=("a";sf)', 's=("a";req;bs)', 's="a"', 's=:AQI=:'])(
    'omit unsupported members: %s',
    (text) => {
      expect([...readSignatureInputs(`${text}, t=("b")`).keys()]).toEqual(['t']);
    },
  );
});
