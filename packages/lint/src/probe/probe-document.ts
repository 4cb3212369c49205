/**
 * Probes the API of a description at a URL and returns the report. The entry point for programs and for the command.
 */
import { parseDescription } from '@dragoman/documents';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import { type LintOptions, lintDocument, openApi } from '../linting/lint-document.js';
import { createLocationFinder } from '../linting/location-finder.js';
import { defaultSettings, type LintSettings } from '../settings/settings.js';
import { secretsOf } from './evidence.js';
import { locateOperations, serverPath } from './own-servers.js';
import { whyActing } from './plan.js';
import { type ProbeOptions, probeApi } from './probe-api.js';
import { type ProbeReport, reportProbe } from './report-probe.js';

/** Probe options for a described API; operations are given by operationId or as `METHOD /path`. */
export interface DocumentProbeOptions extends Omit<ProbeOptions, 'writes' | 'only'> {
  uri?: string;
  lint?: Omit<LintOptions, 'uri'>;
  writes?: readonly string[];
  only?: readonly string[];
  /** Base path of the paths; by default that of the base URL, or else that of the first server of the description. */
  basePath?: string;
}

/** The description or the selection of operations is unusable; the message lists all errors. */
export class ProbeRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProbeRefused';
  }
}

/** Probes the API that a document describes; throws `ProbeRefused` before anything is sent. */
export async function probeDocument(bytes: Uint8Array, options: DocumentProbeOptions): Promise<ProbeReport> {
  const { uri, lint = {}, writes = [], only, basePath, ...rest } = options;
  const described = readDescribed(bytes, lint.settings ?? defaultSettings);
  const base = baseOf(described, options.base, basePath);
  const api = locateOperations(described, base, basePath !== undefined || options.base.pathname !== '/');
  const chosen = chooseOperations(api, writes, only ?? []);
  const probed = await probeApi(api, {
    ...rest,
    ...(uri === undefined ? {} : { describedAt: uri }),
    base,
    writes: chosen.writes,
    ...(only === undefined ? {} : { only: chosen.only }),
  });
  const linted = lintDocument(bytes, { ...lint, ...(uri === undefined ? {} : { uri }) });
  return reportProbe({
    api,
    probed,
    linted,
    places: createLocationFinder(bytes, linted),
    base,
    secrets: secretsOf(options.credentials ?? {}),
    ...(lint.attested === undefined ? {} : { attested: lint.attested }),
  });
}

function readDescribed(bytes: Uint8Array, settings: LintSettings): Api {
  try {
    const value = parseDescription(bytes);
    const api = isJsonObject(value) ? openApi(value, settings) : undefined;
    if (api?.target === 'openapi') return api;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new ProbeRefused(`the description cannot be read: ${error.message}`);
  }
  throw new ProbeRefused('the description is not an OpenAPI document');
}

function chooseOperations(api: Api, writes: readonly string[], only: readonly string[]) {
  const find = (name: string) =>
    api.operations.find(({ id, method, path }) => id === name || `${method.toUpperCase()} ${path}` === name);
  const faults = [
    ...[...writes, ...only].filter((name) => find(name) === undefined).map((name) => `unknown operation ${name}`),
    ...[...writes, ...only].flatMap((name) => elsewhere(name, find(name))),
    ...writes.filter((name) => isPlainRead(api, find(name))).map((name) => `${name} is a read; it needs no --writes`),
    ...only.flatMap((name) => {
      const operation = find(name);
      const acts = operation === undefined || writes.includes(name) ? undefined : whyActing(api, operation);
      return acts === undefined ? [] : [`${name} is not known to be a read (${acts}); allow it with --writes`];
    }),
  ];
  if (faults.length > 0) throw new ProbeRefused(faults.join('; '));
  const listed = (names: readonly string[]) =>
    names.map(find).filter((each): each is ApiOperation => each !== undefined);
  return { writes: listed(writes), only: listed(only) };
}

function elsewhere(name: string, operation: ApiOperation | undefined): string[] {
  const { server } = operation ?? {};
  return server !== undefined && 'elsewhere' in server ? [`${name} is not called, because ${server.elsewhere}`] : [];
}

function isPlainRead(api: Api, operation: ApiOperation | undefined): boolean {
  return operation?.method === 'get' && whyActing(api, operation) === undefined;
}

/** A base URL without a path gets that of the server at its origin or else of the first one, which the paths are below. */
function baseOf({ root }: Api, given: URL, basePath: string | undefined): URL {
  const base = new URL(given);
  if (basePath !== undefined) base.pathname = basePath;
  else if (given.pathname === '/') base.pathname = serverPath(root, given.origin);
  return base;
}
