/**
 * From what a user says to the endpoint that does it, in the five steps of AGIS §11: method, path, intent, parameters,
 * confidence. The answer is a decision with its trace: call, confirm, ask, escalate with the choices, or nothing fits.
 */
import type { JsonValue } from '@dragoman/model';
import type { Similarity } from '../pass.js';
import type { Words } from '../words/words.js';
import { thresholdOf } from './confidence.js';
import type { Filled, Question } from './fill-parameters.js';
import { fillParameters } from './fill-parameters.js';
import type { ParameterSlot } from './parameter-slots.js';
import { readSlots } from './parameter-slots.js';
import type { Instruction } from './read-instruction.js';
import { readInstruction } from './read-instruction.js';
import type { EndpointScore, EndpointScorer } from './score-endpoints.js';
import { createScorer } from './score-endpoints.js';
import type { MappedEndpoint } from './service-map.js';
import { createSynonyms } from './synonyms.js';
import { dayIn } from './time-zone.js';

/** What the runtime should do next. */
export type MatchDecision = 'call' | 'confirm' | 'ask' | 'escalate' | 'person' | 'nothing';

/** An endpoint that was weighed. */
export interface Candidate {
  endpoint: MappedEndpoint;
  /** 0..1. */
  confidence: number;
}

/** One of the five steps, for people who ask why. */
export interface MatchStep {
  step: 'method' | 'path' | 'intent' | 'parameters' | 'confidence';
  detail: string;
}

/** What came of matching. */
export interface Match {
  decision: MatchDecision;
  /** Why, in one sentence. */
  reason: string;
  endpoint?: MappedEndpoint;
  confidence: number;
  /** Confidence that the endpoint demands, or the runtime's own floor where that is higher. */
  threshold: number;
  arguments: Readonly<Record<string, JsonValue>>;
  questions: readonly Question[];
  /** The best few, the chosen one first. */
  candidates: readonly Candidate[];
  trace: readonly MatchStep[];
}

/** What matching needs of the world. */
export interface MatcherPorts {
  words: Words;
  /** IANA name of the zone in which the user speaks of days and hours. */
  timeZone: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Nearness of meaning, for verbs that no list relates and for other languages. */
  similarity?: Similarity;
  /** Shows endpoints for automated processes too. */
  includeSystem?: boolean;
}

/** Matches instructions against one set of endpoints. */
export interface Matcher {
  match(instruction: string): Match;
}

/** Weight of each step's evidence; chosen on the development list. */
const weights = { method: 0.42, path: 0.13, intent: 0.33, parameters: 0.12, pattern: 0.12 };
/** How much a lead over the next candidate adds, and the lead that adds nothing yet. */
const leadBonus = 0.25;
const ordinaryLead = 0.2;
/** Below this nothing is offered. */
const leastConfidence = 0.45;
/** Two candidates nearer than this are told apart by the user. */
const leastLead = 0.04;
const shownCandidates = 5;
/** Candidates whose parameters are read. */
const readCandidates = 8;

/** Makes the matcher of a set of endpoints, over one service or many. */
export function createMatcher(endpoints: readonly MappedEndpoint[], ports: MatcherPorts): Matcher {
  const knowledge = { words: ports.words, synonyms: createSynonyms() };
  const offered = endpoints.filter(({ actor }) => actor !== 'system' || ports.includeSystem === true);
  const scorer = createScorer(offered, knowledge, ports.similarity);
  const held = new Map<MappedEndpoint, readonly ParameterSlot[]>();
  const slotsOf = (endpoint: MappedEndpoint) => {
    const slots = held.get(endpoint) ?? readSlots(endpoint, ports.words);
    held.set(endpoint, slots);
    return slots;
  };
  return {
    match(text) {
      const instruction = readInstruction(text, dayIn(ports.timeZone, ports.now()), knowledge);
      const weighed = weigh(scorer, instruction, { ...ports, slotsOf });
      return decide(instruction, weighed);
    },
  };
}

interface Weighed extends Candidate {
  score: EndpointScore;
  filled: Filled;
}

/** The first three steps order the candidates; the parameters of the best few complete the evidence. */
function weigh(
  scorer: EndpointScorer,
  instruction: Instruction,
  { words, timeZone, slotsOf }: MatcherPorts & { slotsOf: (endpoint: MappedEndpoint) => readonly ParameterSlot[] },
): Weighed[] {
  const scores = scorer.score(instruction).filter(({ contradicts }) => !contradicts);
  scores.sort((a, b) => meaning(b) - meaning(a));
  const weighed = scores.slice(0, readCandidates).map((score) => {
    const { endpoint } = score;
    const filled = fillParameters(endpoint, slotsOf(endpoint), instruction, { words, timeZone });
    return { endpoint, score, filled, confidence: confidenceOf(score, filled) };
  });
  weighed.sort((a, b) => b.confidence - a.confidence);
  return weighed.map((each, place) => (place === 0 ? { ...each, confidence: withLead(weighed) } : each));
}

/** The confidence of the first; a clear lead over the second makes it surer. */
function withLead([first, second]: readonly Weighed[]): number {
  const own = first?.confidence ?? 0;
  if (own < leastConfidence) return own;
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
  if (best === undefined || best.confidence < leastConfidence || best.score.method === 0) {
    const confidence = best?.confidence ?? 0;
    return {
      decision: 'nothing',
      reason: 'No endpoint does what is asked.',
      confidence,
      threshold: leastConfidence,
      arguments: {},
      questions: [],
      candidates,
      trace: traceOf(instruction, weighed),
    };
  }
  const { endpoint, confidence, filled } = best;
  const threshold = thresholdOf(endpoint);
  const rival = second !== undefined && confidence - second.confidence < leastLead ? second : undefined;
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
    return { decision: 'person', reason: `${endpoint.label} is for a person to do, not for an agent alone.` };
  if (rival !== undefined)
    return { decision: 'escalate', reason: `${endpoint.label} and ${rival.endpoint.label} fit about as well.` };
  if (confidence < threshold)
    return {
      decision: 'escalate',
      reason: `Confidence ${confidence} is below the ${threshold} that ${endpoint.label} asks for.`,
    };
  if (filled.questions.length > 0)
    return { decision: 'ask', reason: `${filled.questions.length} parameter(s) of ${endpoint.label} are open.` };
  if (endpoint.impact === 'irreversible') return { decision: 'confirm', reason: `${endpoint.label} cannot be undone.` };
  return { decision: 'call', reason: `${endpoint.label} fits.` };
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
