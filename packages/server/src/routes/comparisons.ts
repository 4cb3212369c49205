/** Compares two descriptions of an API: what breaks callers of the older one. */
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  fieldsParameter,
  invalidParameters,
  jsonReply,
  pickFields,
  readFields,
  readJsonBytes,
} from '@dragoman/core/http';
import type { ApiChange } from '@dragoman/lint';
import type { JsonObject } from '@dragoman/model';
import type { DescriptionComparison } from './compare-descriptions.js';
import { differenceReports } from './compare-descriptions.js';
import { comparisonExample, comparisonMembers, comparisonRequest, comparisonSchema } from './comparison-schemas.js';

/** Dependencies of the route. */
export interface ComparisonPorts {
  /** Maximum size of a request, in bytes. */
  bodyBytes: number;
  compareDescriptions: DescriptionComparison;
}

/** Creates the route. */
export function createComparisonRoute({ bodyBytes, compareDescriptions }: ComparisonPorts): Route {
  return {
    method: 'POST',
    path: '/comparisons',
    budget: 'search',
    access: 'registry:read',
    bodyBytes,
    describe,
    async handle(context): Promise<HttpReply> {
      const { request, caller, signal, url } = context;
      const fields = readFields(url, comparisonMembers);
      const report = readReport(context);
      const bytes = await readJsonBytes(request, bodyBytes);
      const input = { bytes, ...(report === undefined ? {} : { report }) };
      const difference = await compareDescriptions(input, { caller: caller.subject, signal });
      return jsonReply(pickFields({ ...difference, changes: difference.changes.map(toJson) }, fields), {
        headers: { 'Cache-Control': 'no-store' },
      });
    },
  };
}

function toJson(change: ApiChange): JsonObject {
  return { ...change };
}

function readReport({ url }: RouteContext): (typeof differenceReports)[number] | undefined {
  const given = url.searchParams.get('report');
  if (given === null) return undefined;
  const known = differenceReports.find((each) => each === given);
  if (known !== undefined) return known;
  const detail = `must be one of ${differenceReports.join(', ')}`;
  throw invalidParameters([{ field: 'report', code: 'request/value', detail }]);
}

const describe: Route['describe'] = {
  operationId: 'descriptions_compare',
  tag: 'discovery',
  summary: 'Compare two descriptions of an API.',
  description:
    'Lists what changed between two OpenAPI or Swagger documents, and how each change affects callers of the older one: breaking, compatible, description, meaning or undecided, ' +
    'with an example value that shows the break where one can be built. Use this before a new version is published. ' +
    'Do not use it for two stored versions of a service: use agents_versions_list instead. No side effects; nothing is stored. Changes are in the order of the operations in the older document.',
  parameters: [
    {
      name: 'report',
      in: 'query',
      required: false,
      description: 'Also write a report in this format.',
      schema: { type: 'string', enum: [...differenceReports] },
    },
    fieldsParameter('the answer', 'breaking,counts'),
  ],
  requestBody: comparisonRequest,
  responses: {
    '200': {
      description: 'What changed.',
      content: {
        'application/json': {
          schema: comparisonSchema,
          examples: { narrower: { summary: 'A parameter accepts less than before', value: comparisonExample } },
        },
      },
    },
  },
  failures: [400, 413, 415, 422, 503],
  agent: { read_only: true },
};
