/** Reads an untrusted response, with limits on the number and length of headers and on the body size. */
import type { Answer } from './exchange.js';
import { readJson } from './exchange.js';

const maxHeaders = 200;
const maxHeaderLength = 2_000;

/** Reads headers and body; a body beyond the limit is truncated and canceled. */
export async function readAnswer(
  response: Response,
  { bytes, signal }: { bytes: number; signal: AbortSignal },
): Promise<Answer> {
  const headers = Object.fromEntries(
    [...response.headers]
      .slice(0, maxHeaders)
      .map(([name, value]) => [name.toLowerCase(), value.slice(0, maxHeaderLength)]),
  );
  const body = await readBody(response.body, bytes, signal);
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return {
    status: response.status,
    headers,
    type,
    ...body,
    json: body.cut ? undefined : readJson(body.text),
  };
}

async function readBody(
  stream: Response['body'],
  maxBytes: number,
  signal: AbortSignal,
): Promise<Pick<Answer, 'text' | 'bytes' | 'cut'>> {
  if (stream === null) return { text: '', bytes: 0, cut: false };
  const reader = stream.getReader();
  const giveUp = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', giveUp, { once: true });
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    while (size <= maxBytes) {
      const { value, done } = await reader.read();
      if (signal.aborted) throw signal.reason;
      if (done) break;
      parts.push(value);
      size += value.byteLength;
    }
  } finally {
    signal.removeEventListener('abort', giveUp);
    giveUp();
  }
  const text = new TextDecoder().decode(joinBytes(parts, size).subarray(0, maxBytes));
  return { text, bytes: Math.min(size, maxBytes), cut: size > maxBytes };
}

function joinBytes(parts: readonly Uint8Array[], size: number): Uint8Array {
  const joined = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.byteLength;
  }
  return joined;
}
