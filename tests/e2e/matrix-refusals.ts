/** The refusals of a service with status and code, and how each protocol reports them to callers. */

/** One kind of refusal. */
export interface Refusal {
  /** Name of the vessel that triggers it. */
  vessel: string;
  /** Status and code of the service's response. */
  status: number;
  code: string;
  retryable: boolean;
  /** Code that callers of some protocols get instead, because the service's code would describe the gateway. */
  toldAs?: Readonly<Record<string, string>>;
  /** Protocols in which a service cannot return this code; all callers then get `CONFLICT`. */
  unsaidOver?: readonly string[];
}

const asTool = { nact: 'CONFLICT' };
const withoutStatus = { nact: 'CONFLICT', mcp: 'CONFLICT', a2a: 'CONFLICT', 'a2a (REST)': 'CONFLICT' };

/** Every refusal in the matrix. */
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

/** The code that callers of a protocol get from a service of another protocol. */
export function reportedCode({ code, toldAs = {}, unsaidOver = [] }: Refusal, from: string, to: string): string {
  return unsaidOver.includes(from) ? 'CONFLICT' : (toldAs[to] ?? code);
}

/** Whether callers may retry. Over MCP the transport fails, so the outcome is unknown. */
export function reportedRetryable({ status, retryable }: Refusal, from: string): boolean {
  return retryable && !(from === 'mcp' && (status === 500 || status === 504));
}
