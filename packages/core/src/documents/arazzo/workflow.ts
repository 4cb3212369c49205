/**
 * A workflow as it is kept and run: read from an Arazzo 1.0 document, references resolved, every text checked. It is
 * plain JSON, so that a binding can hold it; expressions and conditions stay texts.
 */
import type { JsonSchema, JsonValue } from '@dragoman/model';

/** A value given to a call under a name. */
export interface CallParameter {
  name: string;
  value: JsonValue;
}

/** An operation to call and what to call it with. */
export interface WorkflowCall {
  /** Id of the agent; absent for a workflow of the same document. */
  agent?: string;
  /** Name of the agent's operation, or of the workflow. */
  operation: string;
  parameters: CallParameter[];
  payload?: JsonValue;
  /** Values put into the payload, by JSON pointer. */
  replacements: { target: string; value: JsonValue }[];
}

/** A condition on what a step brought. */
export interface Criterion {
  type: 'simple' | 'regex' | 'jsonpath';
  condition: string;
  /** Expression whose value the condition is about; absent for simple ones. */
  context?: string;
}

/** What follows a step when all its criteria hold. */
export interface StepAction {
  name: string;
  type: 'end' | 'goto' | 'retry';
  /** Where `goto` leads. */
  stepId?: string;
  /** Seconds before a retry. */
  retryAfter?: number;
  /** Most retries of this action. */
  retryLimit?: number;
  criteria: Criterion[];
}

/** One step of a workflow. */
export interface WorkflowStep {
  stepId: string;
  description?: string;
  call: WorkflowCall;
  successCriteria: Criterion[];
  onSuccess: StepAction[];
  onFailure: StepAction[];
  /** Expressions by output name. */
  outputs: { [name: string]: string };
  /** What takes the step back when a later one fails. */
  compensate?: WorkflowCall;
}

/** Steps in their order, and what comes out of them. */
export interface Workflow {
  workflowId: string;
  steps: WorkflowStep[];
  /** Expressions by output name. */
  outputs: { [name: string]: string };
}

/** A workflow with what describes it. */
export interface DescribedWorkflow {
  workflow: Workflow;
  summary?: string;
  description?: string;
  input: JsonSchema;
  output: JsonSchema;
}

/** What the extension `x-agent` says of the agent that the document becomes. */
export interface ArazzoAgent {
  id?: string;
  capabilities: string[];
  tags: string[];
  visibility?: 'public' | 'private';
  /** Who else may see it: `caller:<subject>` or `scope:<scope>`. */
  grants?: string[];
}

/** A whole document. */
export interface ArazzoDocument {
  title: string;
  summary?: string;
  description?: string;
  version: string;
  agent: ArazzoAgent;
  workflows: DescribedWorkflow[];
}

/** Bounds of a document and of a run; far above what people write. */
export const arazzoLimits = Object.freeze({
  workflows: 50,
  steps: 100,
  sources: 50,
  /** Parameters, criteria, actions, outputs or replacements in one list. */
  list: 100,
  /** Characters of a title, a name or an id. */
  name: 200,
  /** Characters of a description. */
  text: 20_000,
  /** Characters of a condition or an expression. */
  condition: 1_000,
  retryLimit: 10,
  retryAfterSeconds: 60,
  findings: 500,
});
