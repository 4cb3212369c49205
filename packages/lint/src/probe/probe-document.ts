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
import { type ProbeOptions, probeApi } from './probe-api.js';
import { type ProbeReport, reportProbe } from './report-probe.js';

/** Probe options for a described API; operations are given by operationId or as `METHOD /path`. */
export interface DocumentProbeOptions extends Omit<ProbeOptions, 'writes' | 'only'> {
  uri?: string;
  lint?: Omit<LintOptions, 'uri'>;
  writes?: readonly string[];
  only?: readonly string[];
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
  const { uri, lint = {}, writes = [], only, ...rest } = options;
  const api = readDescribed(bytes, lint.settings ?? defaultSettings);
  const chosen = chooseOperations(api, writes, only ?? []);
  const probed = await probeApi(api, {
    ...rest,
    writes: chosen.writes,
    ...(only === undefined ? {} : { only: chosen.only }),
  });
  const linted = lintDocument(bytes, { ...lint, ...(uri === undefined ? {} : { uri }) });
  return reportProbe({
    api,
    probed,
    linted,
    places: createLocationFinder(bytes, linted),
    base: options.base,
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
    ...writes
      .filter((name) => find(name)?.kinds.write === false && find(name)?.method === 'get')
      .map((name) => `${name} is a read; it needs no --writes`),
    ...only
      .filter((name) => isWriteOnly(find(name)))
      .map((name) => `${name} is not known to be a read; allow it with --writes`),
  ];
  if (faults.length > 0) throw new ProbeRefused(faults.join('; '));
  const listed = (names: readonly string[]) =>
    names.map(find).filter((each): each is ApiOperation => each !== undefined);
  return { writes: listed(writes), only: listed(only) };
}

/** Without --writes, only a GET is called, or a POST that the document marks as a read. */
function isWriteOnly(operation: ApiOperation | undefined): boolean {
  return (
    operation !== undefined &&
    operation.method !== 'get' &&
    !(operation.method === 'post' && operation.agent.readOnly === true)
  );
}
