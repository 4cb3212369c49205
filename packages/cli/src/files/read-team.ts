/** Reads a team from a file; the registry validates it. */
import { isJsonObject } from '@dragoman/model';
import type { TeamRequest } from '@dragoman/sdk';
import type { CommandArgument } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import type { Runtime } from '../terminal/runtime.js';
import { readOrRefuse, readValue } from './read-documents.js';

/** The argument for a team file. */
export const teamArgument: CommandArgument = {
  name: 'file',
  required: true,
  multiple: false,
  description: 'The team in JSON or YAML, or "-"',
};

/** Reads the team in a file. */
export async function readTeam(runtime: Runtime, file: string): Promise<TeamRequest & { id?: string }> {
  const value = await readOrRefuse(file, () => readValue(runtime, file));
  if (isJsonObject(value)) return value as unknown as TeamRequest & { id?: string };
  throw new UsageError(`${file} is not a team: expected an object with name, entry and members`);
}
