/** The text that a model begins with: the procedure, with its mentions of tools under the names that the model sees. */
import type { BoundTool } from './bound-tool.js';

/** Joins procedures and spells `name()` as the alias where a name has become another; of several, all are named. */
export function writeInstructions(procedures: readonly (string | undefined)[], tools: readonly BoundTool[]): string {
  const text = procedures.filter((procedure) => procedure !== undefined && procedure.trim() !== '').join('\n\n');
  const aliases = new Map<string, string[]>();
  for (const { identity } of tools) {
    aliases.set(identity.name, [...(aliases.get(identity.name) ?? []), identity.alias]);
  }
  return text.replaceAll(/[\p{L}\p{N}_-]+(?=\((\)?))/gu, (mention, closed: string | undefined) => {
    const named = aliases.get(mention) ?? [mention];
    // With inputs between the brackets only one name can stand before them.
    return closed === ')' || named.length === 1 ? named.join('() or ') : mention;
  });
}
