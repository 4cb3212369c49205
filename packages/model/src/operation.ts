/** One operation of an entry, and how the gateway calls it. */

import type { Binding } from './binding.js';
import type { JsonObject, JsonSchema, JsonValue } from './json.js';
import type { OperationExample } from './operation-example.js';
import type { OperationRepairs } from './repair.js';

/** The side effects of a call. */
export type Impact = 'informational' | 'reversible' | 'irreversible';

/** An error that the operation declares. */
export interface OperationError {
  code: string;
  description?: string;
  status?: number;
  retryable?: boolean;
}

/** Deprecation facts. */
export interface Lifecycle {
  deprecated?: boolean;
  /** Removal time, RFC 3339. */
  sunset?: string;
  /** Name of the operation to use instead. */
  replacement?: string;
}

/** Safety features that the operation offers. */
export interface Safety {
  dryRun?: boolean;
  confirm?: boolean;
  idempotencyKey?: boolean;
  /** Accepts an array of inputs and returns an array of outputs. */
  batch?: boolean;
}

/** Effects that people set for an operation, above what its description declares and what is derived. */
export interface ChosenEffects {
  impact?: Impact;
  idempotent?: boolean;
  /** Whether a call requires a confirmation, whatever its impact. */
  confirm?: boolean;
}

/** What people set, and what it replaces. */
export interface OperationEffects {
  chosen: ChosenEffects;
  /** The same members as the description has them. */
  described: { impact?: Impact; idempotent?: boolean; safety?: Safety; derived: string[] };
}

/** One operation. A published version is immutable. */
export interface Operation {
  /** UUID, stable across versions. */
  id: string;
  /** snake_case, unique in the entry. */
  name: string;
  /** AGIS verb. */
  verb?: string;
  /** AGIS path. */
  path?: string;
  summary?: string;
  description?: string;
  outcome?: string;
  actor?: string;
  capability?: string;
  impact?: Impact;
  /** 0..1: the provider's confidence in its own declaration (AGIS). */
  confidence?: number;
  idempotent?: boolean;
  hints?: JsonObject;
  transitions?: JsonValue[];
  input: JsonSchema;
  output: JsonSchema;
  errors: OperationError[];
  examples: OperationExample[];
  tags: string[];
  lifecycle?: Lifecycle;
  safety?: Safety;
  /** 1, 2, 3 … */
  version: number;
  binding: Binding;
  /** What the gateway adds to the operation; absent when nothing is added. */
  repairs?: OperationRepairs;
  /** Effects that people set; absent when those of the description count. */
  effects?: OperationEffects;
  /** Inferred fields that the document did not state. */
  derived: string[];
  /** Members unknown to the model. */
  extra: JsonObject;
}
