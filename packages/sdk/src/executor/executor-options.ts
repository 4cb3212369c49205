/** Executor options of a designer; serializable except for functions and credentials. */
import type { Impact, ToolArgument, ToolSignature } from '@dragoman/model';
import type { CallOptions, TransportOptions } from '../transport.js';
import type { CompleteInput } from './complete-input.js';
import type { EscalationReason, EventSink } from './executor-event.js';
import type { ToolOutcome } from './tool-outcome.js';
import type { ToolConditions } from './tool-pages.js';
import type { ToolSource } from './tool-root.js';

/** A tool chosen at design time. */
export interface ChosenTool {
  /** Label of its source; optional when there is only one. */
  source?: string;
  /** Name or id of the tool. */
  tool: string;
  /** The version to use; defaults to the current one at the first session. Ignored in fresh mode. */
  version?: number;
  /** The signature at the time of choice. With it, pinned mode needs no enumeration. */
  signature?: ToolSignature;
  /** The complete input; the model sees it instead of the flat inputs of the signature. */
  input?: CompleteInput;
  /** Name shown to the model, assigned earlier. */
  alias?: string;
  /** The designer's text, which replaces the vendor's, also in fresh mode. Never sent to the server. */
  description?: string;
  /** The designer's texts for inputs: name → description. */
  inputDescriptions?: Readonly<Record<string, string>>;
  /** Seconds to retry after a temporary error before the model is informed; defaults to the executor's setting. */
  retrySeconds?: number;
  /** The side effects of a call, as far as the designer knows. */
  impact?: Impact;
  /** 0 to 1: confidence that the tool does what it says. */
  confidence?: number;
}

/** Tools found when a session starts: every tool that matches, or with `text` those that fit the task best. */
export interface ToolQuery extends Omit<ToolConditions, 'pageLimit'> {
  /** Label of the source to search; all by default. */
  source?: string;
  /** Maximum number of tools; 20 with `text`. Without both, more than 1,000 tools are an error. */
  limit?: number;
}

/** A call that needs approval. */
export interface EscalationRequest {
  call: string;
  /** Name that the model used. */
  alias: string;
  /** The server's own name. */
  name: string;
  source: string;
  version: number;
  description: string;
  /** The request that would be sent. */
  inputs: readonly ToolArgument[];
  impact: Impact | 'unknown';
  confidence?: number;
  reasons: EscalationReason[];
}

/**
 * When and how a person is asked for approval: before calls that match, and before calls for which the server requires
 * a confirmation. An approval is passed on to the server.
 */
export interface EscalationRules {
  /** Impacts that need approval; `unknown` covers tools without a stated impact. */
  impacts?: readonly (Impact | 'unknown')[];
  /** A stated confidence below this needs approval. */
  confidenceBelow?: number;
  /** True sends the call; an exception counts as a rejection. */
  ask(request: EscalationRequest): Decision | Promise<Decision>;
  /**
   * Waits for the decision of another person on a call that the server holds until then. True sends the call again; without
   * this function, the model gets the answer that the call waits.
   */
  wait?(waiting: WaitingCall, options: CallOptions): Promise<Decision>;
}

/** A call that waits for another person. */
export interface WaitingCall {
  /** Id of the call of the model. */
  call: string;
  alias: string;
  /** Id of the approval in the registry. */
  approval: string;
}

/** A person's decision. */
export type Decision = boolean | { approved: boolean; reason?: string };

/** Shows and hides tools during a session, without requests. Tools are given by alias, name or id. */
export interface DisclosureRule {
  /** Takes effect when this tool has succeeded … */
  after?: string;
  /** … and this condition holds; any successful call when neither is given. */
  when?(outcome: ToolOutcome): boolean;
  show?: readonly string[];
  hide?: readonly string[];
}

/** One of several agents with its own procedure and tools; sessions start with the first one. */
export interface SubAgent {
  /** Part of the name of the tool that hands over to it. */
  name: string;
  /** When the other agents should hand over to it. */
  description: string;
  procedure?: string;
  /** Its tools, by alias, name or id. */
  tools: readonly string[];
  /** Names of the agents that it may hand over to. */
  handsOverTo?: readonly string[];
}

/** A model that keeps sending invalid calls. */
export interface CorrectionReport {
  /** Name that the model used last. */
  tool: string;
  /** Consecutive invalid calls. */
  refused: number;
  /** The last correction. */
  correction: string;
}

/** The correction limit. */
export interface CorrectionRules {
  /** Maximum number of consecutive corrections; 3 by default. */
  limit?: number;
  /** Maximum number of consecutive calls of one tool with the same inputs; 10 by default. The next one is a correction. */
  repeats?: number;
  /** Returns the text for the model at the limit; an instruction to stop by default. */
  exhausted?(report: CorrectionReport): string | Promise<string>;
}

/** All executor options. */
export interface ExecutorOptions extends Pick<TransportOptions, 'sleep' | 'random' | 'now' | 'newId'> {
  sources: readonly ToolSource[];
  /** The chosen tools, a query that finds them, or `all` for every tool of the sources. */
  tools: readonly ChosenTool[] | ToolQuery | 'all';
  /** The operating procedure, shown at the start of each session. */
  procedure?: string;
  /** `pinned` uses the chosen version, `fresh` reads the current one at the start of a session; `pinned` by default. */
  mode?: 'pinned' | 'fresh';
  /** Whether pinned mode checks for newer versions and broken locks at the start of a session; true by default. */
  watchVersions?: boolean;
  /** Seconds to retry after a temporary error before the model is informed; 8 by default, 0 informs at once. */
  retrySeconds?: number;
  /**
   * Maximum result length shown to the model, in characters of JSON; 200,000 by default. The host receives all of it.
   */
  maxResultCharacters?: number;
  /**
   * When the model is shown `read_result`, with which it reads on in longer results: after the first one by default;
   * `always` for frameworks that read their tools once.
   */
  readResult?: 'needed' | 'always';
  escalate?: EscalationRules;
  /** Tools that are hidden at first, by alias, name or id. */
  hidden?: readonly string[];
  disclosure?: readonly DisclosureRule[];
  agents?: readonly SubAgent[];
  corrections?: CorrectionRules;
  onEvent?: EventSink;
}
