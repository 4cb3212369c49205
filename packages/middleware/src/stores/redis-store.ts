/**
 * Rows in Redis: one hash each, changed by one script, so that processes that share it never execute anything twice.
 * Redis expires rows automatically. It must not lose data: disable eviction, and enable persistence.
 */

import { createRedisScript, type RedisOptions, type RedisSend } from '@dragoman/core/http';
import type { KeptRow, PropertyStore, RowGuard } from './property-store.js';
import { placeOf } from './sql-store.js';

/** The action and the expectation are followed by names and values to set; returns the row when it stays. */
const script = createRedisScript(`
local key, action, asked = KEYS[1], ARGV[1], cjson.decode(ARGV[2])
local row = redis.call('HMGET', key, 'state', 'holder', 'mark', 'heldUntil', 'expiresAt', 'watch')
local state, held, expiry = row[1], tonumber(row[4] or 0), tonumber(row[5] or 0)
local set = {}
for at = 3, #ARGV, 2 do set[ARGV[at]] = ARGV[at + 1] end
if action == 'insert' then
  local free = state == asked.free and held <= asked.now
  if state and expiry > asked.now and not free then return redis.call('HGETALL', key) end
  redis.call('DEL', key)
  redis.call('HSET', key, unpack(ARGV, 3))
  redis.call('PEXPIRE', key, math.max(1, set.expiresAt - asked.now))
  return 1
end
if not state then return 0 end
local known = not asked.states
for _, name in ipairs(asked.states or {}) do known = known or name == state end
if not known or (asked.holder and asked.holder ~= row[2]) or (asked.mark and asked.mark ~= row[3]) then return 0 end
if (asked.watch and asked.watch ~= row[6]) or (asked.heldBefore and held > asked.heldBefore) then return 0 end
if action == 'remove' then return redis.call('DEL', key) end
for name, value in pairs(set) do
  if value == '' and (name == 'watch' or name == 'body') then redis.call('HDEL', key, name) else redis.call('HSET', key, name, value) end
end
if set.expiresAt then redis.call('PEXPIRE', key, math.max(1, redis.call('PTTL', key) + set.expiresAt - expiry)) end
if action == 'take' then return redis.call('HGETALL', key) end
return 1
`);

/** Stores through the host's own client: `createRedisStore((words) => client.sendCommand(words))`. */
export function createRedisStore(send: RedisSend, { prefix = 'dragoman:row:' }: RedisOptions = {}): PropertyStore {
  const keyOf = (place: string) => `${prefix}${placeOf(place)}`;
  const listOf = (watch: string) => `${prefix}watch:${watch}`;
  const run = (key: string, action: string, asked: object, changes: Partial<KeptRow> = {}) =>
    script(send, key, [action, JSON.stringify(asked), ...wordsOf(changes)]);
  // The list of watched rows may contain too many, never too few: it is written before the row, and corrected on read.
  const note = async (key: string, { watch, heldUntil }: Partial<KeptRow>) => {
    if (watch !== undefined && heldUntil !== undefined) await send(['ZADD', listOf(watch), String(heldUntil), key]);
  };
  const take = async (key: string, watch: string, now: number, until: number): Promise<KeptRow[]> => {
    const result = await run(key, 'take', { watch, heldBefore: now }, { heldUntil: until });
    const row = toRow(result === 0 ? await send(['HGETALL', key]) : result);
    if (row?.watch === watch) await note(key, row);
    else await send(['ZREM', listOf(watch), key]);
    return result === 0 || row === undefined ? [] : [row];
  };
  return {
    async insert(place, row, asked) {
      await note(keyOf(place), row);
      const result = await run(keyOf(place), 'insert', asked, row);
      return result === 1 ? undefined : toRow(result);
    },
    find: async (place) => toRow(await send(['HGETALL', keyOf(place)])),
    async change(place, changes, guard) {
      await note(keyOf(place), changes);
      return (await run(keyOf(place), 'change', guard, changes)) === 1;
    },
    async remove(place, guard: RowGuard) {
      await run(keyOf(place), 'remove', guard);
    },
    async takeDue(watch, { now, until, limit }) {
      const words = ['ZRANGEBYSCORE', listOf(watch), '-inf', String(now), 'LIMIT', '0', String(limit)];
      const keys = (await send(words)) as string[];
      return (await Promise.all(keys.map((key) => take(String(key), watch, now, until)))).flat();
    },
    prune: async () => 0,
  };
}

/** Alternating names and values; removed ones are empty. */
function wordsOf(changes: Partial<KeptRow>): string[] {
  return Object.entries(changes).flatMap(([name, value]) => [name, value === undefined ? '' : String(value)]);
}

/** Clients return a hash as a flat list, or as an object with RESP3. */
function toRow(reply: unknown): KeptRow | undefined {
  const { state, holder, mark = '', startedAt, heldUntil, expiresAt, watch, body } = fieldsOf(reply);
  if (state === undefined || holder === undefined) return undefined;
  return {
    state,
    holder,
    mark,
    startedAt: Number(startedAt),
    heldUntil: Number(heldUntil),
    expiresAt: Number(expiresAt),
    ...(watch === undefined || watch === '' ? {} : { watch }),
    ...(body === undefined || body === '' ? {} : { body }),
  };
}

function fieldsOf(reply: unknown): Partial<Record<string, string>> {
  if (reply instanceof Map) return Object.fromEntries(reply) as Record<string, string>;
  if (!Array.isArray(reply)) return (reply ?? {}) as Record<string, string>;
  const pairs = Array.from({ length: reply.length / 2 }, (_, at) => [String(reply[2 * at]), String(reply[2 * at + 1])]);
  return Object.fromEntries(pairs) as Record<string, string>;
}
