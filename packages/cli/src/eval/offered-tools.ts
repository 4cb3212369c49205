/** Tools as offered to a model, with the operation name that test cases use. */
import type { Entry, JsonObject } from '@dragoman/model';

/** One tool. */
export interface OfferedTool {
  /** Name of the operation in test cases. */
  operation: string;
  /** The unique name that the model sees. */
  name: string;
  description: string;
  parameters: JsonObject;
}

/** Maximum number of tools that endpoints accept in a request. */
export const mostOffered = 128;

const longestToolName = 64;

/** The tools of entries, in order; text that contains instructions is withheld, as for any model. */
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
