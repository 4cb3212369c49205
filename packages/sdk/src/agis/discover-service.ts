/**
 * Discovers a service: fetches its AGIS document from the root URL, validates it, and only then maps it (AGIS §11 a–d).
 * A non-conforming document fails the discovery: none of it is indexed or passed on.
 */
import type { AgisReport, AgisValidator, ServiceMap } from '@dragoman/agis';
import { checkSummary, indexVocabulary, mapService, parseAgis } from '@dragoman/agis';
import type { Diagnostic, JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { secureAddress } from '../address.js';
import type { Credential } from '../credential.js';
import { clientError } from '../dragoman-error.js';
import { readText } from '../read-response.js';
import type { CallOptions, Transport, TransportOptions } from '../transport.js';
import { createTransport } from '../transport.js';

/** A discovered service whose document conforms. */
export interface DiscoveredService extends ServiceMap {
  /** Base URL of its endpoints. */
  readonly address: string;
  readonly document: JsonObject;
  /** The full validation report, including warnings. */
  readonly report: AgisReport;
  /** AGTP URLs from its summary; empty without a summary. */
  readonly related: readonly string[];
  /** Errors in its summary, alone and compared with the document; empty without a summary. */
  readonly summaryFindings: readonly Diagnostic[];
}

/** Connection options. */
export interface DiscoveryOptions extends Omit<TransportOptions, 'baseUrl' | 'credential' | 'retry'> {
  /** The credentials for an origin; none by default. */
  credentialFor?: (origin: string) => Credential | undefined;
  /** Maximum document size in bytes; 2 MiB by default. */
  maxDocumentBytes?: number;
}

/** The steps of a discovery, in order. */
export type DiscoveryStep = 'summary' | 'retrieve' | 'validate' | 'index' | 'map';

/** Dependencies of a discovery. */
export interface DiscoveryPorts extends DiscoveryOptions {
  validator: AgisValidator;
  /** Called at the start of each step. */
  onStep?: (step: DiscoveryStep, address: string) => void;
}

const accepted = 'application/agis, application/json;q=0.8, application/yaml;q=0.7';
const summaryPath = '/.well-known/agis.json';

/** Discovers the service at a root URL, or at the URL of its well-known summary. */
export async function discoverService(
  address: string,
  ports: DiscoveryPorts,
  call: CallOptions = {},
): Promise<DiscoveredService> {
  const url = secureAddress(address, ports.allowInsecure ?? false);
  const summary = url.pathname.endsWith(summaryPath) ? await readSummary(url, ports, call) : undefined;
  const root = summary?.document ?? url;
  ports.onStep?.('retrieve', root.href);
  const text = await fetchText(root, ports, call, accepted);
  ports.onStep?.('validate', root.href);
  const { document, report } = validate(text, root, ports.validator);
  const summaryFindings = summary === undefined ? [] : compare(summary.value, document, url.href);
  ports.onStep?.('index', root.href);
  const service = indexVocabulary(document);
  ports.onStep?.('map', root.href);
  const { endpoints } = mapService(document, report.findings, service);
  return {
    service,
    endpoints,
    address: baseOf(document, root, ports),
    document,
    report,
    related: summary?.related ?? [],
    summaryFindings,
  };
}

/** The transport to one service; redirects are not followed, and each origin receives only its own credentials. */
export function transportTo(address: string, ports: DiscoveryOptions): Transport {
  const { credentialFor, maxDocumentBytes, ...options } = ports;
  const credential = credentialFor?.(new URL(address).origin);
  return createTransport({ ...options, baseUrl: address, ...(credential === undefined ? {} : { credential }) });
}

async function fetchText(url: URL, ports: DiscoveryPorts, call: CallOptions, accept: string): Promise<string> {
  const transport = transportTo(url.href, ports);
  const { response } = await transport.open({ ...call, method: 'GET', to: url, repeatable: true, accept });
  return readText(response, ports.maxDocumentBytes ?? 2 * 1024 * 1024);
}

function validate(text: string, { href }: URL, validator: AgisValidator): { document: JsonObject; report: AgisReport } {
  const { value, diagnostics } = parseAgis(new TextEncoder().encode(text), { uri: href });
  if (value === undefined || !isJsonObject(value.document))
    throw failed(href, diagnostics[0]?.message ?? 'it is not a document');
  const report = validator.validate(value);
  if (report.conforms) return { document: value.document, report };
  const first = report.findings.find(({ severity }) => severity === 'error');
  throw failed(
    href,
    `${report.counts.error} error(s), the first from ${first?.rule ?? 'a rule'}: ${first?.message ?? ''}`,
  );
}

function failed(address: string, why: string): Error {
  return clientError('DISCOVERY_FAILED', {
    message: `The document at ${address} does not conform to AGIS: ${why.slice(0, 500)}`,
  });
}

/** A summary may be incomplete, but it may not redirect an agent to another service. */
function compare(summary: JsonObject, document: JsonObject, address: string): Diagnostic[] {
  if (summary.agtp !== undefined && summary.agtp !== document.agtp)
    throw failed(address, 'its summary and its document name different AGTP URLs');
  return checkSummary(summary, document);
}

interface Summary {
  value: JsonObject;
  document: URL;
  related: string[];
}

async function readSummary(url: URL, ports: DiscoveryPorts, call: CallOptions): Promise<Summary> {
  ports.onStep?.('summary', url.href);
  const text = await fetchText(url, ports, call, 'application/json');
  const summary = parseObject(text, url.href);
  const { agis_document: place, related_services: related } = summary;
  if (typeof place !== 'string') throw failed(url.href, 'its summary has no agis_document');
  const document = secureAddress(place, ports.allowInsecure ?? false, url);
  const listed = Array.isArray(related) ? related.filter((each): each is string => typeof each === 'string') : [];
  return { value: summary, document, related: listed.filter((each) => /^agtp:\/\/[^/?#\s]+/.test(each)).slice(0, 50) };
}

function parseObject(text: string, address: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value as JsonObject;
  } catch {
    // Falls through to the error below: callers need not distinguish invalid JSON from a non-object.
  }
  throw failed(address, 'its summary is not a JSON object');
}

/**
 * The base URL of the endpoints: the URL in the document if it has the same origin, else where the document was found.
 */
function baseOf(document: JsonObject, found: URL, ports: DiscoveryPorts): string {
  const named = document.x_http_base;
  const fallback = `${found.origin}${found.pathname.replace(/\/+$/, '')}`;
  if (typeof named !== 'string' || !URL.canParse(named)) return fallback;
  const base = secureAddress(named, ports.allowInsecure ?? false);
  return base.origin === found.origin ? `${base.origin}${base.pathname.replace(/\/+$/, '')}` : fallback;
}
