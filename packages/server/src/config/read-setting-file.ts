/** Reads a file that a setting names; what is wrong with it is the operator's to mend. */
import { readFileSync } from 'node:fs';
import { StartRefused } from './start-refused.js';

/** The file's text; refuses to start when it cannot be read. */
export function readSettingFile(key: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    throw new StartRefused(`The file ${path} of the setting ${key} cannot be read (${code}).`, `Correct ${key}.`);
  }
}

/** Runs what a setting's value may make fail; refuses to start then. */
export function withSetting<T>(key: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(`The setting ${key} cannot be used: ${reason.slice(0, 300)}`, `Correct ${key}.`);
  }
}
