/** Reads a file of workflows, in JSON or YAML, and says everything that is wrong with it. */
import type { ParsedArazzo } from '@dragoman/core/conversion';
import type { CommandContext } from './command.js';
import { diagnosticLines } from './output/diagnostic-lines.js';
import { readOrRefuse, readText } from './read-documents.js';
import type { ResolvedSource } from './resolve-sources.js';
import { resolveSources } from './resolve-sources.js';

/** A file of workflows, and the OpenAPI documents beside it that its steps call. */
export interface ReadWorkflows extends ParsedArazzo {
  sources: ResolvedSource[];
}

/** The file with its findings; a file that cannot be opened is a fault of the call. */
export async function readWorkflows({ surroundings }: CommandContext, path: string): Promise<ReadWorkflows> {
  return readOrRefuse(path, async () => {
    const uri = path === '-' ? 'standard input' : path;
    const { parseArazzo } = await import('@dragoman/core/conversion');
    const text = await readText(surroundings, path);
    const sources = await resolveSources(surroundings, path, text);
    const agents = new Map(sources.map(({ url, agent }) => [url, agent]));
    return { ...parseArazzo(text, { uri, sources: agents }), sources };
  });
}

/** Prints findings for people, beside the data. */
export function noteFindings({ print }: CommandContext, path: string, { diagnostics }: ParsedArazzo): void {
  for (const text of diagnosticLines(diagnostics, path, print.noteColour)) print.note(text);
}
