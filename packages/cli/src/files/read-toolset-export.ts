/** Reads the file that `toolsets export` wrote. */
import type { ProcedureTool } from '@dragoman/core/engine';
import type { ToolSignature } from '@dragoman/model';
import { checkSignature, isJsonObject } from '@dragoman/model';
import { UsageError } from '../command/usage-error.js';
import type { Runtime } from '../terminal/runtime.js';
import { readOrRefuse, readValue } from './read-documents.js';

/** The tools, and whether others may be used at run time. */
export interface ExportedTools {
  tools: (ProcedureTool & { description?: string })[];
  open: boolean;
}

/** The tools of an exported toolset, as procedures can mention them. */
export async function readToolsetExport(runtime: Runtime, path: string): Promise<ExportedTools> {
  const exported: unknown = await readOrRefuse(path, () => readValue(runtime, path));
  const isExport = isJsonObject(exported) && exported.format === 'dragoman-toolset' && Array.isArray(exported.tools);
  if (!isExport) throw new UsageError(`${path} is not an exported toolset`);
  const tools = (exported.tools as unknown[]).flatMap((item) => {
    const signature = isJsonObject(item) ? checkSignature(item.signature, { mode: 'read' }).value : undefined;
    return signature === undefined ? [] : [toTool(signature, isJsonObject(item) ? item.original : undefined)];
  });
  return { tools, open: exported.mode === 'open' };
}

function toTool(signature: ToolSignature, original: unknown): ExportedTools['tools'][number] {
  const { name, description, input_parameters, output_parameters } = signature;
  const other =
    isJsonObject(original) && typeof original.name === 'string' && original.name !== name ? [original.name] : [];
  return { name, description, otherNames: other, inputs: input_parameters, outputs: output_parameters };
}
