/** The time by which something is due whose due time may come from either of two clocks. */
import type { Clock } from '@dragoman/core/http';

/** A clock with the later time of both: after one of them is set, neither new nor older due times lie in the future. */
export function laterOf(one: Clock, other: Clock): Clock {
  return { now: () => Math.max(one.now(), other.now()) };
}
