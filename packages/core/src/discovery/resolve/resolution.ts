/** The request and the result of resolution (AIDIP ASR): from an intent to the operations that can serve it now. */
import type { Mood } from '@dragoman/agis';
import type { Entry, Impact, JsonValue, Operation, ResolutionQuestion } from '@dragoman/model';

/** The caller's context; it ranks candidates and excludes only those that cannot serve. */
export interface ResolveContext {
  /** Domain, in words. */
  domain?: string;
  /** Languages that the service must support. */
  languages: readonly string[];
  /** Regions in which data may be processed; services that declare others are excluded. */
  residency: readonly string[];
  /** Names of the inputs that the caller can provide; never their values. */
  holds: readonly string[];
  /** The preference among candidates that match equally well. */
  prefer?: 'quality' | 'latency';
  /** IANA name of the time zone of the intent. */
  timeZone?: string;
}

/** Requirements that a candidate must meet. */
export interface ResolvePolicy {
  /** Only services that claim to be certified, or that this registry has verified. */
  certifiedOnly?: boolean;
  /** Only services that this registry has verified. */
  verifiedOnly?: boolean;
  /** 0..5; measured here if enough callers gave feedback, otherwise the provider's claim. */
  minQualityScore?: number;
  /** Compared with the duration of calls through the gateway; services that were never called are allowed. */
  maxLatencyMs?: number;
  publishers?: readonly string[];
  /** Operations with a higher or undeclared impact are excluded. */
  maxImpact?: Impact;
  authentication?: readonly string[];
  /** Ids of excluded services. */
  denied?: readonly string[];
  /** False: deprecated services and operations are excluded. */
  allowDeprecated?: boolean;
}

/** One request for resolution. */
export interface ResolveRequest {
  intent: string;
  context: ResolveContext;
  policy: ResolvePolicy;
  /** Maximum number of candidates. */
  top: number;
  /** False: candidates sorted by id, not by rank. */
  ranked: boolean;
}

/** Why a service was excluded. */
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

/** The inputs of an operation and where their values come from. */
export interface InputsReading {
  /** Inputs whose value the intent gives. */
  given: { name: string; value: JsonValue }[];
  /** Inputs that the caller can provide. */
  held: string[];
  /** Required inputs that are missing. */
  missing: { name: string; detail: string }[];
}

/** Why a candidate matches. */
export interface Reasons {
  /** Words of the intent that the operation or its service uses. */
  words: string[];
  /** Semantic similarity, -1..1; undefined when it was not compared. */
  meaning?: number;
  inputs: InputsReading;
  /** Other factors of its score, one sentence each. */
  notes: string[];
}

/** The measured parts of a score. */
export interface CandidateShares {
  /** How well the words match, 0..1 of a perfect match. */
  words: number;
  /** Semantic similarity, -1..1; undefined when it was not compared. */
  meaning?: number;
  /** Share of the required inputs that the intent gives or the caller holds, 0..1; 1 when none is required. */
  inputs?: number;
  /** The likelihood by text alone, 0..1, before actions, statistics and preferences. */
  text: number;
}

/** The limits that led to a decision. */
export interface DecisionLimits {
  /** From this score on, the first candidate is found. */
  found: number;
  /** Candidates with a lower score are not offered. */
  candidate: number;
  /** With a similarity below this, and a score below `found`, nothing matches; undefined when it was not compared. */
  meaning?: number;
  /** The similarity must exceed `background` by this. */
  margin?: number;
  /** How similar the intent is to operations in general; undefined when that is unknown. */
  background?: number;
  /** Without meaning: with a score below this, nothing matches. */
  words: number;
  /** The model that compared meanings. */
  model?: string;
}

/** An operation that can serve the intent. */
export interface Candidate {
  entry: Entry;
  operation: Operation;
  /** How likely it is the right one, 0..1. */
  score: number;
  reasons: Reasons;
  shares: CandidateShares;
}

/** Services excluded for one reason. */
export interface Exclusion {
  line: ExclusionLine;
  count: number;
  /** The first few, all of them visible to the caller. */
  ids: string[];
}

/** The result of resolution. */
export interface Resolution {
  /**
   * `found`: the first candidate is the one; `ask`: several serve the intent, none matches with certainty, or the intent
   * does not ask for an action (see `mood`); `nothing`: no operation matches.
   */
  decision: 'found' | 'ask' | 'nothing';
  candidates: Candidate[];
  question?: ResolutionQuestion;
  /** Set when the intent does not ask for what the candidates do. */
  mood?: Mood;
  /** The steps of an intent that asks for several operations, in order. */
  steps?: ResolutionStep[];
  excluded: Exclusion[];
  /** What was compared. */
  matchedBy: ('words' | 'meaning')[];
  /** Why something was not compared, one sentence each. */
  notes: string[];
  limits: DecisionLimits;
  /** When nothing matches: the nearest operations, for people who look for the reason. */
  nearest: Candidate[];
}

/** One step of an intent that asks for several operations. */
export interface ResolutionStep extends Pick<Resolution, 'decision' | 'candidates' | 'question' | 'mood'> {
  /** The part of the intent. */
  intent: string;
}
