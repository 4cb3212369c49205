/** Runs npm as a user would, wherever this process was started from. */
import { execFile } from 'node:child_process';

/** What a program printed, and how it ended. */
export interface ProgramResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Where a program runs, and with which environment; this process's own unless given. */
export interface ProgramOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
}

/** Runs a program to its end; a failing exit code is a result, not an error. */
export function runProgram(
  program: string,
  parameters: readonly string[],
  { cwd, env = process.env }: ProgramOptions,
): Promise<ProgramResult> {
  const shell = process.platform === 'win32';
  return new Promise((resolve, reject) => {
    execFile(program, [...parameters], { cwd, env, shell, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, stdout, stderr });
      else reject(error);
    });
  });
}

/** Runs npm without the settings that `npm run` passes to its children, because they belong to this repository. */
export function runNpm(cwd: string, parameters: readonly string[]): Promise<ProgramResult> {
  const kept = /^npm_config_(registry|cache|userconfig|cafile|.*proxy)$/;
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/.test(name) || kept.test(name)),
  );
  return runProgram(process.platform === 'win32' ? 'npm.cmd' : 'npm', parameters, { cwd, env });
}
