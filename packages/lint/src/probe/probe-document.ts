/** A description's bytes and an address → the report of a probe. The way in for programs and for the command. */
import { parseDescription } from '@dragoman/core/light';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import { type LintOptions, lintDocument, openApi } from '../lint-document.js';
import { createPlaceFinder } from '../place-finder.js';
import { defaultSettings, type LintSettings } from '../settings.js';
import { secretsOf } from './evidence.js';
import { type ProbeOptions, probeApi } from './probe-api.js';
import { type ProbeReport, reportProbe } from './report-probe.js';

/** How a described API is to be probed; operations are named by operationId or as `METHOD /path`. */
export interface DocumentProbeOptions extends Omit<ProbeOptions, 'writes' | 'only'> {
  uri?: string;
  lint?: Omit<LintOptions, 'uri'>;
  writes?: readonly string[];
  only?: readonly string[];
}

/** A description or a choice of operations that cannot be used; the message says all that is wrong. */
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
    places: createPlaceFinder(bytes, linted),
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
    ...[...writes, ...only].filter((name) => find(name) === undefined).map((name) => `there is no operation ${name}`),
    ...writes
      .filter((name) => find(name)?.kinds.write === false && find(name)?.method === 'get')
      .map((name) => `${name} is a read; it needs no --writes`),
    ...only
      .filter((name) => isWriteOnly(find(name)))
      .map((name) => `${name} is not known to be a read; name it with --writes`),
  ];
  if (faults.length > 0) throw new ProbeRefused(faults.join('; '));
  const listed = (names: readonly string[]) =>
    names.map(find).filter((each): each is ApiOperation => each !== undefined);
  return { writes: listed(writes), only: listed(only) };
}

/** What is called without being named as a write is a GET, or a POST that the document says is a read. */
function isWriteOnly(operation: ApiOperation | undefined): boolean {
  return (
    operation !== undefined &&
    operation.method !== 'get' &&
    !(operation.method === 'post' && operation.agent.readOnly === true)
  );
}
