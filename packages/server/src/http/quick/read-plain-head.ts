/**
 * Reads the head of an ordinary call (RFC 9112 §3, §5). It knows one kind of request and takes nothing that another reader could
 * understand otherwise: lines end in CRLF, names are tokens, nothing comes twice, and the body has one length. Everything else
 * is not judged here but left to Node's own parser.
 */
import type { HeaderView } from '@dragoman/core/http';
import { headerName, headerValue, trimBlanks } from '../../wire/header-text.js';
import { isPlainAddress, PlainHeaders } from '../plain-request.js';

/** The head of an ordinary call. */
export interface PlainHead {
  target: string;
  headers: HeaderView;
  /** Bytes of the body. */
  length: number;
}

/** Headers of a request at most; an ordinary one has far fewer. */
const mostHeaders = 100;
/** Bytes of a body at most; a larger one comes in many pieces and gains nothing here. */
const mostBytes = 262_144;

/** Headers that change how a request is framed or answered, and a name that Node leaves out. */
const special: readonly string[] = [
  '__proto__',
  'expect',
  'http2-settings',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Reads the text before the empty line; undefined for everything but an ordinary call. */
export function readPlainHead(text: string): PlainHead | undefined {
  const lines = text.split('\r\n');
  const first = lines[0] ?? '';
  if (lines.length > mostHeaders + 1 || !first.startsWith('POST ') || !first.endsWith(' HTTP/1.1')) return undefined;
  const fields = readFields(lines);
  if (fields === undefined || special.some((name) => name in fields)) return undefined;
  const target = first.slice(5, -9);
  const length = lengthOf(fields['content-length']);
  if (length === undefined || !staysOpen(fields.connection) || !isPlainAddress(target, fields.host)) return undefined;
  return { target, headers: new PlainHeaders(fields), length };
}

type Fields = Record<string, string>;

function readFields(lines: readonly string[]): Fields | undefined {
  // Without a prototype, so that no name means anything but itself.
  const fields = Object.create(null) as Fields;
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    const value = trimBlanks(line, colon + 1);
    const lower = name.toLowerCase();
    if (!headerName.test(name) || !headerValue.test(value) || lower in fields) return undefined;
    // Readers differ on the blanks around a length.
    if (lower === 'content-length' && line.length - value.length > colon + 2) return undefined;
    fields[lower] = value;
  }
  return fields;
}

function lengthOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,7}$/.test(text)) return undefined;
  const length = Number(text);
  return length <= mostBytes ? length : undefined;
}

function staysOpen(connection: string | undefined): boolean {
  return connection === undefined || connection.toLowerCase() === 'keep-alive';
}
