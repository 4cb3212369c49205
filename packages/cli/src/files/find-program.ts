/** The command line that starts this program: by name if it is installed globally, otherwise by the current script. */
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Facts about this process. */
export interface ProgramFacts {
  /** The PATH variable. */
  path: string;
  /** The Node executable and the current script. */
  node: string;
  script: string;
}

/** Finds the program, ignoring the folders that `npx` and `npm run` add to PATH: other processes do not have them. */
export async function findProgram({ path, node, script }: ProgramFacts): Promise<readonly string[]> {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder) && !/[\\/]\.bin[\\/]?$/.test(folder));
  for (const folder of folders) {
    try {
      await access(join(folder, 'dragoman'), constants.X_OK);
      return ['dragoman'];
    } catch {
      // Not in this folder.
    }
  }
  return [node, await realpath(script)];
}
