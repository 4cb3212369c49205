/** Reads two API descriptions to compare; undefined when the sources are something else, such as lists of tools. */
import type { Api } from '@dragoman/lint';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readLintFile } from './lint-inputs.js';

/** Reads both files if their names suggest API descriptions. */
export async function readApis(context: CommandContext): Promise<{ before: Api; after: Api } | undefined> {
  const [one = '', other = ''] = context.args;
  if (![one, other].every((source) => /\.(?:json|ya?ml)$/i.test(source))) return undefined;
  const [before, after] = [await readLintFile(context, one), await readLintFile(context, other)];
  if (!isApi(before) && !isApi(after)) return undefined;
  return { before: await open(one, before), after: await open(other, after) };
}

function isApi(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && (typeof value.openapi === 'string' || typeof value.swagger === 'string');
}

async function open(source: string, value: JsonValue | undefined): Promise<Api> {
  const { defaultSettings, openApi } = await import('@dragoman/lint');
  const api = isJsonObject(value) ? openApi(value, defaultSettings) : undefined;
  if (api?.target !== 'openapi') throw new UsageError(`${source} is neither OpenAPI 3.x nor Swagger 2.0`);
  return api;
}
