/** The facts about one call besides its request: the caller, its body, and what properties provide for the handler. */
import { hash } from 'node:crypto';

/** One call on its way through the properties to the handler. */
export interface CallContext {
  /** The caller according to the host's authentication; undefined when unknown. */
  readonly caller: string | undefined;
  /** IP address of the call, if the framework knows it. */
  readonly address: string | undefined;
  /** What properties provide for each other and for the handler, each under its own symbol. */
  readonly values: Map<symbol, unknown>;
  /**
   * The whole body; read once and still available to the handler. Throws `PAYLOAD_TOO_LARGE` above the given number of
   * bytes.
   */
  readBody(limit: number): Promise<Uint8Array>;
}

/** What an adapter knows about a call. */
export interface CallFacts extends Pick<CallContext, 'readBody'> {
  caller?: string | undefined;
  /** A function, because some frameworks compute the address. */
  addressOf?(): string | undefined;
}

/** How a host identifies the caller. */
export interface CallerOptions<Host> {
  /** Name of the caller, from the result of the host's authentication; undefined when anonymous. */
  caller?(host: Host): string | undefined;
}

const mark = Symbol.for('dragoman.call');

/** What a call was attached to. */
interface Attached {
  [mark]?: CallContext;
}

/** The authentication headers. */
const credentialHeaders = ['authorization', 'cookie', 'x-api-key', 'proxy-authorization'];

/** Creates the context of a call. */
export function createCall(facts: CallFacts): CallContext {
  return new Call(facts);
}

/** A class, because an object with its own getter is several times as expensive. */
class Call implements CallContext {
  readonly caller: string | undefined;
  readonly values = new Map<symbol, unknown>();
  readonly readBody: CallContext['readBody'];
  readonly #addressOf: CallFacts['addressOf'];

  constructor({ caller, addressOf, readBody }: CallFacts) {
    this.caller = caller;
    this.readBody = readBody;
    this.#addressOf = addressOf;
  }

  get address(): string | undefined {
    return this.#addressOf?.();
  }
}

/** Attaches a call to the request object that the framework passes to its handlers. */
export function attachCall(host: object, call: CallContext): void {
  (host as Attached)[mark] = call;
}

/**
 * The call of a request of any framework: a Node or Express request, Fastify's, Hono's context, or a web request.
 * Throws a plain error when the handler has no properties, because nothing has read the request.
 */
export function callOf(host: object): CallContext {
  const call = findCall(host);
  if (call !== undefined) return call;
  throw new Error('The handler has no property of @dragoman/middleware');
}

/** The same, but undefined when there is none. */
export function findCall(host: object): CallContext | undefined {
  const { [mark]: attached } = host as Attached;
  if (attached !== undefined) return attached;
  const { raw, req, values } = host as { raw?: Attached; req?: { raw?: Attached }; values?: unknown };
  return values instanceof Map ? (host as CallContext) : (raw?.[mark] ?? req?.raw?.[mark]);
}

/**
 * Identifies a caller: the name from the host, else the hash of the credentials, so that nobody gets what was stored
 * for another caller; empty for an anonymous call.
 */
export function callerKey(request: Request, call: CallContext): string {
  if (call.caller !== undefined) return `caller:${call.caller}`;
  const credentials = credentialHeaders.map((name) => request.headers.get(name));
  return credentials.every((value) => value === null)
    ? ''
    : `credential:${hash('sha256', JSON.stringify(credentials))}`;
}
