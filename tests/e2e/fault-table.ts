/**
 * The fault matrix: what an upstream does, what the caller then gets, and how many attempts were made. The same rows
 * run against the upstream port and through the whole gateway.
 */

/** The result of a call: a response status or a failure code, and the attempts that the upstream received. */
export interface Expected {
  /** Status of the upstream's response if it is forwarded. */
  status?: number;
  /** Code of the failure otherwise. */
  code?: string;
  /** Text in the failure's message. */
  words?: string;
  tries: number;
}

/** One row. */
export interface FaultRow {
  fault: string;
  /** A call that may be repeated. */
  repeatable: Expected;
  /** A call that may not be repeated. */
  once: Expected;
  /** The gateway's result if the port forwards a body that is not JSON. */
  unusable?: true;
  /** The same call would fail again, although its code says otherwise. */
  final?: true;
  /** The call waits for a timeout or for `Retry-After`, so that its test runs next to the others. */
  waits?: true;
}

const same = (fault: string, expected: Expected): FaultRow => ({ fault, repeatable: expected, once: expected });
const temporary = (fault: string, expected: Omit<Expected, 'tries'>): FaultRow => ({
  fault,
  repeatable: { ...expected, tries: 3 },
  once: { ...expected, tries: 1 },
});
const tooLarge = { code: 'ANSWER_TOO_LARGE', words: 'larger than' };
const error = (words: string) => ({ code: 'UPSTREAM_ERROR', words });

/** The rows. */
export const faultTable: readonly FaultRow[] = [
  same('fine', { status: 200, tries: 1 }),
  temporary('reset-at-once', error('closed the connection')),
  temporary('close-at-once', error('closed the connection')),
  temporary('reset-in-head', error('closed the connection')),
  temporary('close-in-head', error('closed the connection')),
  same('reset-in-body', { ...error('closed the connection'), tries: 1 }),
  same('close-in-chunks', { ...error('closed the connection'), tries: 1 }),
  { ...temporary('hang', { code: 'UPSTREAM_TIMEOUT' }), waits: true },
  { ...same('hang-in-body', { code: 'UPSTREAM_TIMEOUT', tries: 1 }), waits: true },
  { ...temporary('drip-head', { code: 'UPSTREAM_TIMEOUT' }), waits: true },
  { ...same('drip-body', { code: 'UPSTREAM_TIMEOUT', tries: 1 }), waits: true },
  same('length-too-large', { ...error('closed the connection'), tries: 1 }),
  { ...same('length-too-small', { status: 200, tries: 1 }), unusable: true },
  same('length-twice', { ...error('valid HTTP'), tries: 1 }),
  same('length-negative', { ...error('valid HTTP'), tries: 1 }),
  same('broken-chunk', { ...error('valid HTTP'), tries: 1 }),
  { ...same('wrong-type', { status: 200, tries: 1 }), unusable: true },
  { ...same('broken-json', { status: 200, tries: 1 }), unusable: true },
  { ...same('empty-body', { status: 200, tries: 1 }), unusable: true },
  same('announced-gigabyte', { ...tooLarge, tries: 1 }),
  same('gigabyte', { ...tooLarge, tries: 1 }),
  same('gzip-bomb', { ...tooLarge, tries: 1 }),
  same('ten-thousand-headers', { ...error('valid HTTP'), tries: 1 }),
  same('many-headers', { ...error('more than 200 headers'), tries: 1 }),
  { ...same('hundred-redirects', { ...error('redirect'), tries: 1 }), final: true },
  same('error-in-200', { status: 200, tries: 1 }),
  same('not-found', { status: 404, tries: 1 }),
  same('server-error', { status: 500, tries: 1 }),
  temporary('too-many', { status: 429 }),
  same('too-many-long', { status: 429, tries: 1 }),
  { fault: 'too-many-then-fine', repeatable: { status: 200, tries: 2 }, once: { status: 429, tries: 1 }, waits: true },
  temporary('unavailable', { status: 503 }),
  same('unavailable-long', { status: 503, tries: 1 }),
  {
    fault: 'unavailable-then-fine',
    repeatable: { status: 200, tries: 2 },
    once: { status: 503, tries: 1 },
    waits: true,
  },
  { fault: 'gateway-then-fine', repeatable: { status: 200, tries: 2 }, once: { status: 502, tries: 1 } },
  {
    fault: 'reset-then-fine',
    repeatable: { status: 200, tries: 2 },
    once: { ...error('closed the connection'), tries: 1 },
  },
  same('interim-flood', { ...error('interim responses'), tries: 1 }),
  same('interim-then-fine', { status: 200, tries: 1 }),
  same('continue-unasked', { status: 200, tries: 1 }),
  same('inherited-header-names', { status: 200, tries: 1 }),
  same('broken-trailer', { ...error('valid HTTP'), tries: 1 }),
  same('blank-in-chunk-size', { ...error('valid HTTP'), tries: 1 }),
  temporary('upgrade-unasked', error('closed the connection')),
  same('no-http', { ...error('valid HTTP'), tries: 1 }),
];
