/** What is asked of resolution and what it answers (AIDIP ASR): from an intent to the operations that can serve it now. */
import type { Entry, Impact, JsonValue, Operation } from '@dragoman/model';

/** Circumstances of whoever asks; they order candidates and shut out only what cannot serve. */
export interface ResolveContext {
  /** Field of work, in words. */
  domain?: string;
  /** Languages that the agent must know. */
  languages: readonly string[];
  /** Regions in which data may be processed; agents that state others are left out. */
  residency: readonly string[];
  /** Names of the inputs that the caller can provide; never their values. */
  holds: readonly string[];
  /** What to prefer among candidates that fit alike. */
  prefer?: 'quality' | 'latency';
  /** IANA name of the zone in which the intent speaks of days and hours. */
  timeZone?: string;
}

/** Demands that a candidate must meet. */
export interface ResolvePolicy {
  /** Only agents that say they are certified, or that this registry has verified. */
  certifiedOnly?: boolean;
  /** Only agents that this registry itself has verified. */
  verifiedOnly?: boolean;
  /** 0..5; measured here where enough callers spoke, else the provider's own word. */
  minQualityScore?: number;
  /** Against the time that calls through the gateway took; agents never called stay in. */
  maxLatencyMs?: number;
  publishers?: readonly string[];
  /** Operations that do more to the world, or do not say what they do, are left out. */
  maxImpact?: Impact;
  authentication?: readonly string[];
  /** Ids of agents that are not wanted. */
  denied?: readonly string[];
  /** False: deprecated agents and operations are left out. */
  allowDeprecated?: boolean;
}

/** One request for resolution. */
export interface ResolveRequest {
  intent: string;
  context: ResolveContext;
  policy: ResolvePolicy;
  /** Most candidates. */
  top: number;
  /** False: candidates in the order of their ids, not by fitness. */
  ranked: boolean;
}

/** Why an agent was left out. */
export type ExclusionLine =
  | 'unsafe'
  | 'broken'
  | 'certified_only'
  | 'verified_only'
  | 'min_quality_score'
  | 'max_latency_ms'
  | 'publishers'
  | 'max_impact'
  | 'authentication'
  | 'denied'
  | 'allow_deprecated'
  | 'residency';

/** Inputs of an operation against what is known of them. */
export interface InputsReading {
  /** Required and optional inputs whose value the intent itself tells. */
  given: { name: string; value: JsonValue }[];
  /** Inputs that the caller holds. */
  held: string[];
  /** Required inputs that nobody has yet. */
  missing: { name: string; detail: string }[];
}

/** Why a candidate is one. */
export interface Reasons {
  /** Words of the intent that the operation or its agent uses. */
  words: string[];
  /** How near the meaning is, -1..1; undefined when it was not compared. */
  meaning?: number;
  inputs: InputsReading;
  /** What else lifted or lowered it, one sentence each. */
  notes: string[];
}

/** An operation that can serve the intent. */
export interface Candidate {
  entry: Entry;
  operation: Operation;
  /** How likely it is the right one, 0..1. */
  score: number;
  reasons: Reasons;
}

/** What would tell candidates apart that fit alike. */
export interface Question {
  text: string;
  /** Operations to choose between, as `agent id` and name. */
  between: { id: string; operation: string; difference: string }[];
}

/** Agents left out by one line. */
export interface Exclusion {
  line: ExclusionLine;
  count: number;
  /** The first few, all of them agents that the caller may see. */
  ids: string[];
}

/** What came of resolution. */
export interface Resolution {
  /** `found`: the first candidate is the one; `ask`: several fit alike; `nothing`: no operation fits. */
  decision: 'found' | 'ask' | 'nothing';
  candidates: Candidate[];
  question?: Question;
  excluded: Exclusion[];
  /** What was compared. */
  matchedBy: ('words' | 'meaning')[];
  /** Why something was not compared, one sentence each. */
  notes: string[];
}
