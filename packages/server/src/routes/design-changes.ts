/** What a write would change in a procedure or a team, one sentence each, for dry runs; toolsets have a comparison of their own. */
import type { WrittenDesign } from '@dragoman/core/engine';
import { listChanges } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

/** Lists the changes; empty when nothing would change. */
export function listDesignChanges({ design, before, outcome }: WrittenDesign): string[] {
  const { kind, id } = design;
  if (outcome === 'unchanged') return [];
  if (before === undefined) return [`Creates the ${kind} '${id}'.`];
  return listChanges(membersOf(before), membersOf(design));
}

function membersOf({ name, visibility, grants, document }: WrittenDesign['design']): JsonObject {
  return { name, visibility, grants: [...grants], ...document };
}
