/**
 * A workflow as it is stored and run: read from an Arazzo 1.0 document, with references resolved and every text
 * checked. It is plain JSON, so that a binding can contain it; expressions and conditions stay texts.
 */
import type { JsonSchema, JsonValue } from '@dragoman/model';

/** A named value of a call. */
export interface CallParameter {
  name: string;
  value: JsonValue;
}

/** An operation with its arguments. */
export interface WorkflowCall {
  /** Id of the service; absent for a workflow of the same document. */
  agent?: string;
  /** Name of the service's operation, or of the workflow. */
  operation: string;
  parameters: CallParameter[];
  payload?: JsonValue;
  /** Values put into the payload, by JSON pointer. */
  replacements: { target: string; value: JsonValue }[];
}

/** A condition on the result of a step. */
export interface Criterion {
  type: 'simple' | 'regex' | 'jsonpath';
  condition: string;
  /** Expression whose value the condition applies to; absent for simple ones. */
  context?: string;
}

/** The action after a step when all its criteria are met. */
export interface StepAction {
  name: string;
  type: 'end' | 'goto' | 'retry';
  /** Target of `goto`. */
  stepId?: string;
  /** Seconds before a retry. */
  retryAfter?: number;
  /** Maximum number of retries of this action. */
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
  /** The call that undoes the step when a later one fails. */
  compensate?: WorkflowCall;
}

/** Steps in order, and their outputs. */
export interface Workflow {
  workflowId: string;
  steps: WorkflowStep[];
  /** Expressions by output name. */
  outputs: { [name: string]: string };
}

/** A workflow with its description. */
export interface DescribedWorkflow {
  workflow: Workflow;
  summary?: string;
  description?: string;
  input: JsonSchema;
  output: JsonSchema;
}

/** The extension `x-agent`: the service that the document becomes. */
export interface ArazzoAgent {
  id?: string;
  capabilities: string[];
  tags: string[];
  visibility?: 'public' | 'private';
  /** Other callers that may see it: `caller:<subject>` or `scope:<scope>`. */
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

/** Limits of a document and of a run; far above what people write. */
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
  /** Characters of JSON of one step's input. */
  inputCharacters: 1_000_000,
});
