/**
 * Every job on third-party documents that may run on a worker thread. A job is a function of plain data; fetching,
 * storing and access checks stay on the main thread.
 */

import { createWords } from '@dragoman/agis';
import type {
  AgentWriting,
  CardWriting,
  FetchedDocument,
  Objection,
  ProjectionInput,
  ProposedEndpoint,
  ReadOutcome,
  ReadRequest,
  ReferencePolicy,
  ToolContract,
  ToolOwner,
  ToolPlan,
  UnsignedCard,
  ValidationInput,
  WriteAgisDocument,
  WrittenAgis,
  WrittenTool,
} from '@dragoman/core/conversion';
import {
  checkProcedureText,
  compareOperationPair,
  compareToolPair,
  createLazyValidator,
  createValidateValue,
  descriptionReaders,
  evaluateProposal,
  findProcedureNames,
  findReferences,
  projectOperation,
  readClassBinding,
  readDescriptions,
  writeAgentText,
  writeAgis,
  writeContract,
  writeMcpTool,
  writeOpenApiText,
  writeUnsignedCard,
} from '@dragoman/core/conversion';
import type { SchemaProblem } from '@dragoman/documents';
import type { Entry, Operation } from '@dragoman/model';
import { compareDescriptions } from './routes/compare-descriptions.js';
import { findSimilar, listSimilarTexts } from './routes/compare-tools.js';
import { readImportBody } from './routes/read-import-body.js';
import { evaluateDescription } from './routes/read-profile-body.js';
import type { JobTable } from './threads/job-runner.js';

/** Budgets of the main thread. Measured on hostile documents: JSON takes up to 5 µs per byte, other texts up to 13 µs. */
const small = { json: 8192, text: 1024 };

/** The same for two versions that are compared, whose schemas may refer to themselves: up to 10 µs per byte. */
const smallPair = 2048;

/** The same for an operation that is shown in six protocols, which yields between them: up to 3 µs per byte. */
const mediumOperation = 16_384;

/** YAML and notations take longer than JSON, which begins with a brace or a bracket. */
function budgetOf(bytes: Uint8Array): number {
  const first = bytes.subarray(0, 64).find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b ? small.json : small.text;
}

/** Texts inside the JSON of an import take as long as texts. */
function importBudgetOf(bytes: Uint8Array): number {
  const { buffer, byteOffset, length } = bytes;
  if (length > small.json) return small.text;
  return Buffer.from(buffer, byteOffset, length).includes('"text"') ? small.text : budgetOf(bytes);
}

function readRequested(request: ReadRequest): Promise<ReadOutcome> {
  return readDescriptions(request, descriptionReaders);
}

interface Referring {
  document: FetchedDocument;
  references: ReferencePolicy;
}

function listReferences({ document, references }: Referring): Promise<string[]> {
  return findReferences(document, references, descriptionReaders);
}

/** What describes an entry takes long to load, and other jobs do not need it. */
async function evaluateLater(entry: Entry) {
  const { evaluateEntry } = await import('./profile/evaluate-entry.js');
  return evaluateEntry(entry);
}

/** The words of the grammar take longer to load than a proposal takes to check, so a thread keeps them. */
function createProposalJob(): (proposed: ProposedEndpoint) => Objection[] {
  let words: ReturnType<typeof createWords> | undefined;
  return (proposed) => {
    words ??= createWords();
    return evaluateProposal(proposed, words);
  };
}

interface WritingAgis {
  entry: Entry;
  addresses: Parameters<WriteAgisDocument>[1];
}

/** An endpoint of a written document with the id of its operation, which need not be copied back. */
export type PlannedWithId = Omit<WrittenAgis['endpoints'][number], 'operation'> & { operationId: string };

function createProjectionJobs() {
  const validator = createLazyValidator();
  return {
    'write-contract': {
      run: ({ owner, operation }: { owner: ToolOwner; operation: Operation }): ToolContract =>
        writeContract(owner, operation),
      inlineBytes: 0,
    },
    'write-mcp-tool': { run: (plan: ToolPlan): WrittenTool => writeMcpTool(plan), inlineBytes: 0 },
    'write-openapi': {
      run: ({ entry, origin }: { entry: Entry; origin?: string }) => writeOpenApiText(entry, origin),
      inlineBytes: 0,
    },
    'write-card': { run: (writing: CardWriting): UnsignedCard => writeUnsignedCard(writing), inlineBytes: 0 },
    'write-agent': { run: (writing: AgentWriting) => writeAgentText(writing), inlineBytes: 0 },
    'write-agis': {
      run({ entry, addresses }: WritingAgis) {
        const { endpoints, ...written } = writeAgis(entry, { ...addresses, validator: validator() });
        const planned = endpoints.map(({ operation: { id }, ...endpoint }) => ({ ...endpoint, operationId: id }));
        return { ...written, endpoints: planned };
      },
      inlineBytes: 0,
    },
    'project-operation': {
      run: (input: ProjectionInput) => projectOperation(input, validator),
      inlineBytes: mediumOperation,
    },
  };
}

/** Creates the jobs by name. */
export function createDocumentJobs() {
  const validateValue: (input: ValidationInput) => SchemaProblem[] = createValidateValue();
  return Object.freeze({
    'read-descriptions': {
      run: readRequested,
      inlineBytes: ({ source }: ReadRequest) => budgetOf(source.kind === 'json' ? source.bytes : source.document.bytes),
    },
    'find-references': { run: listReferences, inlineBytes: ({ document }: Referring) => budgetOf(document.bytes) },
    'read-import': { run: readImportBody, inlineBytes: ({ bytes }: { bytes: Uint8Array }) => importBudgetOf(bytes) },
    'evaluate-profile': { run: evaluateLater, inlineBytes: small.json },
    'compare-descriptions': { run: compareDescriptions, inlineBytes: smallPair },
    'evaluate-description': { run: evaluateDescription, inlineBytes: small.json },
    'find-procedure-names': { run: findProcedureNames, inlineBytes: small.json },
    'check-procedure': { run: checkProcedureText, inlineBytes: small.json },
    'evaluate-proposal': { run: createProposalJob(), inlineBytes: small.json },
    'compare-operations': { run: compareOperationPair, inlineBytes: smallPair },
    'compare-tools': { run: compareToolPair, inlineBytes: smallPair },
    'list-similar-texts': { run: listSimilarTexts, inlineBytes: small.json },
    'find-similar-tools': { run: findSimilar, inlineBytes: small.json },
    // Only for schemas that are too large for the main thread.
    'validate-value': { run: validateValue, inlineBytes: 0 },
    'read-class-binding': { run: readClassBinding, inlineBytes: small.json },
    ...createProjectionJobs(),
  }) satisfies JobTable;
}

/** The table's type. */
export type DocumentJobs = ReturnType<typeof createDocumentJobs>;
