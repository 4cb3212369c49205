/** Reads a workflow file in JSON or YAML with all its findings. */
import type { ParsedArazzo } from '@dragoman/core/conversion';
import type { CommandContext } from '../command/command.js';
import { diagnosticLines } from '../output/diagnostic-lines.js';
import { readOrRefuse, readText } from './read-documents.js';
import type { ResolvedSource } from './resolve-sources.js';
import { resolveSources } from './resolve-sources.js';

/** A workflow file, and the OpenAPI documents that its steps call. */
export interface ReadWorkflows extends ParsedArazzo {
  sources: ResolvedSource[];
}

/** The file with its findings; throws a usage error if it cannot be opened. */
export async function readWorkflows({ runtime }: CommandContext, path: string): Promise<ReadWorkflows> {
  return readOrRefuse(path, async () => {
    const uri = path === '-' ? 'standard input' : path;
    const { parseArazzo } = await import('@dragoman/core/conversion');
    const text = await readText(runtime, path);
    const sources = await resolveSources(runtime, path, text);
    const agents = new Map(sources.map(({ url, agent }) => [url, agent]));
    return { ...parseArazzo(text, { uri, sources: agents }), sources };
  });
}

/** Prints findings to standard error. */
export function noteFindings({ print }: CommandContext, path: string, { diagnostics }: ParsedArazzo): void {
  for (const text of diagnosticLines(diagnostics, path, print.noteColor)) print.note(text);
}
