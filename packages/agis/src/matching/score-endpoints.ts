/**
 * Steps 1 to 3 of matching: how well the verb, the nouns of the path and the intent of each endpoint match an
 * instruction.
 */
import type { Similarity } from '../pass.js';
import type { AskedVerb, Instruction, ReadingKnowledge } from './read-instruction.js';
import { onlyChanges, onlyReads, termOf, termsOf } from './read-instruction.js';
import type { MappedEndpoint } from './service-map.js';

/** How well an endpoint matches; each part is 0..1. */
export interface EndpointScore {
  endpoint: MappedEndpoint;
  /** Step 1: the requested verb compared with the method. */
  method: number;
  /** The word that matched the method. */
  verb?: string;
  /** Step 2: the nouns of the path compared with the object. */
  path: number;
  /** Step 3: the words of the intent and the contract compared with the instruction. */
  intent: number;
  /** True when the intent says the opposite of the instruction; the endpoint is excluded. */
  contradicts: boolean;
}

/** The words of an endpoint, weighted by how specific they are. */
interface EndpointTerms {
  path: ReadonlySet<string>;
  /** Term → weight. */
  all: ReadonlyMap<string, number>;
}

/** Scores endpoints; reuse it, since it reads the words of its endpoints once. */
export interface EndpointScorer {
  score(instruction: Instruction): EndpointScore[];
}

/** Creates the scorer of a set of endpoints. */
export function createScorer(
  endpoints: readonly MappedEndpoint[],
  knowledge: ReadingKnowledge,
  similarity?: Similarity,
): EndpointScorer {
  const terms = endpoints.map((endpoint) => readTerms(endpoint, knowledge));
  const rarity = measureRarity(terms);
  return {
    score: (instruction) =>
      endpoints.map((endpoint, at) => {
        const own = terms[at] ?? { path: new Set(), all: new Map() };
        const { score, verb } = scoreMethod(endpoint, instruction, knowledge, similarity);
        return {
          endpoint,
          method: score,
          ...(verb === undefined ? {} : { verb }),
          path: scorePath(own.path, instruction, knowledge),
          intent: scoreIntent(own.all, instruction, { knowledge, rarity }),
          contradicts: contradicts(endpoint, instruction, score, knowledge),
        };
      }),
  };
}

function readTerms(
  { path, intent, outcome, service, hints, input }: MappedEndpoint,
  { words }: ReadingKnowledge,
): EndpointTerms {
  const all = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const term of termsOf(text, words)) all.set(term, Math.max(all.get(term) ?? 0, weight));
  };
  const literal = path.replace(/\{[^}]*\}/g, ' ');
  add(literal, 1);
  add(intent, 0.9);
  add(path.replaceAll(/[{}]/g, ' '), 0.7);
  add(outcome, 0.6);
  const properties = typeof input.properties === 'object' && input.properties !== null ? input.properties : {};
  for (const [name, schema] of Object.entries(properties))
    add(`${name.replaceAll('_', ' ')} ${enumWords(schema)}`, 0.7);
  for (const phrases of hints.values()) add(phrases.join(' '), 0.6);
  add(`${service.service} ${service.domain ?? ''}`, 0.5);
  return { path: new Set(termsOf(literal, words)), all };
}

function enumWords(schema: unknown): string {
  const values = typeof schema === 'object' && schema !== null && 'enum' in schema ? schema.enum : [];
  return Array.isArray(values)
    ? values
        .filter((value) => typeof value === 'string')
        .join(' ')
        .replaceAll('_', ' ')
    : '';
}

/** A word that few endpoints use is more specific than one that all of them use. */
function measureRarity(terms: readonly EndpointTerms[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const { all } of terms) for (const term of all.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + terms.length / (counts.get(term) ?? 0.5));
}

interface MethodScore {
  score: number;
  verb?: string;
}

function scoreMethod(
  endpoint: MappedEndpoint,
  { verbs, question }: Instruction,
  knowledge: ReadingKnowledge,
  similarity?: Similarity,
): MethodScore {
  const method = endpoint.method.toLowerCase();
  let best: MethodScore = { score: 0 };
  for (const asked of verbs) {
    // "Which reservation is mine" mentions a reservation but does not request one.
    const likely = question && asked.from === 'noun' ? asked.weight / 2 : asked.weight;
    const score = likely * closeness(asked, method, knowledge, similarity);
    if (score > best.score) best = { score, verb: asked.verb };
  }
  const families = knowledge.words.familiesOf(method);
  if (question && onlyReads(families) && best.score < 0.6) return { ...best, score: 0.6 };
  return best;
}

function closeness(
  { verb, from }: AskedVerb,
  method: string,
  { words, synonyms }: ReadingKnowledge,
  similarity?: Similarity,
): number {
  if (words.areOpposed(verb, method)) return 0;
  const hidden = from === 'noun' ? 0.9 : 1;
  if (verb === method) return hidden;
  if (synonyms.verbs(verb).has(method)) return 0.85 * hidden;
  const near = similarity === undefined ? 0 : Math.max(0, similarity.score(method.toUpperCase(), verb)) * 0.8;
  const families = words.familiesOf(method);
  const kin = words.familiesOf(verb).some((family) => families.includes(family)) ? 0.35 : 0;
  return Math.max(near, kin * hidden);
}

function scorePath(path: ReadonlySet<string>, { terms }: Instruction, { synonyms }: ReadingKnowledge): number {
  let best = 0;
  for (const noun of path) {
    if (terms.has(noun)) return 1;
    if ([...synonyms.nouns(noun)].some((other) => terms.has(other))) best = 0.85;
  }
  return best;
}

/** The share of the instruction that the endpoint's own words cover, weighted by rarity. */
function scoreIntent(
  all: ReadonlyMap<string, number>,
  { terms }: Instruction,
  { knowledge, rarity }: { knowledge: ReadingKnowledge; rarity: (term: string) => number },
): number {
  let said = 0;
  let met = 0;
  for (const term of terms.keys()) {
    const weight = rarity(term);
    said += weight;
    met += weight * termWeight(all, term, knowledge);
  }
  return said === 0 ? 0 : met / said;
}

function termWeight(all: ReadonlyMap<string, number>, term: string, { words, synonyms }: ReadingKnowledge): number {
  const direct = all.get(term);
  if (direct !== undefined) return direct;
  const related = [...synonyms.nouns(term), ...synonyms.verbs(term), words.verbOf(term) ?? ''];
  const best = Math.max(0, ...related.map((other) => all.get(termOf(other, words)) ?? 0));
  return best * 0.8;
}

/**
 * An instruction to change something never matches an endpoint that only reads, and a question never matches one that
 * acts.
 */
function contradicts(
  { method, intent }: MappedEndpoint,
  { verbs, question }: Instruction,
  score: number,
  { words }: ReadingKnowledge,
): boolean {
  if (score >= 0.7) return false;
  const main = verbs.find(({ weight, from }) => weight === 1 && from !== 'noun');
  const own = [...words.familiesOf(method), ...words.readIntent(intent).verbs.flatMap(({ families }) => families)];
  if (question) return onlyChanges(own);
  if (main === undefined || !words.isFiled(main.verb)) return false;
  return onlyChanges(words.familiesOf(main.verb)) && onlyReads(own);
}
