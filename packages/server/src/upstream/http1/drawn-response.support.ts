/** Generates responses for comparisons of HTTP parsers: ordinary and odd ones, and damage that breaks parsers. */
import fc from 'fast-check';

/** Names that every object inherits, in addition to ordinary ones. */
const knownNames = [
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'prototype'],
  ...['X-A', 'x-a', 'Set-Cookie', 'ETag', 'Retry-After', "!#$%&'*+-.^_`|~9"],
];
const name = fc.oneof(
  fc.constantFrom(...knownNames),
  fc.stringMatching(/^[A-Za-z-]{1,12}$/).filter((each) => !/^(content-length|transfer-encoding|upgrade)$/i.test(each)),
);
const value = fc.oneof(
  fc.constantFrom('', 'a', 'a, b', 'a\tb', 'Z\xfcrich'),
  fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/),
);
const field = fc.tuple(name, fc.constantFrom(':', ': ', ':\t '), value).map((parts) => `${parts.join('')}\r\n`);
const fields = fc.array(field, { maxLength: 6 }).map((lines) => lines.join(''));

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((each) => Buffer.from(each).toString('latin1'));

const extensions = ['', '', '', ';a', ';a=b', ';a="b c"', ';a="\\""', ';a;b=1'];
const oddExtensions = [
  ';',
  ';=',
  ';a=',
  ' ;a',
  '; a',
  ';a ',
  ';a= b',
  ';a="',
  ';a="b"c',
  ' ',
  '\t',
  'x',
  '\x80',
  ';\x80',
  ';a="\x80"',
];
const digits = (length: number) =>
  fc
    .constantFrom('', '0', '000')
    .map((zeros) => zeros + length.toString(16))
    .chain((text) => fc.constantFrom(text, text.toUpperCase()));

/** A body in chunks; the given extensions follow the sizes. */
function chunkedWith(extension: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const chunk = fc
    .tuple(bytes(1, 30), extension)
    .chain(([text, more]) => digits(text.length).map((size) => `${size}${more}\r\n${text}\r\n`));
  return fc
    .tuple(fc.array(chunk, { maxLength: 5 }), digits(0), extension, fields)
    .map(
      ([chunks, size, more, trailer]) =>
        `transfer-encoding: chunked\r\n\r\n${chunks.join('')}${size}${more}\r\n${trailer}\r\n`,
    );
}

const sized = bytes(0, 40).map((text) => `Content-Length: ${text.length}\r\n\r\n${text}`);
const untilClose = bytes(0, 40).map((text) => `\r\n${text}`);

const statusLine = fc
  .tuple(
    fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0'),
    fc.constantFrom(
      '200 OK',
      '200 ',
      '200',
      '201 Created',
      '204 No Content',
      '304 Not Modified',
      '404 Not Found',
      '599 Z\xfcrich',
    ),
  )
  .map((parts) => `${parts.join(' ')}\r\n`);
const interim = fc
  .tuple(fc.constantFrom('100 Continue', '102 Processing', '103 Early Hints'), fields)
  .map(([line, more]) => `HTTP/1.1 ${line}\r\n${more}\r\n`);

function responseWith(extension: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const rest = fc.oneof(sized, chunkedWith(extension), untilClose);
  return fc
    .tuple(fc.array(interim, { maxLength: 2 }), statusLine, fields, rest)
    .map(([before, line, head, body]) => `${before.join('')}${line}${head}${body}`);
}

/** A valid response, as text of which each character is one byte. */
export const properResponse = responseWith(fc.constantFrom(...extensions));

/** A response that may violate a rule for chunks. */
export const response = responseWith(fc.constantFrom(...extensions, ...oddExtensions));

/** The method of the request. */
export const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD');

/** Positions at which the bytes are split. */
export const cuts = fc.array(fc.nat(), { maxLength: 6 });

/** Input that breaks parsers: line ends, blanks, delimiters, controls, digits and whole lines. */
const damage = [
  ...['', '\r', '\n', '\r\n', '\r\n\r\n', ' ', '\t', ':', ';', '=', '"', '\\', ',', '\0', '\x7f', '\x80', '\xff'],
  ...['0', '1', 'f', 'g', '-', '+', '_', 'ffffffffffffffff', '0000000000000000', '0x', '1e3', '1_0'],
  ...[
    'content-length: 1\r\n',
    'Content-Length: 0\r\n',
    'transfer-encoding: chunked\r\n',
    'transfer-encoding: gzip\r\n',
  ],
  ...[
    'connection: close\r\n',
    'connection: upgrade\r\nupgrade: x\r\n',
    'constructor: x\r\n',
    'x : y\r\n',
    ' folded\r\n',
  ],
  ...['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 200 OK\r\n', '0\r\n\r\n'],
];

/** A position, the characters that are removed there, and the inserted text. */
export const edit = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...damage));

/** The text with every edit applied. */
export function damaged(text: string, edits: readonly (readonly [number, number, string])[]): string {
  return edits.reduce((result, [place, length, put]) => {
    const at = place % (result.length + 1);
    return result.slice(0, at) + put + result.slice(at + length);
  }, text);
}
