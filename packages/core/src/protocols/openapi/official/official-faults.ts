/** What the official schema of its version rejects in a document, for readers outside of this package. */
import { childPointer } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import type { OpenApiVersion } from '../wire.js';
import { checkOfficial, describeProblem } from './check-official.js';

/** One violation: where it is, and the words for it. */
interface OfficialFault {
  pointer: string;
  fault: string;
  /** The version whose schema rejects it. */
  version: OpenApiVersion;
}

/** Checks a document of any supported version; empty for others. */
export function findOfficialFaults(document: JsonObject): OfficialFault[] {
  const [said] = /^(?:2\.0|3\.[012])(?=\.|$)/.exec(String(document.swagger ?? document.openapi)) ?? [];
  const version = said as OpenApiVersion | undefined;
  if (version === undefined) return [];
  return checkOfficial(document, version).map((problem) => ({
    pointer: problem.member === undefined ? problem.pointer : childPointer(problem.pointer, problem.member),
    fault: describeProblem(problem),
    version,
  }));
}
