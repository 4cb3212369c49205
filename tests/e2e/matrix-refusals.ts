/** What a service refuses, with which status and code, and how that is told to callers of each protocol. */

/** One way to be refused. */
export interface Refusal {
  /** Name of the vessel that meets it. */
  vessel: string;
  /** Status and code that the service answers with. */
  status: number;
  code: string;
  retryable: boolean;
  /** Code that callers of some protocols are told instead, since the service's would say something of the gateway. */
  toldAs?: Readonly<Record<string, string>>;
  /** Protocols over which a service cannot say it; callers of all are then told `CONFLICT`. */
  unsaidOver?: readonly string[];
}

const asTool = { nact: 'CONFLICT' };
const withoutStatus = { nact: 'CONFLICT', mcp: 'CONFLICT', a2a: 'CONFLICT', 'a2a (REST)': 'CONFLICT' };

/** Every refusal that the matrix tries. */
export const refusals: readonly Refusal[] = [
  { vessel: 'Storm', status: 503, code: 'UNAVAILABLE', retryable: true },
  { vessel: 'Crowd', status: 429, code: 'RATE_LIMITED', retryable: true },
  { vessel: 'Wreck', status: 500, code: 'UPSTREAM_ERROR', retryable: true },
  { vessel: 'Drift', status: 504, code: 'UPSTREAM_TIMEOUT', retryable: true },
  { vessel: 'Twin', status: 409, code: 'CONFLICT', retryable: false },
  { vessel: 'Ghost', status: 404, code: 'NOT_FOUND', retryable: false, toldAs: asTool },
  { vessel: 'Relic', status: 410, code: 'GONE', retryable: false, toldAs: asTool },
  { vessel: 'Ark', status: 422, code: 'INVALID_INPUT', retryable: false, toldAs: asTool },
  {
    vessel: 'Pirate',
    status: 403,
    code: 'FORBIDDEN',
    retryable: false,
    toldAs: withoutStatus,
    unsaidOver: ['mcp', 'a2a'],
  },
];

/** The code that callers of a protocol are told of a service that came in another. */
export function toldCode({ code, toldAs = {}, unsaidOver = [] }: Refusal, from: string, to: string): string {
  return unsaidOver.includes(from) ? 'CONFLICT' : (toldAs[to] ?? code);
}

/** Whether callers may try again. Over MCP it is the transport that breaks then, and nobody knows what was done. */
export function toldRetryable({ status, retryable }: Refusal, from: string): boolean {
  return retryable && !(from === 'mcp' && (status === 500 || status === 504));
}
