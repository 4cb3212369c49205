/**
 * The API view that rules read: references resolved, operations classified, schemas walked once. Objects that are
 * created by the thousand define every member (undefined when absent), because V8 reads objects of one shape several
 * times as fast.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Meaning } from '../settings/meaning.js';
import type { LintSettings } from '../settings/settings.js';
import type { AgentMetadata } from './agent-metadata.js';

/** A value and its JSON pointer in the document. */
export interface Placed<T = JsonObject> {
  value: T;
  pointer: string;
}

/** A schema as one walk found it. */
export interface SchemaNode {
  /** The schema itself, with references resolved. */
  schema: JsonObject;
  /** JSON pointer of the schema. */
  pointer: string;
  /** Where it is used: the pointer of the reference, or the same as `pointer`. */
  at: string;
  /** Name of the property; absent for everything that is not a property. */
  name?: string | undefined;
  /** The object that has the property, or the enclosing schema. */
  owner?: SchemaNode | undefined;
  /** How it relates to its owner. */
  role: 'root' | 'property' | 'item' | 'part' | 'map';
  /** Description at the point of use or on the schema. */
  description?: string | undefined;
}

/** A parameter with references resolved. */
export interface Parameter extends Placed {
  name: string;
  in: string;
  required: boolean;
  description?: string | undefined;
  schema?: SchemaNode | undefined;
}

/** A header of a response or a notification. */
export interface ResponseView extends Placed {
  /** `200`, `4XX`, `default`. */
  status: string;
  headers: readonly string[];
  /** Media types and their objects. */
  content: readonly (Placed & { type: string })[];
  /** The schema of the JSON content. */
  schema?: SchemaNode | undefined;
  description?: string | undefined;
  /** The response is in a document that could not be read. */
  unread?: boolean | undefined;
}

/** The profile's operation categories. */
export interface OperationKinds {
  read: boolean;
  write: boolean;
  list: boolean;
  item: boolean;
  risky: boolean;
  /** A write by its method whose words say that it only reads or computes. */
  harmless: boolean;
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
  /** How messages name the operation. */
  label: string;
  agent: AgentMetadata;
  parameters: readonly Parameter[];
  /** The request body of any media type. */
  body?: Placed | undefined;
  bodyTypes: readonly (Placed & { type: string })[];
  input?: SchemaNode | undefined;
  output?: SchemaNode | undefined;
  responses: readonly ResponseView[];
  kinds: OperationKinds;
  /** Only in a probe: the base path of a server of its own, or why that server is not called. */
  server?: { basePath: string } | { elsewhere: string } | undefined;
  /** True for a POST that is the same read as the GET at its path. */
  twin?: true | undefined;
  /** Security alternatives; undefined when neither the operation nor the document declares any. */
  security: readonly JsonObject[] | undefined;
}

/** The kind of description that the API was read from. */
export type LintTarget = 'openapi' | 'tools';

/** The whole API. */
export interface Api {
  target: LintTarget;
  /** Only for a converted document: maps a pointer in `root` to a pointer in the original text. */
  sourceOf?: (pointer: string) => string;
  root: JsonObject;
  /** Only for a converted document: the document as it was given. */
  given?: JsonObject;
  settings: LintSettings;
  /** Only when a model is available: compares texts by meaning. */
  meaning?: Meaning;
  /** Operations that become tools: not internal, deprecated or hidden. */
  exposed: readonly ApiOperation[];
  /** Every operation under `paths`. */
  operations: readonly ApiOperation[];
  /** Every schema reachable from an input, each once. */
  inputs: readonly SchemaNode[];
  /** Every schema reachable from a successful output, each once. */
  outputs: readonly SchemaNode[];
  /** Error schemas, each once, with the responses that use them. */
  problems: readonly Problem[];
  /** Resolves references. */
  follow(placed: Placed<JsonValue>): Placed | undefined;
  /** The properties of an object, including those from `allOf`. */
  properties(node: SchemaNode): ReadonlyMap<string, SchemaNode>;
  /** The schemas closest to a given one, starting with itself, each reference once; limited to a few hundred. */
  walk(node: SchemaNode): readonly SchemaNode[];
  /** The result of a function of the API, computed once and cached. */
  once<T>(make: (api: Api) => T): T;
  /** Number of fields with values; each reference counts once. */
  leaves(node: SchemaNode): number;
}

/** An error schema and the responses that use it. */
export interface Problem {
  schema?: SchemaNode | undefined;
  response: ResponseView;
  operation: ApiOperation;
}
