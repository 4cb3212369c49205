/**
 * Names of operations derived from an imperative method and a path, as in AGIS' bridge to MCP (App. C.2(a); agis.md
 * R30).
 */

/** `BOOK /reservation/{id}` → `book_reservation`: method and first literal segment, in lower case, hyphens kept. */
export function generatedName(method: string, path: string): string {
  const [first = ''] = literalSegments(path);
  return `${method}_${first}`.toLowerCase();
}

/** Alternative names for a collision, in order: further literal segments are added, then a number; infinite. */
export function* widerNames(method: string, path: string): Generator<string> {
  const segments = literalSegments(path);
  for (let count = 1; count <= segments.length; count += 1) {
    yield [method, ...segments.slice(0, count)].join('_').toLowerCase();
  }
  const whole = [method, ...segments].join('_').toLowerCase();
  for (let number = 2; ; number += 1) yield `${whole}_${number}`;
}

function literalSegments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
}
