/** What a provider needs to put N-ACT on an API of its own. The frameworks have entries of their own beside this one. */

export { Failure } from '@dragoman/model';
export type { Tool, ToolVersion } from './define-tool.js';
export { defineTool, ToolDefinitionError } from './define-tool.js';
export type { NactHandler } from './fetch.js';
export { createNact } from './fetch.js';
export type { CallLimits } from './invoke-tool.js';
export type { Authenticated, NactOptions } from './nact-face.js';
export type { PageSizes } from './page.js';
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
