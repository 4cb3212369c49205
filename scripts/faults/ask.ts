/** One request to the server under test, with an answer that can be compared. */

/** Method, path and what is sent. */
export interface Question {
  method?: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** An answer. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

const limitMs = 20_000;

/** The answer; undefined if the connection ended without one. */
export async function ask(origin: string, { method, path, body, headers }: Question): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${origin}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(limitMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  } catch {
    return undefined;
  }
}
