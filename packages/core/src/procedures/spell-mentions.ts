/** The text for a model: tools mentioned by a vendor's or an earlier name are spelt as the toolset names them now. */
import type { ProcedureTool } from './procedure-tools.js';
import { resolveTool } from './procedure-tools.js';
import { meantMentions, readProcedure } from './read-procedure.js';

/** The same text with every mention under the name that models see; nothing else is touched. */
export function spellMentions(text: string, tools: readonly ProcedureTool[]): string {
  const lines = text.split(/(\r\n|\n|\r)/);
  const renamed = meantMentions(readProcedure(text), tools).flatMap(({ name, start, end }) => {
    const resolved = resolveTool(name, tools);
    const now = resolved !== undefined && 'tool' in resolved ? resolved.tool.name : name;
    return now === name ? [] : [{ start, end, now }];
  });
  // From the end of the text to its beginning, so that places keep their meaning.
  for (const { start, end, now } of renamed.reverse()) {
    const at = (start.line - 1) * 2;
    const line = lines[at] ?? '';
    if (start.line === end.line) lines[at] = line.slice(0, start.column - 1) + now + line.slice(end.column - 1);
  }
  return lines.join('');
}
