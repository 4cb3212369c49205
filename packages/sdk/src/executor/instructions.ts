/** The initial instructions of a model: the procedure, with tool mentions under the names that the model sees. */
import type { BoundTool } from './bound-tool.js';

/** Joins procedures and replaces `name()` by the alias of a renamed tool; lists all aliases when there are several. */
export function writeInstructions(procedures: readonly (string | undefined)[], tools: readonly BoundTool[]): string {
  const text = procedures.filter((procedure) => procedure !== undefined && procedure.trim() !== '').join('\n\n');
  const aliases = new Map<string, string[]>();
  for (const { identity } of tools) {
    aliases.set(identity.name, [...(aliases.get(identity.name) ?? []), identity.alias]);
  }
  return text.replaceAll(/[\p{L}\p{N}_-]+(?=\((\)?))/gu, (mention, closed: string | undefined) => {
    const named = aliases.get(mention) ?? [mention];
    // With inputs inside the brackets only one name can precede them.
    return closed === ')' || named.length === 1 ? named.join('() or ') : mention;
  });
}
