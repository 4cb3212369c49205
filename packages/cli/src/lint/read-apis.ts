/**
 * Reads two sides to compare by their schemas: API descriptions, lists of tools, and versions of stored services.
 * Undefined when one of them is something else, such as signatures of N-ACT, which have no schemas.
 */
import { resolve } from 'node:path';
import type { Api } from '@dragoman/lint';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { DragomanError } from '@dragoman/sdk';
import type { CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { connect } from '../registry/connect.js';
import { readLintFile } from './lint-inputs.js';

/** A source as it was given; anything that is neither a file nor a URL is a service in the registry. */
interface Side {
  given: string;
  kind: 'file' | 'service' | 'other';
  /** The content of a file. */
  value?: JsonValue | undefined;
}

/** Reads both sides if they are descriptions. */
export async function readApis(context: CommandContext): Promise<{ before: Api; after: Api } | undefined> {
  const [one = '', other = ''] = context.args;
  const [before, after] = [await readSide(context, one), await readSide(context, other)];
  const sides = [before, after];
  const described = sides.find(({ value }) => isApi(value));
  const rest = sides.find(({ kind }) => kind !== 'file');
  if (described !== undefined && rest !== undefined) {
    throw new UsageError(`${described.given} is an API description, and ${rest.given} is not: ${whatIs(rest)}`);
  }
  const files = sides.filter(({ kind }) => kind === 'file');
  if (sides.some(({ kind }) => kind === 'other')) return undefined;
  if (files.length > 0 && !files.some(({ value }) => isApi(value) || listOf(value) !== undefined)) return undefined;
  const apis = { before: await openSide(context, before), after: await openSide(context, after) };
  if (apis.before.target === apis.after.target) return apis;
  const [api, list] = apis.before.target === 'openapi' ? [one, other] : [other, one];
  throw new UsageError(`${api} is an API description and ${list} a list of tools; compare two of one kind`);
}

async function readSide(context: CommandContext, given: string): Promise<Side> {
  const kind = await kindOf(context, given);
  return kind === 'file' ? { given, kind, value: await readLintFile(context, given) } : { given, kind };
}

/** A file exists, or its name ends like that of a description. */
async function kindOf({ runtime }: CommandContext, source: string): Promise<Side['kind']> {
  if (/\.(?:json|ya?ml)$/i.test(source)) return 'file';
  if (source === '-' || /^https?:\/\//i.test(source)) return 'other';
  try {
    for await (const _ of runtime.openFile(resolve(runtime.cwd, source))) break;
    return 'file';
  } catch {
    return 'service';
  }
}

function whatIs({ kind }: Side): string {
  return kind === 'other'
    ? 'give two descriptions, or two lists of tools'
    : 'there is no such file, and a description cannot be compared with the tools of a service';
}

/** The source without its version `@n`, and the version. */
export function versionOf(given: string): { source: string; version: number | undefined } {
  const [, source = given, version] = /^(.+)@(\d{1,9})$/.exec(given) ?? [];
  return { source, version: version === undefined ? undefined : Number(version) };
}

function isApi(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && (typeof value.openapi === 'string' || typeof value.swagger === 'string');
}

async function openSide(context: CommandContext, { given, kind, value }: Side): Promise<Api> {
  const { defaultSettings, openApi } = await import('@dragoman/lint');
  const content = kind === 'service' ? await readService(context, given) : value;
  const document = isApi(content) ? content : listOf(content);
  const api = isJsonObject(document) ? openApi(document, defaultSettings) : undefined;
  if (api !== undefined) return api;
  throw new UsageError(
    `${given} is neither OpenAPI 3.x nor Swagger 2.0, and no list of tools: an object with "tools", each with an ` +
      '"inputSchema", or a description of a service with "operations"',
  );
}

/** The tools of a list or of a service; a service with a single operation describes it at the top level. */
function listOf(value: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const { result, name, description, version, inputs, outputs, operations } = value;
  const { tools } = value.jsonrpc !== undefined && isJsonObject(result) ? result : value;
  const info = typeof version === 'string' ? { info: { version } } : {};
  if (Array.isArray(tools)) return { ...info, tools };
  if (Array.isArray(operations)) return { ...info, operations };
  if (!isJsonObject(inputs)) return undefined;
  const only = { name: name ?? 'invoke', description: description ?? '', inputs };
  return { ...info, operations: [outputs === undefined ? only : { ...only, outputs }] };
}

/** The description of a stored service, now or at one of its versions. */
async function readService(context: CommandContext, given: string): Promise<JsonObject> {
  const { source, version } = versionOf(given);
  const { agents } = connect(context);
  try {
    if (version !== undefined) return (await agents.readVersion(source, version)).agent as JsonObject;
    const current = await agents.read(source);
    return current.outcome === 'read' ? (current.agent as JsonObject) : {};
  } catch (error) {
    if (!(error instanceof DragomanError) || (error.status !== 404 && error.status !== 403)) throw error;
    throw new UsageError(
      version === undefined
        ? `${given} is neither a file nor a service; "dragoman list" shows the services`
        : `${given} cannot be read: ${error.message}; only the owner of a service reads its stored versions`,
    );
  }
}
