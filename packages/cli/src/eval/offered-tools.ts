/** Tools as a model is offered them, made from operations of any origin, with the name that cases call each by. */
import type { Entry, JsonObject } from '@dragoman/model';

/** One tool. */
export interface OfferedTool {
  /** What a chooser calls it. */
  operation: string;
  /** The name that the model sees; unique among all. */
  name: string;
  description: string;
  parameters: JsonObject;
}

/** Most tools that endpoints take in one request. */
export const mostOffered = 128;

const longestToolName = 64;

/** The tools of entries, in their order; text that gives orders is withheld as toward any model. */
export async function listTools(
  entries: readonly Entry[],
  { qualified = entries.length > 1 }: { qualified?: boolean } = {},
): Promise<OfferedTool[]> {
  const { writeNamedTools } = await import('@dragoman/core/faces');
  const taken = new Set<string>();
  return entries.flatMap((entry) =>
    writeNamedTools(entry).tools.map(({ operation, tool }) => {
      const name = freeName(String(tool.name), taken);
      taken.add(name);
      return {
        operation: qualified ? `${entry.id}/${operation.name}` : operation.name,
        name,
        description: String(tool.description ?? ''),
        parameters: tool.inputSchema as JsonObject,
      };
    }),
  );
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const name = wanted.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longestToolName);
  for (let count = 2, free = name; ; count += 1) {
    if (!taken.has(free)) return free;
    free = `${name.slice(0, longestToolName - String(count).length - 1)}_${count}`;
  }
}
