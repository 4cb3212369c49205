/** What a designer decides about an executor, all of it serialisable but for the functions and credentials. */
import type { Impact, ToolArgument, ToolSignature } from '@dragoman/model';
import type { TransportOptions } from '../transport.js';
import type { EventSink } from './executor-event.js';
import type { ToolOutcome } from './tool-outcome.js';
import type { ToolSource } from './tool-root.js';

/** A tool chosen at design time. */
export interface ChosenTool {
  /** Label of its source; may be left out when there is only one. */
  source?: string;
  /** Name or id of the tool. */
  tool: string;
  /** The version to use; the current one of the first session unless given. Has no meaning in fresh mode. */
  version?: number;
  /** The signature as it was when the tool was chosen. With it, pinned mode needs no enumeration. */
  signature?: ToolSignature;
  /** Name toward the model, given earlier. */
  alias?: string;
  /** The designer's words instead of the vendor's, also in fresh mode. They never reach the server. */
  description?: string;
  /** The designer's words on inputs: name → description. */
  inputDescriptions?: Readonly<Record<string, string>>;
  /** Seconds to go on after a 5xx before the model is told; the executor's own setting unless given. */
  retrySeconds?: number;
  /** What a call does to the world, as far as the designer knows. */
  impact?: Impact;
  /** 0 to 1: how sure it is that the tool does what it says. */
  confidence?: number;
}

/** A call that a person is to decide on. */
export interface EscalationRequest {
  call: string;
  /** Name that the model used. */
  alias: string;
  /** The server's own name. */
  name: string;
  source: string;
  version: number;
  description: string;
  /** What would be sent. */
  inputs: readonly ToolArgument[];
  impact: Impact | 'unknown';
  confidence?: number;
  reasons: ('impact' | 'confidence')[];
}

/** When a person is asked, and how. */
export interface EscalationRules {
  /** Impacts that a person decides on; `unknown` stands for tools whose impact nobody stated. */
  impacts?: readonly (Impact | 'unknown')[];
  /** A stated confidence below this is decided by a person. */
  confidenceBelow?: number;
  /** True sends the call; what it throws counts as a refusal. */
  ask(request: EscalationRequest): Decision | Promise<Decision>;
}

/** A person's word. */
export type Decision = boolean | { approved: boolean; reason?: string };

/** Shows and hides tools as the session goes on; never asks a server. Tools are named by alias, name or id. */
export interface DisclosureRule {
  /** Takes effect when this tool has succeeded … */
  after?: string;
  /** … and this holds; any call that succeeded unless one of the two is given. */
  when?(outcome: ToolOutcome): boolean;
  show?: readonly string[];
  hide?: readonly string[];
}

/** One of several agents with its own procedure and tools; the first one begins. */
export interface SubAgent {
  /** Stands in the name of the tool that hands over to it. */
  name: string;
  /** Tells the other agents when to hand over. */
  description: string;
  procedure?: string;
  /** Its tools, by alias, name or id. */
  tools: readonly string[];
  /** Names of the agents that it may hand over to. */
  handsOverTo?: readonly string[];
}

/** A model that goes on asking for what cannot be sent. */
export interface CorrectionReport {
  /** Name that the model used last. */
  tool: string;
  /** Faulty requests in a row. */
  refused: number;
  /** The last correction. */
  correction: string;
}

/** How corrections end. */
export interface CorrectionRules {
  /** Corrections in a row that a model gets; 3 unless given. */
  limit?: number;
  /** Gives the text for the model once they are used up; a plain order to stop unless given. */
  exhausted?(report: CorrectionReport): string | Promise<string>;
}

/** Everything about an executor. */
export interface ExecutorOptions extends Pick<TransportOptions, 'sleep' | 'random' | 'now' | 'newId'> {
  sources: readonly ToolSource[];
  tools: readonly ChosenTool[];
  /** The operating procedure, shown at the beginning of each session. */
  procedure?: string;
  /** `pinned` uses the version chosen, `fresh` asks for the current one when a session starts; `pinned` unless given. */
  mode?: 'pinned' | 'fresh';
  /** Whether pinned mode looks for newer versions and broken locks when a session starts; true unless given. */
  watchVersions?: boolean;
  /** Seconds to go on after a 5xx before the model is told; 20 unless given, 0 tells at once. */
  retrySeconds?: number;
  /** Longest result that the model is shown, in characters of JSON; 200,000 unless given. The host gets all of it. */
  maxResultCharacters?: number;
  escalate?: EscalationRules;
  /** Tools that are not shown at first, by alias, name or id. */
  hidden?: readonly string[];
  disclosure?: readonly DisclosureRule[];
  agents?: readonly SubAgent[];
  corrections?: CorrectionRules;
  onEvent?: EventSink;
}
