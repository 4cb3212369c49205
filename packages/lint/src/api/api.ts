/**
 * What rules read: an API description with its references followed, its operations sorted into kinds, walked once. What is
 * made by the thousand has all its members, absent ones as undefined: objects of one shape are read several times as fast.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Meaning } from '../meaning.js';
import type { LintSettings } from '../settings.js';
import type { AgentMetadata } from './agent-metadata.js';

/** A value with its place in the document. */
export interface Placed<T = JsonObject> {
  value: T;
  pointer: string;
}

/** A schema as one walk met it. */
export interface SchemaNode {
  /** The schema itself, references followed. */
  schema: JsonObject;
  /** Where the schema stands. */
  pointer: string;
  /** Where it is used: the place of the reference, or the same as `pointer`. */
  at: string;
  /** Name of the property; absent for everything else. */
  name?: string | undefined;
  /** The object that has the property, or the schema around. */
  owner?: SchemaNode | undefined;
  /** How it hangs on its owner. */
  role: 'root' | 'property' | 'item' | 'part' | 'map';
  /** Description at the place of use or at the schema. */
  description?: string | undefined;
}

/** A parameter with references followed. */
export interface Parameter extends Placed {
  name: string;
  in: string;
  required: boolean;
  description?: string | undefined;
  schema?: SchemaNode | undefined;
}

/** A header that a response or a notification carries. */
export interface ResponseView extends Placed {
  /** `200`, `4XX`, `default`. */
  status: string;
  headers: readonly string[];
  /** Media types with their objects. */
  content: readonly (Placed & { type: string })[];
  /** The schema of its JSON content. */
  schema?: SchemaNode | undefined;
  description?: string | undefined;
  /** It stands where it could not be read. */
  unread?: boolean | undefined;
}

/** Which of the profile's notions an operation falls under. */
export interface OperationKinds {
  read: boolean;
  write: boolean;
  list: boolean;
  item: boolean;
  risky: boolean;
  slow: boolean;
  batch: boolean;
}

/** One operation. */
export interface ApiOperation extends Placed {
  method: string;
  path: string;
  id?: string | undefined;
  summary?: string | undefined;
  description?: string | undefined;
  deprecated: boolean;
  /** The operation as messages name it. */
  label: string;
  agent: AgentMetadata;
  parameters: readonly Parameter[];
  /** The request body, whatever its type. */
  body?: Placed | undefined;
  bodyTypes: readonly (Placed & { type: string })[];
  input?: SchemaNode | undefined;
  output?: SchemaNode | undefined;
  responses: readonly ResponseView[];
  kinds: OperationKinds;
  /** Alternatives of security; undefined when neither the operation nor the document says any. */
  security: readonly JsonObject[] | undefined;
}

/** What kind of description the API was read from. */
export type LintTarget = 'openapi' | 'tools';

/** The whole API. */
export interface Api {
  target: LintTarget;
  /** Set for a document that was converted: the place in the given text of a place in `root`. */
  sourceOf?: (pointer: string) => string;
  root: JsonObject;
  settings: LintSettings;
  /** Set where texts can be compared by what they mean. */
  meaning?: Meaning;
  /** What an agent would get as tools: neither internal nor deprecated nor hidden. */
  exposed: readonly ApiOperation[];
  /** Every operation under `paths`. */
  operations: readonly ApiOperation[];
  /** Every schema that some input reaches, each once. */
  inputs: readonly SchemaNode[];
  /** Every schema that some successful output reaches, each once. */
  outputs: readonly SchemaNode[];
  /** Schemas of failures, each once, with the responses that use them. */
  problems: readonly Problem[];
  /** Follows references. */
  follow(placed: Placed<JsonValue>): Placed | undefined;
  /** The properties of an object, those of `allOf` included. */
  properties(node: SchemaNode): ReadonlyMap<string, SchemaNode>;
  /** The schemas nearest to one, itself first, each reference once; some hundreds at most. */
  walk(node: SchemaNode): readonly SchemaNode[];
  /** What a function makes of the API, made once however often it is asked for. */
  once<T>(make: (api: Api) => T): T;
  /** Number of fields that hold values, references counted once. */
  leaves(node: SchemaNode): number;
}

/** A schema of failures and who uses it. */
export interface Problem {
  schema?: SchemaNode | undefined;
  response: ResponseView;
  operation: ApiOperation;
}
