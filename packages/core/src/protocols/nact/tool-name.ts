/**
 * Tool names: `<operation>` among the tools of one entry, `<agent>__<operation>` elsewhere. They are derived from facts
 * of an entry that never change, so that a published name is stable. A word never has two underscores in a row, and a
 * word that was changed, or could be confused with a changed one, has a hash. Names have at most 64 characters, since model APIs accept no longer ones (nact.md GAP-33).
 */
import { sha256Hex } from '#digest';
import { toSnakeCase } from '../../documents/identifier.js';

const plainWord = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const hashed = /_[0-9a-f]{12}$/;
const maxWordLength = 100;
const maxNameLength = 64;

/** Characters of the agent that stay in a shortened name. */
const maxPrefixLength = 20;

/** One part of a name, different for different identities. */
export function toolWord(text: string, identity: string): string {
  if (text === identity && plainWord.test(text) && text.length <= maxWordLength && !hashed.test(text)) return text;
  const hash = hashOf(identity);
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

/** Names of a tool: among the tools of its entry, and elsewhere. */
export interface ToolNames {
  plainName: string;
  fullName: string;
}

/** Names that every model API accepts. */
const modelName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/**
 * Both names of a tool; a tool that replaced one with another contract gets a number. Among the tools of its entry, a
 * tool of a vendor that serves N-ACT has the vendor's own name, if model APIs accept it and no other tool has it too.
 */
export function toolNames(agent: string, operation: string, generation: number, vendorName?: string): ToolNames {
  const suffix = generation === 1 ? '' : `__${generation}`;
  const longest = maxNameLength - suffix.length;
  const word = toolWord(operation, operation);
  const isOwn =
    vendorName !== undefined &&
    modelName.test(vendorName) &&
    vendorName.length <= longest &&
    toSnakeCase(vendorName, 'tool').slice(0, maxWordLength) === operation;
  return {
    plainName: `${isOwn ? vendorName : shortenWord(word, longest)}${suffix}`,
    fullName: `${shortenName(agent, word, longest)}${suffix}`,
  };
}

function shortenWord(word: string, longest: number): string {
  if (word.length <= longest) return word;
  const hash = hashOf(word);
  return `${cut(word, longest - hash.length - 1)}_${hash}`;
}

/** Keeps the beginning of both parts readable; the hash of the whole name keeps shortened names apart. */
function shortenName(agent: string, word: string, longest: number): string {
  const name = `${agent}__${word}`;
  if (name.length <= longest) return name;
  const hash = hashOf(name);
  const prefix = cut(agent, maxPrefixLength);
  return `${prefix}__${cut(word, longest - prefix.length - hash.length - 3)}_${hash}`;
}

function cut(word: string, length: number): string {
  return word.slice(0, length).replace(/_+$/, '');
}

function hashOf(text: string): string {
  return sha256Hex(text).slice(0, 12);
}
