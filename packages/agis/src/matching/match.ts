/** The result of matching an instruction to an endpoint. */
import type { JsonValue } from '@dragoman/model';
import type { Mood } from '../mood/mood.js';
import type { Question } from './filling.js';
import type { MappedEndpoint } from './service-map.js';

/** One of the actions that an instruction asks for. */
export interface RequestedAction {
  /** The part of the instruction that asks for it. */
  instruction: string;
  endpoint: MappedEndpoint;
}

/** The next action of the runtime. */
export type MatchDecision = 'call' | 'confirm' | 'ask' | 'escalate' | 'person' | 'several' | 'not-asked' | 'nothing';

/** A scored endpoint. */
export interface Candidate {
  endpoint: MappedEndpoint;
  /** 0..1. */
  confidence: number;
}

/** One of the five steps, as an explanation. */
export interface MatchStep {
  step: 'method' | 'path' | 'intent' | 'parameters' | 'confidence';
  detail: string;
}

/** The result of matching. */
export interface Match {
  decision: MatchDecision;
  /** The reason, in one sentence. */
  reason: string;
  endpoint?: MappedEndpoint;
  confidence: number;
  /** The confidence that the endpoint requires, or the minimum of the runtime if that is higher. */
  threshold: number;
  arguments: Readonly<Record<string, JsonValue>>;
  questions: readonly Question[];
  /** The best few, the chosen one first. */
  candidates: readonly Candidate[];
  trace: readonly MatchStep[];
  /** Why the instruction leads to no call; set with the decision `not-asked`. */
  mood?: Mood;
  /** The actions that the instruction asks for; set with the decision `several`. */
  actions?: readonly RequestedAction[];
}
