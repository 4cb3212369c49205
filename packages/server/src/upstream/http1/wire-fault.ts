/** What can go wrong on a connection to an upstream, beside what the network itself throws. */

/** `ERR_ANSWER_BROKEN`: the connection ended or said something else in the middle; `ERR_ANSWER_INVALID`: that was no HTTP/1.1. */
export type WireFaultCode = 'ERR_ANSWER_BROKEN' | 'ERR_ANSWER_INVALID';

/** A fault with its code, like those that Node throws. */
export class WireFault extends Error {
  readonly code: WireFaultCode;

  constructor(code: WireFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The connection ended before the answer did. */
export function brokenOff(): WireFault {
  return new WireFault('ERR_ANSWER_BROKEN', 'the other side closed the connection');
}

/** What came cannot be an answer. */
export function invalid(what: string): WireFault {
  return new WireFault('ERR_ANSWER_INVALID', what);
}
