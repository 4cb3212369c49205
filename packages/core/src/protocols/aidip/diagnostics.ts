/** What can be found in an AIDIP document: one row per rule. Problems in schemas have a table of their own. */
import type { DiagnosticTable } from '@dragoman/model';

const errors = {
  'aidip/not-an-object': {
    severity: 'error',
    message: 'must be a JSON object',
    why: 'A metadata document is one JSON object (AIDIP -01 §3).',
    help: 'Send the agent metadata as one object; several documents go to the import route.',
  },
  'aidip/too-large': {
    severity: 'error',
    message: 'has more than {limit} {what}',
    why: 'Documents are indexed and served to many; their size is bounded.',
    help: 'Shorten the document; move long material behind a link.',
  },
  'aidip/missing': {
    severity: 'error',
    message: 'missing',
    why: 'Without it the agent cannot be found or called (AIDIP -01 §3, aidip.md GAP-10).',
    help: 'Add the member.',
  },
  'aidip/wrong-type': {
    severity: 'error',
    message: 'must be {expected}',
    why: 'Clients rely on the type that AIDIP -01 §3 gives the member.',
    help: 'Use the type given in the message.',
  },
  'aidip/empty': {
    severity: 'error',
    message: 'must not be empty',
    why: 'An empty name tells nobody anything and cannot be addressed.',
    help: 'Write at least one visible character.',
  },
  'aidip/too-long': {
    severity: 'error',
    message: 'longer than {limit} {unit}',
    why: 'Texts are shown in lists and given to models, so their length is limited.',
    help: 'Shorten it; put the details behind a link.',
  },
  'aidip/too-many': {
    severity: 'error',
    message: 'has more than {limit} entries',
    why: 'Lists are indexed and served to many; their length is bounded.',
    help: 'Keep the entries that matter.',
  },
  'aidip/reserved-id': {
    severity: 'error',
    message: 'reserved',
    why: 'The id would hide a route of the registry (aidip.md GAP-19).',
    help: 'Choose another id; "search", "public" and "resolve" are taken.',
  },
  'aidip/unsafe-id': {
    severity: 'error',
    message: '{problem}',
    why: 'The id stands in addresses as one path segment and must come back as it went in.',
    help: 'Use a UUID, a slug such as "pier-weather-001", or a URI.',
  },
  'aidip/endpoint-address': {
    severity: 'error',
    message: 'must be an http or https address, or a path on this registry',
    why: 'Invocation is an HTTP POST (AIDIP -01 §5.1).',
    help: 'Give the absolute https address of the agent, or "/agents/{id}/invoke".',
  },
  'aidip/endpoint-credentials': {
    severity: 'error',
    message: 'must not carry a user name or password',
    why: 'Metadata is shown to everybody who may see the agent.',
    help: 'Remove the credentials and describe under "authentication" how to get some.',
  },
  'aidip/endpoint-loop': {
    severity: 'error',
    message: "is this registry's own address for the same agent",
    why: 'A call would come back here for ever (aidip.md GAP-32).',
    help: 'Give the address at which the agent itself answers.',
  },
  'aidip/duplicate-operation': {
    severity: 'error',
    message: 'names an operation that stands in the list already',
    why: 'The name selects the operation at invocation (AIDIP -01 §5.1).',
    help: 'Give each operation a name of its own.',
  },
  'aidip/grant-form': {
    severity: 'error',
    message: 'must be "caller:<subject>" or "scope:<scope>"',
    why: 'A grant names who else may see a private agent (aidip.md GAP-21).',
    help: 'Write for example "caller:st-anne" or "scope:wards.read".',
  },
} as const satisfies DiagnosticTable;

const warnings = {
  'aidip/no-capabilities': {
    severity: 'warning',
    message: 'empty, so no capability filter finds the agent',
    why: 'Clients filter by capability (AIDIP -01 §4.3.1).',
    help: 'List what the agent does in broad labels, such as "translation".',
  },
  'aidip/blank-label': {
    severity: 'warning',
    message: 'a blank label',
    why: 'No filter can name it.',
    help: 'Remove it.',
  },
  'aidip/empty-description': {
    severity: 'warning',
    message: 'empty',
    why: 'Descriptions are what searches and models choose by (AIDIP -00 §4).',
    help: 'Say in a sentence or two what it does and when to use it.',
  },
  'aidip/invisible-characters': {
    severity: 'warning',
    message: 'has invisible or direction-changing characters',
    why: 'A name can be made to look like another one with them.',
    help: 'Remove the control and formatting characters.',
  },
  'aidip/plain-http': {
    severity: 'warning',
    message: 'not https',
    why: 'All invocation traffic has to run over TLS (AIDIP -01 §9).',
    help: 'Offer the agent over https.',
  },
  'aidip/unknown-status': {
    severity: 'warning',
    message: 'not one of active, inactive, deprecated; counts as active',
    why: 'AIDIP -01 §3.1 names three values (aidip.md GAP-24).',
    help: 'Use "active", "inactive" or "deprecated".',
  },
  'aidip/vague-schema': {
    severity: 'warning',
    message: 'accepts anything',
    why: 'A client should be able to call the agent from its metadata alone (AIDIP -00 §4).',
    help: 'Describe the members with a JSON Schema: {"type": "object", "properties": …}.',
  },
  'aidip/unclear-field': {
    severity: 'warning',
    message: 'the name {name} says nothing',
    why: 'Field names should be clear (AIDIP -01 §5.1, -00 §6.1): a model fills in what the name tells it.',
    help: 'Name the field after what it holds, or at least describe it.',
  },
  'aidip/untyped-field': {
    severity: 'warning',
    message: '{name} has no type',
    why: 'Types should be standard: strings, numbers, booleans, objects (AIDIP -01 §5.1, -00 §6.1).',
    help: 'Add type, enum, const, or a schema that has them.',
  },
  'aidip/example-mismatch': {
    severity: 'warning',
    message: 'does not fit its schema: {problem}',
    why: 'Models imitate examples (AIDIP -01 §3.2).',
    help: 'Correct the example, or the schema.',
  },
  'aidip/unusual-type': {
    severity: 'warning',
    message: 'usually {expected}',
    why: 'Clients of revision -00 expect it so.',
    help: 'Use the usual type.',
  },
} as const satisfies DiagnosticTable;

const notes = {
  'aidip/recommended-missing': {
    severity: 'info',
    message: 'missing, though revision -01 expects it',
    why: 'Documents of revision -00 may leave it out (aidip.md GAP-10).',
    help: 'Add it when the document is next changed.',
  },
  'aidip/top-level-style': {
    severity: 'info',
    message: 'the operations style is preferred to top-level inputs and outputs',
    why: 'Named operations can be told apart and grow (AIDIP -01 §3.2).',
    help: 'Move inputs and outputs into one entry of "operations".',
  },
  'aidip/both-styles': {
    severity: 'info',
    message: 'kept but not used, since "operations" is there',
    why: 'With both styles present the operations win (aidip.md GAP-11).',
    help: 'Remove the top-level member.',
  },
  'aidip/path-endpoint': {
    severity: 'info',
    message: 'a path on this registry; the agent is called through the gateway',
    why: 'AIDIP -01 §3.1 allows a gateway path where direct access is not allowed.',
    help: 'Nothing, if that is meant.',
  },
  'aidip/no-data-practice': {
    severity: 'info',
    message: 'says nothing about data retention and logging',
    why: 'Practices should be disclosed (AIDIP -01 §9).',
    help: 'Add a member such as "privacy_policy" with an address, or "data_retention".',
  },
  'aidip/examples-unchecked': {
    severity: 'info',
    message: 'not checked against the schema, which is too costly',
    why: 'Checking is bounded so that one document does not hold up others.',
    help: 'Nothing, if the schema has to be that large.',
  },
} as const satisfies DiagnosticTable;

const rows = { ...errors, ...warnings, ...notes };

/** Codes of findings about an AIDIP document. */
export type AidipCode = keyof typeof rows;

/** Findings about an AIDIP document: code → row. */
export const aidipDiagnostics: DiagnosticTable<AidipCode> = rows;
