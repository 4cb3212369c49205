/** The score as a badge: a small SVG picture for a README. */
import type { LintReport } from '../linting/lint-document.js';

const labelWidth = 92;
const valueWidth = 40;

/** Writes the lowest score of the reports. */
export function writeBadge(reports: readonly LintReport[]): string {
  const totals = reports.flatMap(({ score }) => score.total ?? []);
  const value = totals.length === 0 ? 'n/a' : String(Math.min(...totals));
  const width = labelWidth + valueWidth;
  const text = (at: number, words: string) => `<text x="${at}" y="14" text-anchor="middle">${words}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="agent-friendly: ${value}">
<title>agent-friendly: ${value}</title>
<rect width="${width}" height="20" rx="3" fill="#444"/>
<path d="M${labelWidth} 0h${valueWidth - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${valueWidth - 3}z" fill="${colorOf(totals.length === 0 ? undefined : Number(value))}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(labelWidth / 2, 'agent-friendly')}${text(labelWidth + valueWidth / 2, value)}</g>
</svg>
`;
}

/** Dark enough for white text. */
function colorOf(score: number | undefined): string {
  if (score === undefined) return '#666';
  if (score >= 80) return '#2a7d2e';
  return score >= 50 ? '#946200' : '#b3261e';
}
