/** Turns what the network threw into one of the upstream failures, in words that are safe to show. */
import { Failure, isFailure } from '@dragoman/model';

const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);

const certificateFaults = new Map([
  ['CERT_HAS_EXPIRED', 'it has expired'],
  ['CERT_NOT_YET_VALID', 'it is not valid yet'],
  ['CERT_REVOKED', 'it was revoked'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'it was made for another host name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'it is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its issuer is not known'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'its issuer is not known'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its issuer is not known'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its issuer is not known'],
]);

const sentences: readonly [RegExp, string][] = [
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'The upstream could not be reached.'],
  [/^(EAI_|ESERVFAIL|ETIMEOUT)/, 'The host name could not be looked up just now.'],
  [
    /^(ECONNRESET|EPIPE|ERR_ANSWER_BROKEN|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    'The upstream broke the connection off.',
  ],
  [
    /^(HPE_|HTTPParserError|ERR_ANSWER_INVALID|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RESPONSE)/,
    'The upstream did not answer in valid HTTP.',
  ],
  [/^(ERR_SSL_|ERR_OSSL_|ERR_TLS_|EPROTO)/, 'A secure connection to the upstream could not be made.'],
];

/** The failure for anything thrown while calling an upstream; a failure stays what it is. */
export function toUpstreamFailure(thrown: unknown): Failure {
  const failure = findFailure(thrown);
  if (failure !== undefined) return failure;
  const code = codeOf(thrown);
  if (timeouts.has(code)) return new Failure('UPSTREAM_TIMEOUT', { cause: thrown });
  const fault = certificateFaults.get(code);
  const message =
    fault === undefined
      ? sentences.find(([pattern]) => pattern.test(code))?.[1]
      : `The upstream's certificate is not accepted: ${fault}.`;
  return new Failure('UPSTREAM_ERROR', message === undefined ? { cause: thrown } : { message, cause: thrown });
}

/** Undici and the look-up may wrap what was thrown inside them. */
function findFailure(thrown: unknown): Failure | undefined {
  let inner = thrown;
  for (let depth = 0; depth < 4 && inner !== undefined; depth += 1) {
    if (isFailure(inner)) return inner;
    inner = inner instanceof Error ? inner.cause : undefined;
  }
  return undefined;
}

/** The code of what was thrown, its name where it has none (undici's parser errors), else its cause's. */
export function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  const { code } = thrown as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  return thrown.cause === undefined ? thrown.name : codeOf(thrown.cause);
}
