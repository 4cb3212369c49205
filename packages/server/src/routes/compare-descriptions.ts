/** Compares the two descriptions in the body of a request; only the result leaves the thread. */
import { openDescription, parseJson } from '@dragoman/documents';
import type { Api, ApiDifference } from '@dragoman/lint';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { JobRequest } from '../threads/create-thread-pool.js';
import { fault, invalidBody, refuseUnknown } from './request-faults.js';

/** Reports that can be written. */
export const differenceReports = ['markdown', 'html', 'changelog'] as const;

/** Two descriptions in the body of a request, as it arrived. */
export interface ComparisonInput {
  bytes: Uint8Array;
  report?: (typeof differenceReports)[number];
}

/** What changed. */
export interface DescribedDifference extends ApiDifference {
  /** Changes beyond those that are listed. */
  left_out: number;
  /** The report, if one was asked for. */
  report?: string;
}

/** Compares on a thread of the caller's. */
export type DescriptionComparison = (input: ComparisonInput, request: JobRequest) => Promise<DescribedDifference>;

/** Changes that are listed; the counts are of all. */
export const maxChanges = 1_000;

/** Parses the body and compares its documents on this thread; the rules of comparison are loaded on first use. */
export async function compareDescriptions({ bytes, report }: ComparisonInput): Promise<DescribedDifference> {
  const lint = await import('@dragoman/lint');
  const body = readBody(parseJson(bytes));
  const faults: FieldError[] = [];
  const [before, after] = (['before', 'after'] as const).map((side) => open(lint, { side, given: body[side] }, faults));
  if (before === undefined || after === undefined) throw invalidBody(faults);
  const difference = lint.compareApis(before, after);
  return {
    ...difference,
    changes: difference.changes.slice(0, maxChanges),
    left_out: Math.max(0, difference.changes.length - maxChanges),
    ...(report === undefined ? {} : { report: lint.diffFormats[report](difference) }),
  };
}

function readBody(value: JsonValue): JsonObject {
  const faults: FieldError[] = [];
  const body = isJsonObject(value) ? value : {};
  refuseUnknown(body, ['before', 'after'], '', faults);
  for (const side of ['before', 'after']) {
    const given = body[side];
    if (isJsonObject(given) || typeof given === 'string') continue;
    faults.push(fault(side, `/${side}`, 'must be a description: an object, or its text as JSON or YAML'));
  }
  if (faults.length > 0) throw invalidBody(faults);
  return body;
}

type Lint = typeof import('@dragoman/lint');

/** Opens one side; a text is parsed first. */
function open(
  lint: Lint,
  { side, given }: { side: string; given: JsonValue | undefined },
  faults: FieldError[],
): Api | undefined {
  try {
    const value = typeof given === 'string' ? openDescription(new TextEncoder().encode(given)).value : given;
    const api = isJsonObject(value) ? lint.openApi(value, lint.defaultSettings) : undefined;
    if (api?.target === 'openapi') return api;
    faults.push(fault(side, `/${side}`, 'is not OpenAPI 3.x or Swagger 2.0', 'request/format'));
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    faults.push(fault(side, `/${side}`, `cannot be read: ${thrown.message}`, 'request/format'));
  }
  return undefined;
}
