/** Parses the definition of a stdio MCP server; reports all problems at once and never includes a value. */
import { isAbsolute } from 'node:path';
import { buildPointer } from '@dragoman/documents';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { countProblems, Failure, isJsonObject } from '@dragoman/model';
import type { ServerRequest } from '../mcp-children/added-servers.js';

/** Limits of a definition: characters of one text, of one value and of all values, and items of a list. */
export const serverLimits = {
  name: /^[a-z0-9][a-z0-9-]{0,62}$/,
  variable: /^[A-Za-z_][A-Za-z0-9_]*$/,
  text: 4096,
  count: 100,
  value: 32_768,
  allValues: 131_072,
} as const;

type Report = (path: readonly (string | number)[], detail: string) => void;

/** Parses a definition; with `named` it has the member `name`. */
export function readServerRequest(body: JsonValue, named: boolean): ServerRequest & { name: string } {
  if (!isJsonObject(body)) throw new Failure('INVALID_INPUT', { message: 'The body must be a JSON object.' });
  const fieldErrors: FieldError[] = [];
  const report: Report = (path, detail) => {
    fieldErrors.push({ field: path.join('.'), pointer: buildPointer(path), code: 'request/value', detail });
  };
  const members = [...(named ? ['name'] : []), 'command', 'args', 'cwd', 'env'];
  for (const name of Object.keys(body).filter((each) => !members.includes(each))) {
    report([name.slice(0, 80)], `is unknown; allowed are ${members.join(', ')}`);
  }
  const { name = '', cwd } = body;
  if (named && !(typeof name === 'string' && serverLimits.name.test(name))) {
    report(['name'], 'must be 1 to 63 lower-case letters, digits and hyphens, and must not start with a hyphen');
  }
  if (!isText(body.command) || body.command.trim() === '') report(['command'], `must be ${textForm}, and not be empty`);
  if (cwd !== undefined && !(isText(cwd) && isAbsolute(cwd))) report(['cwd'], `must be an absolute path: ${textForm}`);
  const args = readArgs(body.args, report);
  const env = readEnv(body.env, report);
  if (fieldErrors.length > 0) {
    const message = `The request has ${countProblems(fieldErrors.length)}.`;
    throw new Failure('INVALID_INPUT', { message, fieldErrors: fieldErrors.slice(0, 100) });
  }
  return {
    name: String(name),
    command: String(body.command),
    args,
    ...(cwd === undefined ? {} : { cwd: String(cwd) }),
    env,
  };
}

const textForm = `a string of at most ${serverLimits.text} characters without NUL`;

function isText(value: JsonValue | undefined, most: number = serverLimits.text): value is string {
  return typeof value === 'string' && value.length <= most && !value.includes('\0');
}

function readArgs(value: JsonValue | undefined, report: Report): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > serverLimits.count) {
    report(['args'], `must be an array of at most ${serverLimits.count} strings`);
    return [];
  }
  for (const [at, argument] of value.entries()) if (!isText(argument)) report(['args', at], `must be ${textForm}`);
  return value.map(String);
}

function readEnv(value: JsonValue | undefined, report: Report): ServerRequest['env'] {
  if (value === undefined) return {};
  if (!isJsonObject(value) || Object.keys(value).length > serverLimits.count) {
    report(['env'], `must be an object with at most ${serverLimits.count} variables`);
    return {};
  }
  requireVariables(value, report);
  return value as Record<string, string | null>;
}

function requireVariables(env: JsonObject, report: Report): void {
  let characters = 0;
  for (const [name, each] of Object.entries(env)) {
    const path = ['env', name.slice(0, 80)];
    if (!serverLimits.variable.test(name) || name.length > 200) {
      report(path, 'must have a name of letters, digits and underscores that does not start with a digit');
    }
    if (each !== null && !isText(each, serverLimits.value)) {
      report(path, `must be a string of at most ${serverLimits.value} characters without NUL, or null`);
    }
    characters += typeof each === 'string' ? each.length : 0;
  }
  if (characters <= serverLimits.allValues) return;
  report(['env'], `must have at most ${serverLimits.allValues} characters in all values together`);
}
