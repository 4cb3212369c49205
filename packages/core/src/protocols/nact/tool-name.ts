/**
 * Tool names: `<agent>__<operation>`, derived from facts of an entry that never change, so that a published name is
 * stable. A word never has two underscores in a row, and a word that was changed, or could be confused with a changed
 * one, has a hash.
 */
import { createHash } from 'node:crypto';
import { toSnakeCase } from '../../documents/identifier.js';

const plainWord = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const hashed = /_[0-9a-f]{12}$/;
const maxWordLength = 100;

/** One part of a name, different for different identities. */
export function toolWord(text: string, identity: string): string {
  if (text === identity && plainWord.test(text) && text.length <= maxWordLength && !hashed.test(text)) return text;
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 12);
  const word = toSnakeCase(text, 'tool')
    .replace(/_+/g, '_')
    .slice(0, maxWordLength)
    .replace(/^_+|_+$/g, '');
  return `${word === '' ? 'tool' : word}_${hash}`;
}

/** The agent part of a name: its id in snake case if that is reversible, otherwise its first slug. */
export function agentWord(id: string, slug: string): string {
  const dashed = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) ? id.replaceAll('-', '_') : undefined;
  return dashed === undefined ? toolWord(slug, id) : toolWord(dashed, dashed);
}

/** Name of a tool; a tool that replaced one with another contract gets a number. */
export function toolName(agent: string, operation: string, generation: number): string {
  const name = `${agent}__${toolWord(operation, operation)}`;
  return generation === 1 ? name : `${name}__${generation}`;
}
