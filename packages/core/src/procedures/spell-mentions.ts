/**
 * Rewrites a text for a model: tools mentioned by a vendor's or an earlier name get their current name in the toolset.
 */
import type { ProcedureTool } from './procedure-tools.js';
import { resolveTool } from './procedure-tools.js';
import { meantMentions, readProcedure } from './read-procedure.js';

/** The text with every mention under the name that models see; nothing else changes. */
export function spellMentions(text: string, tools: readonly ProcedureTool[]): string {
  const lines = text.split(/(\r\n|\n|\r)/);
  const renamed = meantMentions(readProcedure(text), tools).flatMap(({ name, start, end }) => {
    const resolved = resolveTool(name, tools);
    const now = resolved !== undefined && 'tool' in resolved ? resolved.tool.name : name;
    return now === name ? [] : [{ start, end, now }];
  });
  // From the end of the text to its beginning, so that the remaining offsets stay valid.
  for (const { start, end, now } of renamed.reverse()) {
    const at = (start.line - 1) * 2;
    const line = lines[at] ?? '';
    if (start.line === end.line) lines[at] = line.slice(0, start.column - 1) + now + line.slice(end.column - 1);
  }
  return lines.join('');
}
