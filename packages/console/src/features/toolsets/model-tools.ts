/** Tools as a model gets them, and their size. */
import type { JsonSchema } from '@dragoman/model';
import { estimateTokens } from '@dragoman/model';
import type { ToolsetTool } from '@dragoman/sdk';

/** A tool in a list for a model. */
export interface ModelTool {
  name: string;
  description: string;
  inputSchema: JsonSchema;
}

/** The part of a tool that every model API gets. */
export function toModelTool({ name, description, input_schema: inputSchema }: ToolsetTool): ModelTool {
  return { name, description, inputSchema };
}

/** Estimated tokens of a tool. */
export function tokensOf(tool: ToolsetTool): number {
  return estimateTokens(toModelTool(tool));
}
