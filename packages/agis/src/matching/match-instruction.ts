/**
 * Matches a user's instruction to an endpoint, in the five steps of AGIS §11: method, path, intent, parameters,
 * confidence. The result is a decision with its trace: call, confirm, ask, escalate with the choices, not asked for, or
 * nothing matches.
 */
import type { JsonObject } from '@dragoman/model';
import { explainLanguage, findForeignLanguage } from '../mood/foreign-language.js';
import { type Effect, explainMood, mayCall } from '../mood/mood.js';
import { findNegation, readMood } from '../mood/read-mood.js';
import type { Similarity } from '../pass.js';
import type { Words } from '../words/words.js';
import { thresholdOf } from './confidence.js';
import type { Filled } from './fill-parameters.js';
import { fillParameters } from './fill-parameters.js';
import type { FillPorts } from './filling.js';
import type { Candidate, Match, MatchStep } from './match.js';
import type { ParameterSlot } from './parameter-slots.js';
import { readSlots } from './parameter-slots.js';
import type { Instruction } from './read-instruction.js';
import { onlyReads, readInstruction } from './read-instruction.js';
import type { EndpointScore, EndpointScorer } from './score-endpoints.js';
import { createScorer } from './score-endpoints.js';
import type { MappedEndpoint } from './service-map.js';
import { combineParts } from './several-actions.js';
import { splitActions } from './split-steps.js';
import { createSynonyms } from './synonyms.js';
import { dayIn } from './time-zone.js';
import { maxInstructionLength } from './tokens.js';

/** Options of one match. */
export interface MatchOptions {
  /** True: also matches a negation, a question, a report or a condition, as if it were a request. */
  anyway?: boolean;
  /** Parameters that the caller gives besides the instruction; they count as stated in it. */
  given?: JsonObject;
}

/** Dependencies of matching. */
export interface MatcherPorts {
  words: Words;
  /** IANA name of the user's time zone. */
  timeZone: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Semantic similarity, for verbs without listed synonyms and for other languages. */
  similarity?: Similarity;
  /** Also matches endpoints for automated processes. */
  includeSystem?: boolean;
}

/** Matches instructions against one set of endpoints. */
export interface Matcher {
  match(instruction: string, options?: MatchOptions): Match;
}

/** Weight of each step's evidence; tuned on the development list. */
const weights = { method: 0.42, path: 0.13, intent: 0.33, parameters: 0.12, pattern: 0.12 };
/** The bonus for a lead over the next candidate, and the lead from which it starts. */
const leadBonus = 0.25;
const ordinaryLead = 0.2;
/** Below this confidence, no endpoint is offered. */
const minConfidence = 0.45;
/** If two candidates are closer than this, the user decides between them. */
const minLead = 0.04;
const shownCandidates = 5;
/** Number of candidates whose parameters are read. */
const readCandidates = 8;

/** Creates the matcher of a set of endpoints, of one service or many. */
export function createMatcher(endpoints: readonly MappedEndpoint[], ports: MatcherPorts): Matcher {
  const knowledge = { words: ports.words, synonyms: createSynonyms() };
  const offered = endpoints.filter(({ actor }) => actor !== 'system' || ports.includeSystem === true);
  const scorer = createScorer(offered, knowledge, ports.similarity);
  const slotCache = new Map<MappedEndpoint, readonly ParameterSlot[]>();
  const slotsOf = (endpoint: MappedEndpoint) => {
    const slots = slotCache.get(endpoint) ?? readSlots(endpoint, ports.words);
    slotCache.set(endpoint, slots);
    return slots;
  };
  const matchOne = (text: string, { anyway = false, given }: MatchOptions): Match => {
    const instruction = readInstruction(text, dayIn(ports.timeZone, ports.now()), knowledge);
    const match = decide(
      instruction,
      weigh(scorer, instruction, { ...ports, slotsOf, ...(given === undefined ? {} : { given }) }),
    );
    if (match.endpoint === undefined) return nameLanguage(match, text, ports.words);
    return anyway ? match : heedMood(match, { text, instruction, words: ports.words });
  };
  return {
    match(text, options = {}) {
      if (text.length > maxInstructionLength) return tooLong(text.length);
      const whole = matchOne(text, options);
      if (whole.decision === 'not-asked') return whole;
      const parts = splitActions(text, ports.words);
      return parts.length < 2
        ? whole
        : combineParts(
            whole,
            parts.map((part) => ({ instruction: part, match: matchOne(part, options) })),
          );
    },
  };
}

function tooLong(length: number): Match {
  const reason = `The instruction has ${length} characters; at most ${maxInstructionLength} are read. Shorten it.`;
  const none = { confidence: 0, threshold: minConfidence, arguments: {}, questions: [], candidates: [], trace: [] };
  return { decision: 'nothing', reason, ...none };
}

/** Where nothing matches, another language than English is the likely reason. */
function nameLanguage(match: Match, text: string, words: Words): Match {
  const foreign = findForeignLanguage(text, words);
  return foreign === undefined ? match : { ...match, reason: explainLanguage(foreign) };
}

/** An instruction that does not ask for an action leads to no endpoint; the candidates stay. */
function heedMood(
  { endpoint, ...match }: Match,
  { text, instruction: { verbs }, words }: { text: string; instruction: Instruction; words: Words },
): Match {
  if (endpoint === undefined) return match;
  const mood = readMood(text, words);
  const effect = effectOf(endpoint, words);
  const method = endpoint.method.toLowerCase();
  const mentioned = verbs.some(({ verb }) => verb === method);
  if (mayCall(mood, effect, mentioned)) {
    const negation = match.decision === 'call' && effect !== 'reads' ? findNegation(text) : undefined;
    if (negation === undefined) return { endpoint, ...match };
    const reason = `The instruction contains a negation (“${negation}”); confirm that ${endpoint.label} is wanted.`;
    return { endpoint, ...match, decision: 'confirm', reason };
  }
  return { ...match, decision: 'not-asked', reason: explainMood(mood), arguments: {}, questions: [], mood };
}

function effectOf({ impact, method }: MappedEndpoint, words: Words): Effect {
  if (impact !== undefined) return impact === 'informational' ? 'reads' : 'changes';
  return onlyReads(words.familiesOf(method.toLowerCase())) ? 'reads' : 'unknown';
}

interface Weighed extends Candidate {
  score: EndpointScore;
  filled: Filled;
}

/** The first three steps rank the candidates; the parameters of the best few complete the evidence. */
function weigh(
  scorer: EndpointScorer,
  instruction: Instruction,
  { slotsOf, words, timeZone, given }: FillPorts & { slotsOf: (endpoint: MappedEndpoint) => readonly ParameterSlot[] },
): Weighed[] {
  const scores = scorer.score(instruction).filter(({ contradicts }) => !contradicts);
  scores.sort((a, b) => meaning(b) - meaning(a));
  const weighed = scores.slice(0, readCandidates).map((score) => {
    const { endpoint } = score;
    const filled = fillParameters(endpoint, slotsOf(endpoint), instruction, {
      ...{ words, timeZone },
      ...(given === undefined ? {} : { given }),
    });
    return { endpoint, score, filled, confidence: confidenceOf(score, filled) };
  });
  weighed.sort((a, b) => b.confidence - a.confidence);
  return weighed.map((each, place) => (place === 0 ? { ...each, confidence: withLead(weighed) } : each));
}

/** The confidence of the first candidate, increased by a clear lead over the second. */
function withLead([first, second]: readonly Weighed[]): number {
  const own = first?.confidence ?? 0;
  if (own < minConfidence) return own;
  const lead = own - (second?.confidence ?? 0);
  return round(Math.min(1, own + leadBonus * Math.max(0, lead - ordinaryLead)));
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function meaning({ method, path, intent }: EndpointScore): number {
  return weights.method * method + weights.path * path + weights.intent * intent;
}

function confidenceOf(score: EndpointScore, { share, patternMet }: Filled): number {
  const pattern = patternMet ? weights.pattern : 0;
  const total = meaning(score) + weights.parameters * share + pattern;
  return round(Math.min(1, total));
}

function decide(instruction: Instruction, weighed: readonly Weighed[]): Match {
  const [best, second] = weighed;
  const candidates = weighed.slice(0, shownCandidates).map(({ endpoint, confidence }) => ({ endpoint, confidence }));
  if (best === undefined || best.confidence < minConfidence || best.score.method === 0) {
    const confidence = best?.confidence ?? 0;
    return {
      decision: 'nothing',
      reason: 'No endpoint matches the instruction.',
      confidence,
      threshold: minConfidence,
      arguments: {},
      questions: [],
      candidates,
      trace: traceOf(instruction, weighed),
    };
  }
  const { endpoint, confidence, filled } = best;
  const threshold = thresholdOf(endpoint);
  const rival = second !== undefined && confidence - second.confidence < minLead ? second : undefined;
  return {
    ...chooseStep({ best, threshold, ...(rival === undefined ? {} : { rival }) }),
    endpoint,
    confidence,
    threshold,
    arguments: filled.arguments,
    questions: filled.questions,
    candidates,
    trace: traceOf(instruction, weighed, threshold),
  };
}

function chooseStep({
  best,
  rival,
  threshold,
}: {
  best: Weighed;
  rival?: Weighed;
  threshold: number;
}): Pick<Match, 'decision' | 'reason'> {
  const { endpoint, confidence, filled } = best;
  if (endpoint.actor === 'user')
    return { decision: 'person', reason: `${endpoint.label} must be done by a person, not by an agent alone.` };
  if (rival !== undefined)
    return { decision: 'escalate', reason: `${endpoint.label} and ${rival.endpoint.label} match about equally well.` };
  if (confidence < threshold)
    return {
      decision: 'escalate',
      reason: `Confidence ${confidence} is below the ${threshold} that ${endpoint.label} requires.`,
    };
  if (filled.questions.length > 0)
    return {
      decision: 'ask',
      reason: `${filled.questions.length} parameter(s) of ${endpoint.label} are missing or unclear.`,
    };
  if (endpoint.impact === 'irreversible') return { decision: 'confirm', reason: `${endpoint.label} is irreversible.` };
  return { decision: 'call', reason: `${endpoint.label} matches.` };
}

function traceOf({ verbs, question }: Instruction, weighed: readonly Weighed[], threshold?: number): MatchStep[] {
  const [best] = weighed;
  const asked = verbs.map(({ verb }) => verb).join(', ') || (question ? 'a question' : 'no verb');
  const list = (part: 'method' | 'path' | 'intent') =>
    weighed
      .slice(0, 3)
      .map(({ endpoint, score }) => `${endpoint.label} ${score[part].toFixed(2)}`)
      .join('; ');
  const open = best?.filled.questions.map(({ parameter }) => parameter).join(', ') ?? '';
  return [
    { step: 'method', detail: `${asked} → ${list('method')}` },
    { step: 'path', detail: list('path') },
    { step: 'intent', detail: list('intent') },
    {
      step: 'parameters',
      detail: `${Object.keys(best?.filled.arguments ?? {}).join(', ') || 'none'}${open === '' ? '' : `; open: ${open}`}`,
    },
    {
      step: 'confidence',
      detail: `${(best?.confidence ?? 0).toFixed(2)}${threshold === undefined ? '' : ` against ${threshold}`}`,
    },
  ];
}
