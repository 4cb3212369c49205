/**
 * Replaces a response's methods by those of a capture. All responses share the same functions, which look up their
 * capture: new functions per response would cost more than most properties do. When responses have a prototype of the
 * host, as in Express, the functions are installed there once, and a response gets only its capture.
 */
import type { ServerResponse } from 'node:http';
import type { Given } from './buffered-chunks.js';

/** The interface of a capture: to frameworks, a captured response looks as if it had been sent. */
export interface Taking {
  readonly isBegun: boolean;
  readonly isEnded: boolean;
  /** True while nothing is sent. */
  readonly isHeld: boolean;
  /** True once the host writes directly. */
  readonly isOpen: boolean;
  takeHead(given: Given): ServerResponse;
  takeWrite(given: Given): boolean;
  takeEnd(given: Given): ServerResponse;
  takeFlush(): void;
  /** Called when the connection to the caller is closed. */
  left(): void;
}

/** The original methods of a response. */
export type Original = Pick<ServerResponse, 'write' | 'end' | 'flushHeaders' | 'writeHead'>;

const first = Symbol('capture of this response');
const further = Symbol('captures within the first');

type Captured = ServerResponse & { [first]?: Taking; [further]?: Taking[] };

/** Captures all further output; returns the original methods. */
export function captureOutput(response: Captured, taking: Taking): Original {
  if (response[first] !== undefined || isPatched(response)) return capturePatchedOutput(response, taking);
  if (response.write !== shared.write) {
    Object.assign(response, shared);
    Object.defineProperties(response, overrides);
  }
  response[first] = taking;
  response.on('close', sharedLeft);
  return originalOf(response);
}

/** Installs the methods on the prototype of all responses of a host, unless the host has its own methods there. */
export function prepareResponses(prototype: object): void {
  if ((prototype as Original).write === shared.write || isPatched(prototype)) return;
  Object.assign(prototype, shared);
  Object.defineProperties(prototype, overrides);
}

/** Once a response is being sent, `writeHead` belongs to that response: Node itself calls this method, too. */
const shared = {
  writeHead: function (this: Captured, ...given: Given) {
    const taking = this[first];
    return taking?.isHeld === true ? taking.takeHead(given) : Reflect.apply(originalOf(this).writeHead, this, given);
  } as ServerResponse['writeHead'],
  write: function (this: Captured, ...given: Given) {
    const taking = this[first];
    return taking?.isOpen === false ? taking.takeWrite(given) : Reflect.apply(originalOf(this).write, this, given);
  } as ServerResponse['write'],
  end: function (this: Captured, ...given: Given) {
    const taking = this[first];
    return taking?.isOpen === false ? taking.takeEnd(given) : Reflect.apply(originalOf(this).end, this, given);
  } as ServerResponse['end'],
  flushHeaders(this: Captured): void {
    const taking = this[first];
    if (taking?.isOpen === false) taking.takeFlush();
    else originalOf(this).flushHeaders.call(this);
  },
};

function isPatched(object: object): boolean {
  return (
    Object.hasOwn(object, 'write') ||
    Object.hasOwn(object, 'end') ||
    Object.hasOwn(object, 'writeHead') ||
    Object.hasOwn(object, 'flushHeaders') ||
    Object.hasOwn(object, 'headersSent') ||
    Object.hasOwn(object, 'writableEnded')
  );
}

/** The same two functions for every response, so that V8 keeps one object shape. */
const overrides: PropertyDescriptorMap & ThisType<Captured> = {
  headersSent: {
    configurable: true,
    get() {
      return isTold(this, 'isBegun') || Reflect.get(originalOf(this), 'headersSent', this) === true;
    },
  },
  writableEnded: {
    configurable: true,
    get() {
      return isTold(this, 'isEnded') || Reflect.get(originalOf(this), 'writableEnded', this) === true;
    },
  },
};

function isTold(response: Captured, name: 'isBegun' | 'isEnded'): boolean {
  return response[first]?.[name] === true || response[further]?.some((taking) => taking[name]) === true;
}

/** The nearest prototype with methods other than the shared ones. */
function originalOf(response: ServerResponse): Original {
  let prototype = Object.getPrototypeOf(response) as Original;
  while (prototype.write === shared.write) prototype = Object.getPrototypeOf(prototype) as Original;
  return prototype;
}

function sharedLeft(this: Captured): void {
  this[first]?.left();
}

/** Earlier middleware, or another capture, has its own methods there; output goes through them. */
function capturePatchedOutput(response: Captured, taking: Taking): Original {
  const { write, end, flushHeaders, writeHead } = response;
  const apply = (method: unknown, given: Given) =>
    Reflect.apply(method as (...given: Given) => unknown, response, given);
  response.writeHead = ((...given: Given) =>
    taking.isHeld ? taking.takeHead(given) : apply(writeHead, given)) as ServerResponse['writeHead'];
  response.write = ((...given: Given) =>
    taking.isOpen ? apply(write, given) : taking.takeWrite(given)) as ServerResponse['write'];
  response.end = ((...given: Given) =>
    taking.isOpen ? apply(end, given) : taking.takeEnd(given)) as ServerResponse['end'];
  response.flushHeaders = () => (taking.isOpen ? flushHeaders.call(response) : taking.takeFlush());
  response.on('close', () => taking.left());
  if (response[first] === undefined && response[further] === undefined) Object.defineProperties(response, overrides);
  response[further] = [...(response[further] ?? []), taking];
  return { write, end, flushHeaders, writeHead };
}
