/** What can be found in an Arazzo document: one row per rule. Problems in schemas have a table of their own. */
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
    message: 'cannot be read: {problem}',
    why: 'The text is neither JSON nor YAML 1.2, or says what JSON cannot.',
    help: 'Write one document in JSON or in YAML 1.2.',
  },
  'arazzo/version': {
    severity: 'error',
    message: 'must be "1.0.0" or another 1.0 release',
    why: 'Only documents of Arazzo 1.0 are read here.',
    help: 'Write "arazzo": "1.0.1".',
  },
  'arazzo/missing': {
    severity: 'error',
    message: 'missing',
    why: 'Arazzo 1.0 demands it, or nothing can be called without it.',
    help: 'Add the member.',
  },
  'arazzo/wrong-type': {
    severity: 'error',
    message: 'must be {expected}',
    why: 'Arazzo 1.0 gives the member this type.',
    help: 'Give the member the type named in the message.',
  },
  'arazzo/too-many': {
    severity: 'error',
    message: 'has more than {limit} entries',
    why: 'A workflow runs in one call; what it holds is bounded.',
    help: 'Split the workflow, or leave out what does not matter.',
  },
  'arazzo/too-long': {
    severity: 'error',
    message: 'longer than {limit} characters',
    why: 'Texts are shown in lists and given to models; their length is bounded.',
    help: 'Shorten it.',
  },
  'arazzo/name-form': {
    severity: 'error',
    message: 'must be letters, digits, "_" and "-" only',
    why: 'Expressions address it by this name (Arazzo 1.0 §4.5.6).',
    help: 'Choose a name such as "find_place".',
  },
  'arazzo/duplicate': {
    severity: 'error',
    message: '"{name}" stands in the list already',
    why: 'Names must be unique, so that it is clear what an expression means.',
    help: 'Give it a name of its own.',
  },
  'arazzo/remote-source': {
    severity: 'error',
    message: 'must be the id of an agent in the catalogue, or "/agents/{id}"',
    why: 'Steps run through the gateway, over operations that the catalogue knows.',
    help: 'Register the API first, then name its id here.',
  },
  'arazzo/unknown-reference': {
    severity: 'error',
    message: '{what} "{name}" is not in this document',
    why: 'A reference must lead somewhere.',
    help: 'Correct the name, or add what it names.',
  },
  'arazzo/no-target': {
    severity: 'error',
    message: 'must have exactly one of operationId and workflowId',
    why: 'A step is one call of one thing (Arazzo 1.0 §4.5.9).',
    help: 'Name the operation as "$sourceDescriptions.<source>.<operation>".',
  },
  'arazzo/ambiguous-operation': {
    severity: 'error',
    message: 'says no source, and there is not exactly one',
    why: 'Two sources may have operations of one name (Arazzo 1.0 §4.5.9).',
    help: 'Write "$sourceDescriptions.<source>.<operation>".',
  },
  'arazzo/unsupported': {
    severity: 'error',
    message: '{what} is not supported here',
    why: 'What would not be run as written is refused, not passed over.',
    help: '{instead}',
  },
  'arazzo/expression': {
    severity: 'error',
    message: '"{text}" is no runtime expression known here',
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
    message: 'cannot be read: {problem}',
    why: 'A condition that cannot be read would never hold.',
    help: 'See the forms of conditions in the guide on sculpting.',
  },
  'arazzo/circle': {
    severity: 'error',
    message: 'leads back to workflow "{name}"',
    why: 'Workflows that call each other in a circle never end.',
    help: 'Take one of the calls out.',
  },
  'arazzo/out-of-range': {
    severity: 'error',
    message: 'must be a number from 0 to {limit}',
    why: 'A caller waits for the answer; retries are bounded.',
    help: 'Choose a smaller number.',
  },
} as const satisfies DiagnosticTable;

const others = {
  'arazzo/later-step': {
    severity: 'warning',
    message: 'step "{step}" comes later and has no outputs yet, unless a goto leads back',
    why: 'Steps run in the order in which they stand.',
    help: 'Change the order of the steps.',
  },
  'arazzo/no-outputs': {
    severity: 'warning',
    message: 'missing, so a caller gets an empty object',
    why: 'The outputs of a workflow are what its caller gets.',
    help: 'Add the outputs that are of use to the caller.',
  },
  'arazzo/undescribed': {
    severity: 'warning',
    message: 'has neither a summary nor a description',
    why: 'Descriptions are what searches and models choose by.',
    help: 'Say in a sentence what the workflow is good for.',
  },
  'arazzo/several-jobs': {
    severity: 'warning',
    message: 'switches between several jobs',
    why: 'A tool does one focused task; a model chooses better among two tools than among two modes (nact.md SCULPT-01).',
    help: 'Make a workflow of its own for each job.',
  },
  'arazzo/wide-purpose': {
    severity: 'warning',
    message: 'the purpose is not one plain sentence',
    why: 'The purpose of a tool fits one sentence without "and/or" (nact.md SCULPT-01).',
    help: 'Say in one sentence what it is good for; put the rest into the description. Split a tool that has two purposes.',
  },
  'arazzo/programmatic-input': {
    severity: 'warning',
    message: 'looks like a value of programs, not of people',
    why: 'A tool takes what a person would say; identifiers, addresses and traces are found by the steps (nact.md SCULPT-03).',
    help: 'Find it in a step, or rename it if people do say it.',
  },
  'arazzo/programmatic-output': {
    severity: 'warning',
    message: 'looks like a value of programs, of no use to the caller',
    why: 'Outputs are those of use to the agent (nact.md SCULPT-04).',
    help: 'Leave it out, or rename it if it is of use.',
  },
} as const satisfies DiagnosticTable;

const rows = { ...errors, ...others };

/** Codes of findings about an Arazzo document. */
export type ArazzoCode = keyof typeof rows;

/** Findings about an Arazzo document: code → row. */
export const arazzoDiagnostics: DiagnosticTable<ArazzoCode> = rows;
