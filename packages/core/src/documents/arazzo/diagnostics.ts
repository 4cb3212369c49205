/** The diagnostics of Arazzo documents: one row per rule. Schemas have their own table. */
import type { DiagnosticTable } from '@dragoman/model';

const errors = {
  'arazzo/not-an-object': {
    severity: 'error',
    message: 'must be a JSON object',
    why: 'An Arazzo description is one object (Arazzo 1.0 §4.5).',
    help: 'Send the document as one object.',
  },
  'arazzo/syntax': {
    severity: 'error',
    message: 'cannot be parsed: {problem}',
    why: 'The text is neither JSON nor YAML 1.2, or contains values that JSON cannot represent.',
    help: 'Write one document in JSON or in YAML 1.2.',
  },
  'arazzo/version': {
    severity: 'error',
    message: 'must be "1.0.0" or another 1.0 release',
    why: 'Only documents of Arazzo 1.0 are supported.',
    help: 'Write "arazzo": "1.0.1".',
  },
  'arazzo/missing': {
    severity: 'error',
    message: 'missing',
    why: 'Arazzo 1.0 requires it, or nothing can be called without it.',
    help: 'Add the member.',
  },
  'arazzo/wrong-type': {
    severity: 'error',
    message: 'must be {expected}',
    why: 'Arazzo 1.0 gives the member this type.',
    help: 'Use the type given in the message.',
  },
  'arazzo/too-many': {
    severity: 'error',
    message: 'has more than {limit} entries',
    why: 'A workflow runs in one call, so its size is limited.',
    help: 'Split the workflow, or remove entries that are not needed.',
  },
  'arazzo/too-long': {
    severity: 'error',
    message: 'longer than {limit} characters',
    why: 'Texts are shown in lists and given to models, so their length is limited.',
    help: 'Shorten it.',
  },
  'arazzo/name-form': {
    severity: 'error',
    message: 'must be letters, digits, "_" and "-" only',
    why: 'Expressions refer to it by this name (Arazzo 1.0 §4.5.6).',
    help: 'Choose a name such as "find_place".',
  },
  'arazzo/duplicate': {
    severity: 'error',
    message: '"{name}" is already in the list',
    why: 'Names must be unique, so that expressions are unambiguous.',
    help: 'Give it a unique name.',
  },
  'arazzo/remote-source': {
    severity: 'error',
    message: 'must be the id of a service in the catalogue, or "/agents/{id}"',
    why: 'Steps run through the gateway and call operations of the catalogue.',
    help: 'Register the API first, then use its id here.',
  },
  'arazzo/unknown-reference': {
    severity: 'error',
    message: '{what} "{name}" is not in this document',
    why: 'A reference must have a target.',
    help: 'Correct the name, or add its target.',
  },
  'arazzo/no-target': {
    severity: 'error',
    message: 'must have exactly one of operationId and workflowId',
    why: 'A step is one call (Arazzo 1.0 §4.5.9).',
    help: 'Write the operation as "$sourceDescriptions.<source>.<operation>".',
  },
  'arazzo/ambiguous-operation': {
    severity: 'error',
    message: 'must name its source, because the document does not have exactly one',
    why: 'Two sources may have operations with the same name (Arazzo 1.0 §4.5.9).',
    help: 'Write "$sourceDescriptions.<source>.<operation>".',
  },
  'arazzo/unsupported': {
    severity: 'error',
    message: '{what} is not supported here',
    why: 'Members that cannot be run as written are rejected, not ignored.',
    help: '{instead}',
  },
  'arazzo/expression': {
    severity: 'error',
    message: '"{text}" is not a supported runtime expression',
    why: 'It would never have a value.',
    help: 'Use $inputs, $steps.<step>.outputs.<name>, $statusCode, $response.body#/…, $response.header.<name> or $request.body#/….',
  },
  'arazzo/unknown-output': {
    severity: 'error',
    message: 'step "{step}" has no output "{name}"',
    why: 'It would never have a value.',
    help: 'Add it to the outputs of the step, or correct the name.',
  },
  'arazzo/unknown-input': {
    severity: 'error',
    message: 'the inputs of the workflow have no "{name}"',
    why: 'It would never have a value.',
    help: 'Add it to the properties of the inputs, or correct the name.',
  },
  'arazzo/condition': {
    severity: 'error',
    message: 'cannot be parsed: {problem}',
    why: 'A condition that cannot be parsed would never be met.',
    help: 'See the forms of conditions in the guide on sculpting.',
  },
  'arazzo/circle': {
    severity: 'error',
    message: 'leads back to workflow "{name}"',
    why: 'Workflows that call each other in a cycle never end.',
    help: 'Remove one of the calls.',
  },
  'arazzo/out-of-range': {
    severity: 'error',
    message: 'must be a number from 0 to {limit}',
    why: 'A caller waits for the response, so retries are limited.',
    help: 'Choose a smaller number.',
  },
} as const satisfies DiagnosticTable;

const others = {
  'arazzo/later-step': {
    severity: 'warning',
    message: 'step "{step}" comes later and has no outputs yet, unless a goto leads back',
    why: 'Steps run in the order in which they are listed.',
    help: 'Change the order of the steps.',
  },
  'arazzo/no-outputs': {
    severity: 'warning',
    message: 'missing, so a caller gets an empty object',
    why: 'The outputs of a workflow are what its caller gets.',
    help: 'Add the outputs that are useful to the caller.',
  },
  'arazzo/undescribed': {
    severity: 'warning',
    message: 'has neither a summary nor a description',
    why: 'Searches and models choose by descriptions.',
    help: 'Describe the purpose of the workflow in one sentence.',
  },
  'arazzo/several-jobs': {
    severity: 'warning',
    message: 'selects one of several tasks',
    why: 'A tool does one focused task; a model chooses better between two tools than between two modes (nact.md SCULPT-01).',
    help: 'Create a separate workflow for each task.',
  },
  'arazzo/wide-purpose': {
    severity: 'warning',
    message: 'the purpose is not one plain sentence',
    why: 'The purpose of a tool fits into one sentence without "and/or" (nact.md SCULPT-01).',
    help: 'State the purpose in one sentence; move the rest to the description. Split a tool that has two purposes.',
  },
  'arazzo/programmatic-input': {
    severity: 'warning',
    message: 'looks like a value for programs, not for people',
    why: 'A tool accepts what a person would say; the steps find identifiers, addresses and traces (nact.md SCULPT-03).',
    help: 'Get it in a step, or rename it if people do say it.',
  },
  'arazzo/programmatic-output': {
    severity: 'warning',
    message: 'looks like a value for programs that is useless to the caller',
    why: 'Outputs are those that are useful to the agent (nact.md SCULPT-04).',
    help: 'Remove it, or rename it if it is useful.',
  },
} as const satisfies DiagnosticTable;

const rows = { ...errors, ...others };

/** Codes of Arazzo diagnostics. */
export type ArazzoCode = keyof typeof rows;

/** Diagnostics of Arazzo documents: code → row. */
export const arazzoDiagnostics: DiagnosticTable<ArazzoCode> = rows;
