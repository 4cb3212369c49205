/**
 * What a provider needs to put N-ACT on an API of its own, and to give that API the properties that agents need. The
 * frameworks have entries of their own beside this one, and so has every property.
 */

export { Failure } from '@dragoman/model';
export type { Tool, ToolVersion } from './define-tool.js';
export { defineTool, ToolDefinitionError } from './define-tool.js';
export type { FetchHandler, NactHandler } from './fetch.js';
export { addProperties, createNact } from './fetch.js';
export type { CallLimits } from './invoke-tool.js';
export type { Authenticated, NactOptions } from './nact-face.js';
export type { PageSizes } from './page.js';
export type { Answer } from './properties/answer.js';
export { readAnswer, withBody, withHeaders } from './properties/answer.js';
export type { CallContext, CallerOptions } from './properties/call-context.js';
export { callerKey, callOf } from './properties/call-context.js';
export type { Handle, Property } from './properties/property.js';
export { compose } from './properties/property.js';
export type { LockOptions } from './require-lock.js';
export type {
  BooleanInput,
  EarlierVersion,
  EnumInput,
  InputDefinition,
  InputDefinitions,
  InputValues,
  IntInput,
  NactCaller,
  OutputDefinition,
  OutputDefinitions,
  OutputValues,
  RunContext,
  RunTool,
  StringInput,
  ToolDefinition,
  VersionDefinition,
} from './tool-definition.js';
export { defineEarlierVersion } from './tool-definition.js';
export type { AllowTool } from './tool-table.js';
