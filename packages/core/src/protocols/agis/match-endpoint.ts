/** Finds the endpoint of a path and a method; literal segments take precedence over parameters. */

import { blankPath } from '@dragoman/agis';
import type { JsonObject } from '@dragoman/model';
import { Failure, suggestNames } from '@dragoman/model';
import type { PlannedEndpoint } from './write-endpoint.js';

/** An endpoint with the values of its path parameters. */
export interface MatchedEndpoint {
  endpoint: PlannedEndpoint;
  values: ReadonlyMap<string, string>;
}

/** Endpoints of one document by number of segments and first segment. */
export interface EndpointTable {
  /** All endpoints whose path matches; empty when the path is unknown. */
  match(path: string): MatchedEndpoint[];
}

/** Creates the table of a document. */
export function createEndpointTable(endpoints: readonly PlannedEndpoint[]): EndpointTable {
  const table = new Map<string, { endpoint: PlannedEndpoint; template: TemplateSegment[] }[]>();
  for (const endpoint of endpoints) {
    const segments = segmentsOf(endpoint.path);
    const key = keyOf(segments);
    const row = { endpoint, template: segments.map(readTemplate) };
    const list = table.get(key);
    if (list === undefined) table.set(key, [row]);
    else list.push(row);
  }
  return {
    match(path) {
      const segments = segmentsOf(path).map(decode);
      const fitting: MatchedEndpoint[] = [];
      for (const { endpoint, template } of table.get(keyOf(segments)) ?? []) {
        const values = valuesOf(template, segments);
        if (values !== undefined) fitting.push({ endpoint, values });
      }
      return fitting.length < 2 ? fitting : mostLiteral(fitting);
    },
  };
}

/** The endpoints of the path with the fewest parameters. */
function mostLiteral(fitting: readonly MatchedEndpoint[]): MatchedEndpoint[] {
  const fewest = Math.min(...fitting.map(({ values }) => values.size));
  const best = fitting.find(({ values }) => values.size === fewest);
  const path = best === undefined ? '' : blankPath(best.endpoint.path);
  return fitting.filter(({ endpoint }) => blankPath(endpoint.path) === path);
}

/** The endpoint of this method among those of a path; otherwise an error with the allowed methods (agis.md R35). */
export function pickMethod(
  matches: readonly MatchedEndpoint[],
  { method, path }: { method: string; path: string },
  endpoints: readonly PlannedEndpoint[],
): MatchedEndpoint {
  if (matches.length === 0) {
    const known = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
    const hint = suggestNames(`${method} ${path}`, known);
    throw new Failure('NOT_FOUND', {
      message: `The service has no path that matches '${path.slice(0, 200)}'. ${hint}`,
    });
  }
  const found = matches.find(({ endpoint }) => endpoint.method === method.toUpperCase());
  if (found !== undefined) return found;
  throw notOffered(
    method,
    matches.map(({ endpoint }) => endpoint),
  );
}

function notOffered(method: string, endpoints: readonly PlannedEndpoint[]): Failure {
  const methods = endpoints.map((endpoint) => endpoint.method);
  const members: JsonObject = { method, methods };
  return new Failure('METHOD_NOT_ALLOWED', {
    message: `This path supports ${methods.join(', ')}, not ${method.slice(0, 80)}.`,
    headers: { Allow: allowedBy(endpoints) },
    members,
  });
}

/** HTTP methods of a path: reads may use GET. */
export function allowedBy(endpoints: readonly PlannedEndpoint[]): string {
  const reads = endpoints.some(({ operation }) => operation.impact === 'informational');
  return reads ? 'GET, POST' : 'POST';
}

function segmentsOf(path: string): string[] {
  return (path.startsWith('/') ? path.slice(1) : path).split('/');
}

/** A segment of a path template: literal text, or the name of a parameter. */
type TemplateSegment = { literal: string; name?: never } | { name: string };

function readTemplate(segment: string): TemplateSegment {
  const [, name] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
  return name === undefined ? { literal: segment } : { name };
}

function keyOf(segments: readonly string[]): string {
  return `${segments.length} ${segments[0] ?? ''}`;
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function valuesOf(template: readonly TemplateSegment[], segments: readonly string[]): Map<string, string> | undefined {
  const values = new Map<string, string>();
  for (const [at, part] of template.entries()) {
    const segment = segments[at] ?? '';
    if (part.name === undefined ? part.literal !== segment : segment === '') return undefined;
    if (part.name !== undefined) values.set(part.name, segment);
  }
  return values;
}
