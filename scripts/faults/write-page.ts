/** The page docs/reference/faults.md. */
import type { FaultResult } from './fault-part.js';

const intro = `# What holds under faults

Written by \`npm run faults -- --write\`, which starts real servers and breaks them under load. Every row was counted in the run
that its section names; a run of some parts replaces their sections only. "Violations" counts acknowledged writes that were lost,
calls that were executed twice or have no audit record, broken chains, differences between index and store, limits exceeded by
more than 10 %, and answers that the documentation does not promise.
`;

/** The page with the sections of a run; parts that were not run keep the sections of the page before. */
export function writePage(before: string, results: readonly FaultResult[], run: string): string {
  const sections = new Map(
    before.split(/^(?=## )/m).flatMap((text) => (text.startsWith('## ') ? [[titleOf(text), text.trimEnd()]] : [])) as [
      string,
      string,
    ][],
  );
  for (const result of results) sections.set(result.title, writeSection(result, run));
  return `${intro}\n${[...sections.values()].join('\n\n')}\n`;
}

function titleOf(section: string): string {
  return /^## (.*)$/m.exec(section)?.[1] ?? '';
}

function writeSection({ title, method, counts, violations, skipped }: FaultResult, run: string): string {
  if (skipped !== undefined) return `## ${title}\n\nNot run: ${skipped}.`;
  const rows = [...counts, ['**violations**', violations.length] as const].map(
    ([what, count]) => `| ${what} | ${count.toLocaleString('en-US')} |`,
  );
  return `## ${title}\n\n${method} ${run}\n\n| | |\n|---|---:|\n${rows.join('\n')}`;
}
