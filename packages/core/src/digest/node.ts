/** Hashing in Node; the counterpart of `browser.ts`. */
import { hash } from 'node:crypto';

/** SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export const sha256Hex = (text: string): string => hash('sha256', text);
