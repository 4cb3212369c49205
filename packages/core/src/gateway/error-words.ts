/**
 * The words of an error that is not JSON: a web page of a proxy, a line of text. They are third-party text like any
 * other error of a service; bytes that are not text say nothing.
 */
import { toPlainText } from '@dragoman/model';

/** Maximum bytes that are read, and characters that are kept. */
const maxRead = 65_536;
const maxKept = 2000;

const textTypes = /^$|^text\/|[+/](json|xml|html|yaml|x-www-form-urlencoded)$/;
const page = /<!doctype[^>]{0,200}>|<\/?(?:html|body|main)(?:\s[^>]{0,500})?>/gi;

/** The text of an error body, without markup; undefined when it has none. */
export function readErrorWords(raw: Uint8Array, mediaType: string): string | undefined {
  if (!textTypes.test(mediaType)) return undefined;
  const text = new TextDecoder().decode(raw.subarray(0, maxRead));
  if (text.includes('\0')) return undefined;
  const words = toPlainText(text.replace(page, ''))
    .replace(/\ufffd+/g, '\ufffd')
    .trim();
  return /[\p{L}\p{N}]/u.test(words) && words !== 'null' ? words.slice(0, maxKept) : undefined;
}
