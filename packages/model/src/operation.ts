/** One thing that can be done through an entry, and how the gateway reaches it. */

import type { Binding } from './binding.js';
import type { JsonObject, JsonSchema, JsonValue } from './json.js';
import type { OperationExample } from './operation-example.js';
import type { OperationRepairs } from './repair.js';

/** What a call does to the world. */
export type Impact = 'informational' | 'reversible' | 'irreversible';

/** A failure that the operation announces. */
export interface OperationError {
  code: string;
  description?: string;
  status?: number;
  retryable?: boolean;
}

/** Deprecation facts. */
export interface Lifecycle {
  deprecated?: boolean;
  /** When it will be gone, RFC 3339. */
  sunset?: string;
  /** Name of the operation to use instead. */
  replacement?: string;
}

/** What the operation offers so that a caller can be careful. */
export interface Safety {
  dryRun?: boolean;
  confirm?: boolean;
  idempotencyKey?: boolean;
  /** An array of inputs is accepted and answered with an array of outputs. */
  batch?: boolean;
}

/** One thing that can be done. A published version is immutable. */
export interface Operation {
  /** UUID, stable over versions. */
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
  /** 0..1: how sure the provider is of its own declaration (AGIS). */
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
  /** What the gateway adds to the operation; absent when it is as its description has it. */
  repairs?: OperationRepairs;
  /** Field names that a rule worked out and the document did not state. */
  derived: string[];
  /** Members that the model does not know. */
  extra: JsonObject;
}
