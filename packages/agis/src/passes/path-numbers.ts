/** Reports things that one document writes both in the singular and in the plural (AGIS-PATH-09). */
import type { Findings } from '../finding.js';
import type { PassContext } from '../pass.js';
import type { PathSyntaxCode } from './path-syntax-rules.js';

/** One finding for each thing with both forms, at the second form. */
export function checkNumbers({ endpoints, words }: PassContext, found: Findings<PathSyntaxCode>): void {
  const spelt = new Map<string, string>();
  const reported = new Set<string>();
  for (const { path, pointer } of endpoints) {
    for (const segment of listSegments(path)) {
      const singular = segment.replace(/[a-z]+$/, (last) => words.singularOf(last));
      const other = spelt.get(singular) ?? segment;
      spelt.set(singular, other);
      if (other === segment || reported.has(singular)) continue;
      reported.add(singular);
      found.report('agis/path-number-mixed', {
        pointer: `${pointer}/path`,
        element: segment,
        parameters: { segment, other },
      });
    }
  }
}

function listSegments(path: string | undefined): string[] {
  return (path ?? '')
    .slice(0, 2_000)
    .split('/')
    .filter((segment) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(segment));
}
