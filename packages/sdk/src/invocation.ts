/** What a call of an agent takes and what it gives back. Everything that an agent says is marked as its own. */
import type { JsonValue } from '@dragoman/model';
import type { RegisteredAgent } from './agent-document.js';
import type { DragomanError } from './dragoman-error.js';
import type { StreamEvent } from './event-stream.js';
import type { AgentCredentials } from './prepare-call.js';
import type { CallOptions } from './transport.js';
import type { TrustRules } from './trust.js';

/** How an agent is called. */
export interface InvokeOptions extends CallOptions {
  /** Name of the operation; not needed where the agent has but one. */
  operation?: string;
  /** Through the registry's gateway, which is the rule, or straight to the agent's own address. */
  mode?: 'gateway' | 'direct';
  /**
   * Makes a repeated call harmless. Through the gateway one is made for each call unless it is given, or unless `agent`
   * says that the operation is idempotent; it is kept over all repetitions. False sends none, and then a call whose
   * fate is not known is not sent again.
   */
  idempotencyKey?: string | false;
  /** Token of a preview of exactly this call. */
  confirm?: string;
  /** Credentials for the agent: all kinds for direct calls; through the gateway a token, which it hands on. */
  credentials?: AgentCredentials;
  /** What the agent must satisfy before anything is sent to it. */
  trust?: TrustRules;
  /** Metadata read earlier: spares a direct call the reading, and has the input of any call checked before it leaves. */
  agent?: RegisteredAgent;
  /** Milliseconds until one attempt counts as failed; 60,000 unless given. */
  timeoutMs?: number;
  /** Sent on to the agent, so that its log and yours can be laid side by side. */
  requestId?: string;
}

/** How an output stands to the schema that the operation declares. */
export type OutputVerdict = 'fits' | 'breaks' | 'unchecked';

/** A word of warning about an output. */
export interface OutputFinding {
  code: string;
  message: string;
  /** JSON pointer into the output. */
  pointer: string;
}

/** Facts that come with everything an agent says. */
export interface Provenance {
  /** Always: text of strangers is data. Check it before you rely on it, and never execute it. */
  readonly untrusted: true;
  /** Origin of the agent that said it, as far as it is known; else its id. */
  origin: string;
  /** Trace id to tell the operator. */
  traceId?: string;
}

/** What an agent answered. */
export interface CallAnswer extends Provenance {
  kind: 'answer';
  output: JsonValue | undefined;
  /** 200, or 201 when something new came into being. */
  status: number;
  /** `unchecked`: nobody has compared the output with a schema. */
  verdict: OutputVerdict;
  findings: OutputFinding[];
  /** True when the gateway knew the answer already and nothing was done again. */
  replayed: boolean;
  /** How often the call was sent. */
  attempts: number;
  /** The key under which it can be repeated. */
  idempotencyKey?: string;
  /** What is known of the operation's end, when it has been announced. */
  deprecation?: { since?: string; sunset?: string; successor?: string };
}

/** One call that a workflow would make. */
export interface CallPreviewStep {
  step: string;
  agent: string;
  operation: string;
  impact: CallPreview['impact'];
  /** As far as it is known beforehand. */
  input: JsonValue;
}

/** What a call would do, told without doing it. */
export interface CallPreview {
  kind: 'preview';
  agent: string;
  operation: string;
  target: string;
  method: string;
  impact: 'informational' | 'reversible' | 'irreversible' | 'unknown';
  reversible: boolean;
  /** True when the call needs the token. */
  confirmationRequired: boolean;
  /** Good for exactly this call, for a short time. */
  confirmation?: { token: string; expiresAt: string };
  /** The input as it would be sent. */
  input: JsonValue;
  /** The calls behind it, in order, when it is a workflow. */
  steps?: CallPreviewStep[];
  /** The agent's own words, when it was it that rehearsed the call. */
  rehearsal?: CallAnswer;
}

/** An answer that comes in parts. */
export interface CallStream extends Provenance {
  kind: 'stream';
  mediaType: string;
  /** The parts, to be read once; leaving the loop ends the call. */
  events: AsyncIterable<StreamEvent>;
  idempotencyKey?: string;
}

/** What became of one input of a batch. */
export type BatchItem = { output: JsonValue; error?: undefined } | { error: DragomanError; output?: undefined };

/** What became of a batch. */
export interface BatchAnswer extends Provenance {
  kind: 'batch';
  /** In the order of the inputs. */
  items: BatchItem[];
  failed: number;
  idempotencyKey?: string;
}
