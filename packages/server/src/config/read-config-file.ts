/** Reads the configuration file, in JSON or YAML; every problem of a YAML file has its line. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildPointer, parseYamlText } from '@dragoman/documents';
import type { GivenValues } from './read-sources.js';
import { readFileValues } from './read-sources.js';

/** Files that are read when none is named; at most one of them may exist. */
export const defaultConfigFiles = ['dragoman.config.json', 'dragoman.config.yaml', 'dragoman.config.yml'] as const;

/** Where the file is. */
export interface ConfigFile {
  cwd: string;
  /** The file that was named; undefined when none was. */
  named: string | undefined;
  /** Reads a text file; throws with code ENOENT when it does not exist. */
  readFile?: ((path: string) => string) | undefined;
}

/** Maximum size of a YAML file; settings need a few kilobytes. */
const yamlLimits = { bytes: 1_048_576, depth: 32, values: 20_000 };

/** Reads the named file, or the default one if it exists. */
export function readConfigFile({ cwd, named, readFile }: ConfigFile): GivenValues {
  const read = readFile ?? ((path: string) => readFileSync(path, 'utf8'));
  if (named !== undefined) return readOne(read, resolve(cwd, named)) ?? problem(resolve(cwd, named), 'file not found');
  const found = defaultConfigFiles.flatMap((name) => {
    const path = resolve(cwd, name);
    const given = readOne(read, path);
    return given === undefined ? [] : [{ path, given }];
  });
  const [first, second] = found;
  if (first === undefined) return { values: [], problems: [] };
  if (second === undefined) return first.given;
  return problem(first.path, `${second.path} exists, too; keep one of them, or name it with --config`);
}

/** The values of one file; undefined when it does not exist. */
function readOne(read: (path: string) => string, path: string): GivenValues | undefined {
  let text: string;
  try {
    text = read(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : problem(path, 'the file cannot be read');
  }
  return /\.ya?ml$/i.test(path) ? readYaml(text, path) : readJson(text, path);
}

function readJson(text: string, path: string): GivenValues {
  try {
    return readFileValues(JSON.parse(text), () => `file ${path}`);
  } catch (error) {
    return problem(path, `the file is not valid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}

/** A file without a value, such as one with comments only, sets nothing. */
function readYaml(text: string, path: string): GivenValues {
  if (text.split('\n').every((line) => /^\s*(#.*|---\s*)?$/.test(line))) return { values: [], problems: [] };
  const tabs = text.split('\n').flatMap((line, at) => (/^ *\t/.test(line) ? [at + 1] : []));
  if (tabs.length > 0) {
    const message = 'indentation must use spaces, not tabs';
    return {
      values: [],
      problems: tabs.slice(0, 20).map((line) => ({ key: 'configuration', origin: `file ${path}:${line}`, message })),
    };
  }
  const { value, diagnostics } = parseYamlText(text, { limits: yamlLimits });
  if (value === undefined) {
    return {
      values: [],
      problems: diagnostics.map(({ message, location }) => ({
        key: 'configuration',
        origin: `file ${path}${location.start === undefined ? '' : `:${location.start.line}`}`,
        message,
      })),
    };
  }
  return readFileValues(value.value, (tokens) => {
    const line = value.locate(buildPointer(tokens)).start?.line;
    return `file ${path}${line === undefined ? '' : `:${line}`}`;
  });
}

function problem(path: string, message: string): GivenValues {
  return { values: [], problems: [{ key: 'configuration', origin: `file ${path}`, message }] };
}
