/** Fetches and reads JSON metadata of services and authorization servers, which are untrusted. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { changeFailure, Failure, isJsonObject, toFailure } from '@dragoman/model';
import type { AuthServerAnswer, AuthServerClient, AuthServerRequest } from '../auth-server-client.js';

/** A part of the flow that cannot continue: what is wrong with which server, and what can be done. */
export function loginRefused(message: string, help = 'Correct this, then try again.'): Failure {
  return new Failure('CONFLICT', { message, help });
}

/** A server whose metadata or responses do not allow a safe login; only its operator can change that. */
export function serverRefused(message: string): Failure {
  return loginRefused(
    message,
    'Report this to the operator of that server. A token that you get in another way can be stored: dragoman credentials add <service|url> --kind bearer.',
  );
}

/** Sends a request of a login; a failure names the address. */
export async function askFor(
  client: Pick<AuthServerClient, 'request'>,
  request: AuthServerRequest,
): Promise<AuthServerAnswer> {
  try {
    return await client.request(request);
  } catch (thrown) {
    const failure = toFailure(thrown);
    throw changeFailure(failure, { message: `No login with ${shown(request.url)}: ${failure.message}` });
  }
}

/** A JSON object at a URL; undefined when the server has none there. */
export async function fetchMetadata(
  client: Pick<AuthServerClient, 'request'>,
  url: string,
): Promise<JsonObject | undefined> {
  const { status, body } = await askFor(client, {
    url,
    method: 'GET',
    headers: { 'mcp-protocol-version': '2025-11-25' },
  });
  if (status >= 300 && status < 400) {
    throw serverRefused(`${shown(url)} redirects; metadata for a login is read only from the address that names it.`);
  }
  if (status !== 200) return undefined;
  const value = parseJson(body);
  if (!isJsonObject(value))
    throw serverRefused(`${shown(url)} is not a JSON object, so it cannot be used for a login.`);
  return value;
}

/** Parses untrusted JSON; undefined when it is invalid. */
export function parseJson(body: Buffer): JsonValue | undefined {
  try {
    return JSON.parse(body.toString('utf8')) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The strings of an array; at most twenty. */
export function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string').slice(0, 20) : [];
}

/** A text of another server for a message: short, without control characters. */
export function shown(text: unknown): string {
  return String(text)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 200);
}
