/** Projects tools to every model API and has each definition checked by that API's rules. */
import type { Entry, JsonObject, ModelApi, PlainTool } from '@dragoman/model';
import { modelApiNames, projectTool, writeToolDefinition } from '@dragoman/model';
import { writeNamedTools } from '../../packages/core/src/protocols/mcp/write.js';
import { checkDefinition } from '../../packages/model/src/model-api/check-definition.support.js';

/** Results for one model API. */
export interface ApiCount {
  tools: number;
  /** Tools that the API would reject as they are. */
  rejectedAsWritten: number;
  /** Tools with a rule that only their descriptions express. */
  loosened: number;
  renamed: number;
  shortened: number;
  characters: number;
  /** Projections that the API would reject: where and why. */
  faults: string[];
}

/** Empty results. */
export function emptyCounts(): Record<ModelApi, ApiCount> {
  const empty = () => ({
    tools: 0,
    rejectedAsWritten: 0,
    loosened: 0,
    renamed: 0,
    shortened: 0,
    characters: 0,
    faults: [],
  });
  return Object.fromEntries(modelApiNames.map((api) => [api, empty()])) as unknown as Record<ModelApi, ApiCount>;
}

/** The operations of an entry as tools, with the texts that models may read. */
export function toolsOf({ operations }: Pick<Entry, 'operations'>): PlainTool[] {
  return writeNamedTools({ operations }).tools.map(({ tool }) => ({
    name: String(tool.name),
    description: String(tool.description),
    schema: tool.inputSchema as JsonObject,
  }));
}

/** Adds tools to the results. */
export function countTools(
  counts: Record<ModelApi, ApiCount>,
  tools: Iterable<PlainTool>,
  { file, asWritten = false }: { file: string; asWritten?: boolean },
): void {
  for (const plain of tools) {
    for (const api of modelApiNames) {
      const count = counts[api];
      const projected = projectTool(api, plain);
      const definition = writeToolDefinition(api, projected);
      count.tools += 1;
      if (projected.loosened.length > 0) count.loosened += 1;
      if (Object.keys(projected.renamed).length > 0) count.renamed += 1;
      if (projected.shortened) count.shortened += 1;
      count.characters += JSON.stringify(definition).length;
      count.faults.push(...checkDefinition(api, definition).map((fault) => `${file} ${plain.name}: ${fault}`));
      if (asWritten && checkDefinition(api, writeToolDefinition(api, plain)).length > 0) count.rejectedAsWritten += 1;
    }
  }
}
