/** Why Redis cannot be used, and what to do about it, without addresses or passwords. */

/** An explanation for operators. */
export interface RedisTrouble {
  reason: string;
  help: string;
}

const known: readonly [pattern: RegExp, help: string][] = [
  [/^(WRONGPASS|NOAUTH|ERR AUTH|ERR invalid password)/i, 'Correct the user name and password in redis.url.'],
  [/^NOPERM/, 'Allow this user all commands on keys and channels that begin with dragoman: (ACL SETUSER).'],
  [/^(READONLY|MASTERDOWN)/, 'Name the primary in redis.url; replicas do not accept writes.'],
  [/^(OOM|MISCONF)/, 'Redis refuses writes: free memory or disk space there.'],
  [/ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|timeout/i, 'Check the host and port in redis.url, and that Redis runs.'],
  [/self-signed|certificate|SSL|TLS/i, 'Use rediss:// for TLS with a trusted certificate, or redis:// without TLS.'],
];

/** Explains an error of the client. */
export function explainRedisError({ message, ...error }: Error & { code?: string }): RedisTrouble {
  const text = message === '' ? (error.code ?? 'the connection failed') : message;
  const reason = text.replace(/rediss?:\/\/\S*/gi, 'redis://…').slice(0, 300);
  const help = known.find(([pattern]) => pattern.test(text))?.[1];
  return { reason, help: help ?? 'See the log of Redis.' };
}
