/** What is known of one call beside its request: who calls, its body, and what properties leave for the handler. */
import { hash } from 'node:crypto';

/** One call on its way through the properties to the handler. */
export interface CallContext {
  /** Who calls, as the host's authentication says; undefined when nobody told. */
  readonly caller: string | undefined;
  /** Network address that the call comes from, where the framework knows it. */
  readonly address: string | undefined;
  /** What properties leave for one another and for the handler, each under a symbol of its own. */
  readonly values: Map<symbol, unknown>;
  /** The whole body; it is read once and stays there for the handler. Throws `PAYLOAD_TOO_LARGE` above so many bytes. */
  readBody(limit: number): Promise<Uint8Array>;
}

/** What an adapter knows of a call. */
export interface CallFacts extends Pick<CallContext, 'readBody'> {
  caller?: string | undefined;
  /** Asked when somebody wants to know: some frameworks work the address out. */
  addressOf?(): string | undefined;
}

/** How a host tells who calls. */
export interface CallerOptions<Host> {
  /** Name of the caller, from what the host's authentication left in its request; undefined for nobody. */
  caller?(host: Host): string | undefined;
}

const mark = Symbol.for('dragoman.call');

/** What a call was tied to. */
interface Attached {
  [mark]?: CallContext;
}

/** The headers that prove who somebody is. */
const credentialHeaders = ['authorization', 'cookie', 'x-api-key', 'proxy-authorization'];

/** Makes the context of a call. */
export function createCall(facts: CallFacts): CallContext {
  return new Call(facts);
}

/** A class, since an object with a getter of its own is several times as dear. */
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

/** Ties a call to the request object that the framework hands to its handlers. */
export function attachCall(host: object, call: CallContext): void {
  (host as Attached)[mark] = call;
}

/**
 * The call that a request of any framework belongs to: Node's and Express' request, Fastify's, Hono's context, or a web
 * request. A plain error when no property stands before the handler, since then nobody has looked at the request.
 */
export function callOf(host: object): CallContext {
  const call = findCall(host);
  if (call !== undefined) return call;
  throw new Error('No property of @dragoman/middleware stands before this handler');
}

/** The same, undefined where there is none. */
export function findCall(host: object): CallContext | undefined {
  const { [mark]: attached } = host as Attached;
  if (attached !== undefined) return attached;
  const { raw, req, values } = host as { raw?: Attached; req?: { raw?: Attached }; values?: unknown };
  return values instanceof Map ? (host as CallContext) : (raw?.[mark] ?? req?.raw?.[mark]);
}

/**
 * What tells one caller from another: the name that the host gave, else the hash of the credentials that came along, so
 * that nobody gets what was kept for somebody else; empty for a call without any.
 */
export function callerKey(request: Request, call: CallContext): string {
  if (call.caller !== undefined) return `caller:${call.caller}`;
  const credentials = credentialHeaders.map((name) => request.headers.get(name));
  return credentials.every((value) => value === null)
    ? ''
    : `credential:${hash('sha256', JSON.stringify(credentials))}`;
}
