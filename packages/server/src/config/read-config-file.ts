/** Reads the configuration file, in JSON or YAML. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseConfigText } from './parse-config-text.js';
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
  const { value, originOf, problems } = parseConfigText(text, path);
  return value === undefined ? { values: [], problems } : readFileValues(value, originOf);
}

function problem(path: string, message: string): GivenValues {
  return { values: [], problems: [{ key: 'configuration', origin: `file ${path}`, message }] };
}
