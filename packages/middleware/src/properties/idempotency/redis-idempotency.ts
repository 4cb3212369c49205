/**
 * Keyed calls in Redis: one hash for each, changed by one script, so that processes that share it never run a call twice.
 * Redis forgets what has expired by itself. It must keep what it is told: no eviction, and persistence switched on.
 */
import type { LedgerAnswer, LedgerRow } from '@dragoman/core';
import { Failure } from '@dragoman/model';
import { createRedisScript, type RedisOptions, type RedisSend } from '../redis-script.js';
import type { IdempotencyStore } from './idempotency-store.js';
import { placeOf } from './sql-idempotency.js';

/** The first word says what is done; `held` rows are their holder's, and not settled. */
const script = createRedisScript(`
local key, action = KEYS[1], ARGV[1]
local row = redis.call('HMGET', key, 'state', 'node', 'lease', 'expiry', 'fingerprint')
local state, node, lease, expiry, fingerprint = row[1], row[2], tonumber(row[3] or 0), tonumber(row[4] or 0), row[5]
local held = state and state ~= 'settled' and node == ARGV[2]
if action == 'begin' then
  local now = tonumber(ARGV[3])
  if state and expiry > now and not (state == 'begun' and lease <= now) then return redis.call('HGETALL', key) end
  redis.call('DEL', key)
  redis.call('HSET', key, 'node', ARGV[2], 'fingerprint', ARGV[4], 'state', ARGV[5], 'started', ARGV[6], 'lease', ARGV[7], 'expiry', ARGV[8])
  redis.call('PEXPIRE', key, math.max(1, ARGV[8] - now))
  return 1
end
if action == 'takeover' then
  if state ~= 'sent' or lease > tonumber(ARGV[3]) or fingerprint ~= ARGV[4] then return 0 end
  redis.call('HSET', key, 'node', ARGV[2], 'lease', ARGV[5])
  return 1
end
if not held then return 0 end
if action == 'mark' then redis.call('HSET', key, 'state', 'sent') end
if action == 'renew' then redis.call('HSET', key, 'lease', ARGV[3]) end
if action == 'settle' then redis.call('HSET', key, 'state', 'settled', 'answer', ARGV[3]) end
if action == 'release' then redis.call('DEL', key) end
return 1
`);

/** Remembers through the host's own client: `createRedisIdempotencyStore((words) => client.sendCommand(words))`. */
export function createRedisIdempotencyStore(
  send: RedisSend,
  { prefix = 'dragoman:idempotency:' }: RedisOptions = {},
): IdempotencyStore {
  const place = (scope: string, key: string) => `${prefix}${placeOf(scope, key)}`;
  const run = (at: string, ...words: (string | number)[]) => script(send, at, words.map(String));
  const find = async (scope: string, key: string) => toRow(await send(['HGETALL', place(scope, key)]), scope, key);
  return {
    async begin({ scope, key, node, fingerprint, state, startedAt, leaseUntil, expiresAt }, now) {
      const times = [startedAt, leaseUntil, expiresAt].map(Date.parse);
      const told = await run(place(scope, key), 'begin', node, Date.parse(now), fingerprint, state, ...times);
      const row = told === 1 ? undefined : toRow(told, scope, key);
      return row === undefined ? { begun: true } : { begun: false, row };
    },
    async markSent(scope, key, node) {
      if ((await run(place(scope, key), 'mark', node)) === 1) return;
      throw new Failure('CALL_RUNNING', { retryAfter: 1 });
    },
    async takeOver({ scope, key, node, leaseUntil, fingerprint }, now) {
      const words = [node, Date.parse(now), fingerprint, Date.parse(leaseUntil)];
      return (await run(place(scope, key), 'takeover', ...words)) === 1;
    },
    async renew(scope, key, node, leaseUntil) {
      await run(place(scope, key), 'renew', node, Date.parse(leaseUntil));
    },
    async settle(scope, key, node, answer) {
      await run(place(scope, key), 'settle', node, JSON.stringify(answer));
    },
    async release(scope, key, node) {
      await run(place(scope, key), 'release', node);
    },
    find,
    prune: async () => 0,
  };
}

/** Clients give a hash as a flat list, or as an object where they speak RESP3. */
function toRow(reply: unknown, scope: string, key: string): LedgerRow | undefined {
  const fields = fieldsOf(reply);
  const { fingerprint, state, node, started, lease, expiry, answer } = fields;
  if (fingerprint === undefined || state === undefined || node === undefined) return undefined;
  const time = (milliseconds: string | undefined) => new Date(Number(milliseconds)).toISOString();
  return {
    scope,
    key,
    fingerprint,
    state: state as LedgerRow['state'],
    node,
    startedAt: time(started),
    leaseUntil: time(lease),
    expiresAt: time(expiry),
    ...(answer === undefined ? {} : { answer: JSON.parse(answer) as LedgerAnswer }),
  };
}

function fieldsOf(reply: unknown): Partial<Record<string, string>> {
  if (reply instanceof Map) return Object.fromEntries(reply) as Record<string, string>;
  if (!Array.isArray(reply)) return (reply ?? {}) as Record<string, string>;
  const pairs = Array.from({ length: reply.length / 2 }, (_, at) => [String(reply[2 * at]), String(reply[2 * at + 1])]);
  return Object.fromEntries(pairs) as Record<string, string>;
}
