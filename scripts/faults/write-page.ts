/** The page docs/reference/faults.md. */
import type { FaultResult } from './fault-part.js';

/** The results as Markdown. */
export function writePage(results: readonly FaultResult[], seed: number): string {
  return `# What holds under faults

Written by \`npm run faults -- --write\` (seed ${seed}), which starts real servers and breaks them under load. Every row
was counted in that run. "Violations" counts acknowledged writes that were lost, calls that were executed twice or have no
audit record, broken chains, differences between index and store, and answers that the documentation does not promise.

${results.map(writeSection).join('\n')}`;
}

function writeSection({ title, method, counts, violations, skipped }: FaultResult): string {
  if (skipped !== undefined) return `## ${title}\n\nNot run: ${skipped}.\n`;
  const rows = [...counts, ['**violations**', violations.length] as const].map(
    ([what, count]) => `| ${what} | ${count.toLocaleString('en-US')} |`,
  );
  return `## ${title}\n\n${method}\n\n| | |\n|---|---:|\n${rows.join('\n')}\n`;
}
