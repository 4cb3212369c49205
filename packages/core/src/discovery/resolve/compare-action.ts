/**
 * Compares the action that an intent asks for with that of an operation: the same verb, a related one or the opposite
 * one; and how many of the things that the operation's name mentions the intent mentions too.
 */
import type { Instruction, Words } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { nameWords } from '../tool-text.js';
import type { English } from './english.js';

/** How an operation's action relates to the requested one. */
export interface ActionFit {
  /** 1: the same verb, 0: unrelated or unknown. */
  verb: number;
  /** Share of the nouns in the operation's name that the intent mentions, 0..1. */
  object: number;
  /** The operation does the opposite of what is asked. */
  opposed: boolean;
}

const synonymFit = 0.8;
const familyFit = 0.4;
/** Verbs below this weight are rarely the requested action. */
const minVerbWeight = 0.75;
const maxNameWords = 12;
const maxSummaryLength = 200;
/** "Stop sharing" asks for the opposite of "share". */
const endingVerbs: ReadonlySet<string> = new Set(['stop', 'quit', 'cease', 'end']);
const undoingPrefixes = ['un', 'de', 'dis'];
const switchingVerbs: ReadonlySet<string> = new Set(['turn', 'switch', 'put']);
const opposedParticles: Readonly<Record<string, string>> = { on: 'off', off: 'on' };

/** Creates the comparison for one intent. */
export function createActionComparison(
  instruction: Instruction,
  knowledge: English,
): (operation: Operation) => ActionFit {
  const { words } = knowledge;
  const asked = askedVerbs(instruction);
  const undone = undoneVerbs(instruction, words);
  const particles = new Set(instruction.tokens.map(({ lower }) => lower).filter((word) => word in opposedParticles));
  return (operation) => {
    const { verbs, nouns, particle } = readAction(operation, words);
    const opposed =
      verbs.some((verb) => undone.has(verb)) ||
      (particle !== undefined && !particles.has(particle) && particles.has(opposedParticles[particle] ?? '')) ||
      (asked[0] !== undefined && verbs[0] !== undefined && areOpposed(asked[0], verbs[0], words));
    const verb = Math.max(0, ...asked.flatMap((one) => verbs.map((other) => relation(one, other, knowledge))));
    return { verb: opposed ? 0 : verb, object: mentioned(nouns, instruction, knowledge), opposed };
  };
}

/** The verbs that may be the action, the most likely first. */
function askedVerbs({ verbs }: Instruction): string[] {
  const likely = verbs.filter(({ weight }) => weight >= minVerbWeight);
  return likely.sort((a, b) => b.weight - a.weight).map(({ verb }) => verb);
}

function undoneVerbs({ tokens }: Instruction, words: Words): Set<string> {
  const undone = tokens.flatMap(({ lower }, at) =>
    lower.endsWith('ing') && endingVerbs.has(tokens[at - 1]?.lower ?? '') ? [words.baseOf(lower)] : [],
  );
  return new Set(undone);
}

interface OperationAction {
  verbs: string[];
  nouns: string[];
  /** The particle of "turn on" and "switch off". */
  particle?: string;
}

function readAction({ name, verb, summary, description }: Operation, words: Words): OperationAction {
  const parts = nameWords(name).toLowerCase().split(' ').slice(0, maxNameWords);
  const own = parts.filter((part) => words.isListedVerb(part) && !words.isPlainlyNoun(part));
  const spoken = (summary ?? description ?? '').slice(0, maxSummaryLength);
  const said = own.length > 0 || spoken === '' ? [] : words.readIntent(spoken).verbs.map((each) => each.verb);
  const verbs = [...(verb === undefined ? [] : [verb.toLowerCase()]), ...own.slice(0, 1), ...said.slice(0, 1)];
  const nouns = parts
    .filter((part) => !verbs.includes(part) && words.isNoun(part))
    .map((part) => words.singularOf(part));
  const at = parts.findIndex((part) => switchingVerbs.has(part));
  const particle = parts[at + 1];
  const switched = at >= 0 && particle !== undefined && particle in opposedParticles;
  return { verbs, nouns, ...(switched ? { particle } : {}) };
}

function areOpposed(asked: string, own: string, words: Words): boolean {
  if (asked === own) return false;
  if (words.areOpposed(asked, own)) return true;
  if (undoingPrefixes.some((prefix) => asked === prefix + own || own === prefix + asked)) return true;
  const [one, other] = [words.familiesOf(asked), words.familiesOf(own)];
  const is = (families: readonly string[], family: string) => families.length === 1 && families[0] === family;
  return (is(one, 'end') && is(other, 'create')) || (is(one, 'create') && is(other, 'end'));
}

function relation(asked: string, own: string, { words, synonyms }: English): number {
  if (asked === own) return 1;
  if (synonyms.verbs(asked).has(own)) return synonymFit;
  const families = new Set(words.familiesOf(asked));
  return words.familiesOf(own).some((family) => families.has(family)) ? familyFit : 0;
}

function mentioned(nouns: readonly string[], { terms }: Instruction, { synonyms }: English): number {
  if (nouns.length === 0) return 0;
  const met = nouns.filter((noun) => terms.has(noun) || [...synonyms.nouns(noun)].some((other) => terms.has(other)));
  return met.length / nouns.length;
}
