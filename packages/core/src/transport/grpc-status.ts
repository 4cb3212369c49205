/** The status codes of gRPC, and how they correspond to those of HTTP. */

/** Codes by name, in the order of their numbers. */
const names = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
] as const;

/** A status code by name. */
export type GrpcStatusName = (typeof names)[number];

/** The number of a status code. */
export function grpcCode(name: GrpcStatusName): number {
  return names.indexOf(name);
}

const httpStatuses: Readonly<Record<GrpcStatusName, number>> = {
  OK: 200,
  CANCELLED: 499,
  UNKNOWN: 500,
  INVALID_ARGUMENT: 400,
  DEADLINE_EXCEEDED: 504,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  RESOURCE_EXHAUSTED: 429,
  FAILED_PRECONDITION: 409,
  ABORTED: 409,
  OUT_OF_RANGE: 400,
  UNIMPLEMENTED: 501,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DATA_LOSS: 500,
  UNAUTHENTICATED: 401,
};

/** The HTTP status for a `grpc-status`; 500 for an unknown one. */
export function httpStatusOf(grpcStatus: string | undefined): number {
  const name = /^\d{1,2}$/.test(grpcStatus ?? '') ? names[Number(grpcStatus)] : undefined;
  return httpStatuses[name ?? 'UNKNOWN'];
}

const statusNames: Readonly<Record<number, GrpcStatusName>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  413: 'RESOURCE_EXHAUSTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** The name of the status code for an HTTP status of a failure. */
export function grpcStatusName(status: number): GrpcStatusName {
  return statusNames[status] ?? (status < 500 ? 'FAILED_PRECONDITION' : 'INTERNAL');
}

/** Maximum characters of a message in a trailer. */
const maxMessage = 2000;

/** Writes a text as `grpc-message`: percent-encoded UTF-8 where it is not printable ASCII. */
export function writeGrpcMessage(text: string): string {
  return Buffer.from(text.slice(0, maxMessage)).reduce((written, byte) => {
    const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    return written + (isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  }, '');
}

/** Reads a `grpc-message`; invalid percent-encoding is kept as it is. */
export function readGrpcMessage(written: string): string {
  const cut = written.slice(0, 3 * maxMessage);
  try {
    return decodeURIComponent(cut);
  } catch {
    return cut;
  }
}
