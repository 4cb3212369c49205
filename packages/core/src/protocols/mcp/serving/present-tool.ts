/** A tool as a list shows it: its definition within the limits of the model APIs that may receive it. */
import type { JsonObject, JsonValue, ModelApi, PlainTool } from '@dragoman/model';
import { isJsonObject, projectForAnyApi, projectTool, restoreNames } from '@dragoman/model';
import type { OperationTool, ToolAim } from './root.js';
import { servedOutput } from './served-output.js';

/** Which output schemas a list has: those that are small, all, or none. */
export const outputChoices = Object.freeze(['small', 'all', 'none'] as const);

/** How a client wants its tools. */
export interface ToolView {
  /** The model API that receives the tools; unknown when absent. */
  api?: ModelApi;
  /** True when input schemas are as their provider wrote them, whatever model APIs accept. */
  isWhole?: boolean;
  /** Small ones when absent. */
  outputs?: (typeof outputChoices)[number];
}

/** Maximum length of a small output schema, in characters of JSON. */
export const smallOutput = 500;

/** A definition as a plain tool. */
export function toPlainTool({ name, description, inputSchema }: JsonObject): PlainTool {
  return {
    name: String(name),
    description: typeof description === 'string' ? description : '',
    schema: isJsonObject(inputSchema) ? inputSchema : { type: 'object' },
  };
}

/** The tool of a complete definition. */
export function presentTool(
  whole: JsonObject,
  { toInput: _, ...aim }: Omit<ToolAim, 'structured'>,
  { api, isWhole = false, outputs = 'small' }: ToolView = {},
): OperationTool {
  const plain = toPlainTool(whole);
  const { description, schema, renamed } = isWhole
    ? { ...plain, renamed: {} }
    : api === undefined
      ? projectForAnyApi(plain)
      : projectTool(api, plain);
  const { outputSchema, ...rest } = whole;
  const shown = outputs === 'all' || (outputs === 'small' && isSmall(outputSchema)) ? outputSchema : undefined;
  const listed: JsonObject = {
    ...rest,
    description,
    inputSchema: schema,
    ...(isJsonObject(shown) ? { outputSchema: servedOutput(shown) } : {}),
  };
  const isRenamed = Object.keys(renamed).length > 0;
  return {
    name: plain.name,
    whole,
    listed,
    aim: {
      ...aim,
      structured: isJsonObject(shown),
      ...(isRenamed ? { toInput: (given: JsonObject) => restoreNames(renamed, given) } : {}),
    },
  };
}

function isSmall(schema: JsonValue | undefined): boolean {
  return schema !== undefined && JSON.stringify(schema).length <= smallOutput;
}
