/**
 * Computes which members are reached by hand-overs, and which groups of members keep a conversation among themselves.
 */
import type { TeamMember } from '@dragoman/model';

/** Names of the members that a conversation starting here can reach, including this one. */
export function reachedFrom(members: readonly TeamMember[], entry: string): Set<string> {
  const byName = new Map(members.map((member) => [member.name, member]));
  const reached = new Set<string>();
  const waiting = [entry];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const member = byName.get(name);
    if (member === undefined || reached.has(name)) continue;
    reached.add(name);
    waiting.push(...member.handsOverTo);
  }
  return reached;
}

/** Members that hand over only among themselves, and the members that thereby become unreachable. */
export interface ClosedCycle {
  inside: string[];
  outside: string[];
}

/** Every group of two or more members without an exit, if at least one reached member is outside of it. */
export function closedCycles(members: readonly TeamMember[], reached: ReadonlySet<string>): ClosedCycle[] {
  const reach = new Map(members.map(({ name }) => [name, reachedFrom(members, name)]));
  const reported = new Set<string>();
  const cycles: ClosedCycle[] = [];
  for (const { name } of members) {
    if (!reached.has(name) || reported.has(name)) continue;
    const inside = reach.get(name) ?? new Set();
    const isCycle = inside.size > 1 && [...inside].every((other) => reach.get(other)?.size === inside.size);
    const outside = [...reached].filter((other) => !inside.has(other));
    if (!isCycle || outside.length === 0) continue;
    for (const other of inside) reported.add(other);
    cycles.push({ inside: [...inside], outside });
  }
  return cycles;
}
