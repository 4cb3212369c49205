/** Reads a file named by a setting; startup fails with a clear message when it cannot be read. */
import { readFileSync } from 'node:fs';
import { StartRefused } from './start-refused.js';

/** Returns the file's text; throws StartRefused when it cannot be read. */
export function readSettingFile(key: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    throw new StartRefused(`Cannot read the file ${path}, set by ${key} (${code}).`, `Correct ${key}.`);
  }
}

/** Runs code that depends on the value of a setting; turns any error into StartRefused. */
export function withSetting<T>(key: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(`Invalid setting ${key}: ${reason.slice(0, 300)}`, `Correct ${key}.`);
  }
}
