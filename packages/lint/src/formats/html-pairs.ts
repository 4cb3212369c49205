/** Similar operations, drawn as two columns of names connected by lines. */
import type { LintFinding } from '../rule-model/rule.js';
import { escapeMarkup } from './escape-markup.js';

/** Maximum number of pairs drawn. */
const maxPairs = 30;

/** Draws the pairs; empty when there are none. */
export function drawPairs(findings: readonly LintFinding[]): string {
  const pairs = findings.flatMap(({ rule, message }) => {
    const [, one, other, percent] = /^(.+) reads like (.+) \((\d+) % similar\)\.$/.exec(message) ?? [];
    if (rule !== 'operations-too-similar' || one === undefined || other === undefined) return [];
    return [{ one, other, percent: Number(percent) }];
  });
  if (pairs.length === 0) return '';
  const drawn = pairs.slice(0, maxPairs);
  const left = [...new Set(drawn.map(({ other }) => other))];
  const right = [...new Set(drawn.map(({ one }) => one))];
  const y = (list: readonly string[], name: string) => 20 + 24 * list.indexOf(name);
  const lines = drawn.map(({ one, other, percent }) => {
    const [from, to] = [y(left, other) - 4, y(right, one) - 4];
    return `<path stroke-width="${((percent - 80) / 8).toFixed(1)}" d="M300 ${from}C400 ${from} 400 ${to} 500 ${to}"><title>${percent} % similar</title></path>`;
  });
  const label = (name: string) => escapeMarkup(name.length > 42 ? `${name.slice(0, 41)}…` : name);
  const names = [
    ...left.map((name) => `<text x="292" y="${y(left, name)}" text-anchor="end">${label(name)}</text>`),
    ...right.map((name) => `<text x="508" y="${y(right, name)}">${label(name)}</text>`),
  ];
  const height = 20 + 24 * Math.max(left.length, right.length);
  const more = pairs.length > maxPairs ? `<p>… and ${pairs.length - maxPairs} more pairs</p>` : '';
  return `<section><h2>Operations that are easily confused</h2><svg viewBox="0 0 800 ${height}" role="img">${lines.join('')}${names.join('')}</svg>${more}</section>`;
}
