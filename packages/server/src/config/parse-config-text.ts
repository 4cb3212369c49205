/** Parses a file of the operator, in JSON or YAML; every problem of a YAML file has its line. */
import { buildPointer, exceedsLimits, parseYamlText } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import type { ConfigProblem } from './config-error.js';
import type { OriginOf } from './read-sources.js';

/** A parsed file; no value when it sets nothing or cannot be parsed. */
export interface ParsedText {
  value?: JsonValue;
  originOf: OriginOf;
  problems: ConfigProblem[];
}

/** Maximum size of a file; settings need a few kilobytes. */
const limits = { bytes: 1_048_576, depth: 32, values: 20_000 };

/** Parses by the ending of the name: `.yaml` and `.yml` are YAML, everything else is JSON. */
export function parseConfigText(text: string, path: string): ParsedText {
  return /\.ya?ml$/i.test(path) ? parseYamlFile(text, path) : parseJsonFile(text, path);
}

function parseJsonFile(text: string, path: string): ParsedText {
  const originOf = () => `file ${path}`;
  const failed = (message: string): ParsedText => ({
    originOf,
    problems: [{ key: 'configuration', origin: originOf(), message }],
  });
  try {
    const value = JSON.parse(text) as JsonValue;
    const exceeded = exceedsLimits(value, limits);
    if (exceeded === undefined) return { value, originOf, problems: [] };
    return failed(
      exceeded === 'depth'
        ? `is nested more than ${limits.depth} levels deep`
        : `has more than ${limits.values} values`,
    );
  } catch (error) {
    return failed(`the file is not valid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}

/** A file with comments only sets nothing. */
function parseYamlFile(text: string, path: string): ParsedText {
  const at = (line?: number) => `file ${path}${line === undefined ? '' : `:${line}`}`;
  const failed = (problems: { line?: number | undefined; message: string }[]): ParsedText => ({
    originOf: () => at(),
    problems: problems.map(({ line, message }) => ({ key: 'configuration', origin: at(line), message })),
  });
  const lines = text.split('\n');
  if (lines.every((line) => /^\s*(#.*|---\s*)?$/.test(line))) return failed([]);
  const tabs = lines.flatMap((line, index) => (/^ *\t/.test(line) ? [index + 1] : []));
  if (tabs.length > 0) {
    return failed(tabs.slice(0, 20).map((line) => ({ line, message: 'indentation must use spaces, not tabs' })));
  }
  const { value: found, diagnostics } = parseYamlText(text, { limits });
  if (found === undefined) {
    return failed(diagnostics.map(({ message, location }) => ({ line: location.start?.line, message })));
  }
  return { value: found.value, originOf: (tokens) => at(found.locate(buildPointer(tokens)).start?.line), problems: [] };
}
