/** Finds the known member that an unknown one probably means. */
import { nearestName } from '@dragoman/model';

/** A name in lower-case snake_case: `declaredVerbs` and `Declared-Verbs` are `declared_verbs`. */
export function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[-\s]+/g, '_')
    .toLowerCase();
}

/** The known name that is closest to the name in snake_case; undefined when none is close. */
export function nearestField(name: string, known: readonly string[]): string | undefined {
  return nearestName(toSnakeCase(name), known);
}
