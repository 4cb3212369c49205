/** How somebody else starts this program: by its name where it is installed for everybody, else by the file that runs now. */
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** This process, as far as finding the program goes. */
export interface ProgramFacts {
  /** Folders that commands are looked for in. */
  path: string;
  /** The program that runs scripts, and the script that runs now. */
  node: string;
  script: string;
}

/** The words. Folders that `npx` and `npm run` put before the others are nobody else's, so they do not count. */
export async function findProgram({ path, node, script }: ProgramFacts): Promise<readonly string[]> {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder) && !/[\\/]\.bin[\\/]?$/.test(folder));
  for (const folder of folders) {
    try {
      await access(join(folder, 'dragoman'), constants.X_OK);
      return ['dragoman'];
    } catch {
      // It is not there.
    }
  }
  return [node, await realpath(script)];
}
