/** Converts network errors to upstream failures, with messages that are safe to show. */
import { Failure, isFailure } from '@dragoman/model';

const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);

const certificateFaults = new Map([
  ['CERT_HAS_EXPIRED', 'it has expired'],
  ['CERT_NOT_YET_VALID', 'it is not valid yet'],
  ['CERT_REVOKED', 'it was revoked'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'it was issued for another host name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'it is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its issuer is unknown'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'its issuer is unknown'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its issuer is unknown'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its issuer is unknown'],
]);

const sentences: readonly [RegExp, string][] = [
  [/^ECONNREFUSED$/, 'The upstream could not be reached: nothing accepts connections at its address (ECONNREFUSED).'],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    'The upstream could not be reached: there is no route to its address.',
  ],
  [/^(EAI_|ESERVFAIL|ETIMEOUT)/, 'The host name could not be resolved.'],
  [
    /^(ECONNRESET|EPIPE|ERR_ANSWER_BROKEN|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    'The upstream closed the connection.',
  ],
  [
    /^(HPE_|HTTPParserError|ERR_ANSWER_INVALID|ERR_HTTP2_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RESPONSE)/,
    'The upstream did not respond with valid HTTP.',
  ],
  [
    /^ERR_SSL_WRONG_VERSION_NUMBER$/,
    'A secure connection to the upstream could not be established: it does not respond with TLS, so it may be a plain http server.',
  ],
  [/^(ERR_SSL_|ERR_OSSL_|ERR_TLS_|EPROTO)/, 'A secure connection to the upstream could not be established.'],
];

/** The failure for anything thrown while calling an upstream; a failure is returned unchanged. */
export function toUpstreamFailure(thrown: unknown): Failure {
  const failure = findFailure(thrown);
  if (failure !== undefined) return failure;
  const code = codeOf(thrown);
  if (timeouts.has(code)) return new Failure('UPSTREAM_TIMEOUT', { cause: thrown });
  const fault = certificateFaults.get(code);
  if (fault !== undefined) {
    const message = `The upstream's certificate is not accepted: ${fault}.`;
    return new Failure('UPSTREAM_UNTRUSTED', { message, cause: thrown });
  }
  const message = sentences.find(([pattern]) => pattern.test(code))?.[1];
  return new Failure('UPSTREAM_ERROR', message === undefined ? { cause: thrown } : { message, cause: thrown });
}

/** Undici and the DNS lookup may wrap the error. */
function findFailure(thrown: unknown): Failure | undefined {
  let inner = thrown;
  for (let depth = 0; depth < 4 && inner !== undefined; depth += 1) {
    if (isFailure(inner)) return inner;
    inner = inner instanceof Error ? inner.cause : undefined;
  }
  return undefined;
}

/** The code of the error, its name where it has no code (undici's parser errors), else that of its cause. */
export function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  const { code } = thrown as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  return thrown.cause === undefined ? thrown.name : codeOf(thrown.cause);
}
