/** Errors of a connection to an upstream, in addition to network errors. */

/**
 * `ERR_ANSWER_BROKEN`: the connection ended in the middle of a message; `ERR_ANSWER_INVALID`: the message is not
 * valid HTTP/1.1.
 */
export type WireFaultCode = 'ERR_ANSWER_BROKEN' | 'ERR_ANSWER_INVALID';

/** An error with its code, like those that Node throws. */
export class WireFault extends Error {
  readonly code: WireFaultCode;

  constructor(code: WireFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The connection ended before the response did. */
export function brokenOff(): WireFault {
  return new WireFault('ERR_ANSWER_BROKEN', 'the upstream closed the connection');
}

/** The received bytes are not a valid response. */
export function invalid(what: string): WireFault {
  return new WireFault('ERR_ANSWER_INVALID', what);
}
