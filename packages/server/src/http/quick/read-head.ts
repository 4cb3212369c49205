/**
 * Parses the head of an ordinary request (RFC 9112 §3, §5). It accepts nothing that another parser could understand
 * differently: lines end in CRLF, names are tokens, no header is repeated, and the body has one length. Everything
 * else is left to Node's own parser.
 */
import type { HeaderView } from '@dragoman/core/http';
import { headerName, headerValue, trimBlanks } from '../../wire/header-text.js';
import { RequestHeaders } from '../request-headers.js';
import { isPlainAddress } from '../socket-request.js';

/** The head of an ordinary request. */
export interface RequestHead {
  method: string;
  target: string;
  headers: HeaderView;
  /** Length of the body in bytes. */
  length: number;
}

/** Maximum number of headers of a request; an ordinary one has far fewer. */
const maxHeaders = 100;
/** Maximum body size in bytes; a larger body arrives in many chunks and gains nothing here. */
const maxBytes = 262_144;

/** Methods that routes use. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Headers that change how a request is framed or answered, and a name that Node drops. */
const special: readonly string[] = [
  '__proto__',
  'expect',
  'http2-settings',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Parses the text before the empty line; undefined for anything but an ordinary request. */
export function readHead(text: string): RequestHead | undefined {
  const lines = text.split('\r\n');
  const first = lines[0] ?? '';
  const method = first.slice(0, Math.max(first.indexOf(' '), 0));
  if (lines.length > maxHeaders + 1 || !methods.has(method) || !first.endsWith(' HTTP/1.1')) return undefined;
  const fields = readFields(lines);
  if (fields === undefined || special.some((name) => name in fields)) return undefined;
  const target = first.slice(method.length + 1, -9);
  const length = lengthOf(fields['content-length']);
  if (length === undefined || !staysOpen(fields.connection) || !isPlainAddress(target, fields.host)) return undefined;
  return { method, target, headers: new RequestHeaders(fields), length };
}

type Fields = Record<string, string>;

function readFields(lines: readonly string[]): Fields | undefined {
  // Without a prototype, so that a header name never matches an inherited member.
  const fields = Object.create(null) as Fields;
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    const value = trimBlanks(line, colon + 1);
    const lower = name.toLowerCase();
    if (!headerName.test(name) || !headerValue.test(value) || lower in fields) return undefined;
    // Parsers differ on the blanks around a length.
    if (lower === 'content-length' && line.length - value.length > colon + 2) return undefined;
    fields[lower] = value;
  }
  return fields;
}

/** Without a length there is no body (RFC 9112 §6.3). */
function lengthOf(text: string | undefined): number | undefined {
  if (text === undefined) return 0;
  if (!/^\d{1,7}$/.test(text)) return undefined;
  const length = Number(text);
  return length <= maxBytes ? length : undefined;
}

function staysOpen(connection: string | undefined): boolean {
  return connection === undefined || connection.toLowerCase() === 'keep-alive';
}
