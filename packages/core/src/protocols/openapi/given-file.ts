/** Reads a file that a caller gives as text: Base64, or a data URL (RFC 2397), which also has a media type and a name. */

/** A file. */
export interface GivenFile {
  bytes: Uint8Array;
  /** Media type without parameters. */
  type?: string;
  name?: string;
}

/** How a file is given, for the description of an input. */
export const fileHint = 'Base64, or a data URL with media type and name: data:image/png;name=photo.png;base64,…';

const dataUrl = /^data:([a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+)?((?:;[a-z0-9_-]+=[^;,]*)*);base64,/i;

/** True for a data URL in Base64. */
export function isDataUrl(text: string): boolean {
  return dataUrl.test(text.slice(0, 1_000));
}

/** The file; undefined when the text is neither. */
export function readFile(text: string): GivenFile | undefined {
  const head = dataUrl.exec(text.slice(0, 1_000));
  const bytes = decodeBase64(head === null ? text : text.slice(head[0].length));
  if (bytes === undefined) return undefined;
  const [, type, parameters = ''] = head ?? [];
  const name = /;(?:file)?name=([^;]*)/i.exec(parameters)?.[1];
  return {
    bytes,
    ...(type === undefined ? {} : { type: type.toLowerCase() }),
    ...(name === undefined || name === '' ? {} : { name: lastSegment(decoded(name)) }),
  };
}

function decodeBase64(text: string): Uint8Array | undefined {
  const clean = text.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
  const isValid = /^[A-Za-z0-9+/]*={0,2}$/.test(clean) && clean.replaceAll('=', '').length % 4 !== 1;
  return isValid ? Buffer.from(clean, 'base64') : undefined;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A name without folders, so that a service that stores it cannot be led elsewhere. */
function lastSegment(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? '').slice(0, 255);
}
