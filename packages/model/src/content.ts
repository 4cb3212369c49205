/** What a service offers besides its operations: resources that can be read, and prompts that can be used. */
import type { JsonObject } from './json.js';

/** Texts of a resource, template or prompt, as its provider wrote them. */
export interface ContentTexts {
  /** Name for programs; for prompts it is unique in the service. */
  name: string;
  /** Name for people. */
  title?: string;
  description?: string;
}

/** Content that is read by its URI, such as a file or a record. */
export interface Resource extends ContentTexts {
  /** Unique in the service. */
  uri: string;
  mimeType?: string;
  /** Bytes. */
  size?: number;
  /** Members unknown to the model. */
  extra: JsonObject;
}

/** Resources whose URIs follow a template (RFC 6570). */
export interface ResourceTemplate extends ContentTexts {
  /** Unique in the service. */
  uriTemplate: string;
  mimeType?: string;
  /** Members unknown to the model. */
  extra: JsonObject;
}

/** An argument of a prompt; its value is a string. */
export interface PromptArgument extends ContentTexts {
  required?: boolean;
}

/** A prepared conversation that a person or an agent can start with. */
export interface Prompt extends ContentTexts {
  arguments: PromptArgument[];
  /** Members unknown to the model. */
  extra: JsonObject;
}

/** Everything that a service offers besides operations, and the server that it is read from. */
export interface ServiceContent {
  /** URL of the server; empty when the description names none. */
  server: string;
  resources: Resource[];
  templates: ResourceTemplate[];
  prompts: Prompt[];
  /** How to use the service, from its provider, for models. */
  instructions?: string;
  /** True when it completes arguments of prompts and templates. */
  completes?: boolean;
  /** True when it reports changes of single resources. */
  subscribes?: boolean;
  /** True when it sends log messages during calls. */
  logs?: boolean;
}
