/** Diagnostics of AIDIP documents: one row per rule. Problems in schemas have their own table. */
import type { DiagnosticTable } from '@dragoman/model';

const errors = {
  'aidip/not-an-object': {
    severity: 'error',
    message: 'must be a JSON object',
    why: 'A metadata document is one JSON object (AIDIP -01 §3).',
    help: 'Send the agent metadata as one object; use the import route for several documents.',
  },
  'aidip/too-large': {
    severity: 'error',
    message: 'has more than {limit} {what}',
    why: 'Documents are indexed and served to many readers, so their size is limited.',
    help: 'Shorten the document; link to long material.',
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
    why: 'An empty name has no information and cannot be addressed.',
    help: 'Write at least one visible character.',
  },
  'aidip/too-long': {
    severity: 'error',
    message: 'longer than {limit} {unit}',
    why: 'Texts are shown in lists and passed to models, so their length is limited.',
    help: 'Shorten it; link to the details.',
  },
  'aidip/too-many': {
    severity: 'error',
    message: 'has more than {limit} entries',
    why: 'Lists are indexed and served to many readers, so their length is limited.',
    help: 'Keep the most important entries.',
  },
  'aidip/reserved-id': {
    severity: 'error',
    message: 'reserved',
    why: 'The id would hide a route of the registry (aidip.md GAP-19).',
    help: 'Choose another id; "search", "public" and "resolve" are reserved.',
  },
  'aidip/unsafe-id': {
    severity: 'error',
    message: '{problem}',
    why: 'The id is used in URLs as one path segment and must survive encoding.',
    help: 'Use a UUID, a slug such as "pier-weather-001", or a URI.',
  },
  'aidip/endpoint-address': {
    severity: 'error',
    message: 'must be an http or https URL, or a path on this registry',
    why: 'Invocation is an HTTP POST (AIDIP -01 §5.1).',
    help: 'Use the absolute https URL of the agent, or "/agents/{id}/invoke".',
  },
  'aidip/endpoint-credentials': {
    severity: 'error',
    message: 'must not contain a user name or password',
    why: 'Metadata is shown to everyone who may see the agent.',
    help: 'Remove the credentials and describe under "authentication" how to get them.',
  },
  'aidip/endpoint-loop': {
    severity: 'error',
    message: "is this registry's own address for the same agent",
    why: 'A call would return here in an endless loop (aidip.md GAP-32).',
    help: 'Use the URL at which the agent itself responds.',
  },
  'aidip/duplicate-operation': {
    severity: 'error',
    message: 'names an operation that is already in the list',
    why: 'The name selects the operation at invocation (AIDIP -01 §5.1).',
    help: 'Give each operation a unique name.',
  },
  'aidip/grant-form': {
    severity: 'error',
    message: 'must be "caller:<subject>" or "scope:<scope>"',
    why: 'A grant names who else may see a private agent (aidip.md GAP-21).',
    help: 'Use for example "caller:st-anne" or "scope:wards.read".',
  },
} as const satisfies DiagnosticTable;

const warnings = {
  'aidip/no-capabilities': {
    severity: 'warning',
    message: 'is empty, so no capability filter finds the agent',
    why: 'Clients filter by capability (AIDIP -01 §4.3.1).',
    help: 'List the functions of the agent as broad labels, such as "translation".',
  },
  'aidip/blank-label': {
    severity: 'warning',
    message: 'is a blank label',
    why: 'No filter can match it.',
    help: 'Remove it.',
  },
  'aidip/empty-description': {
    severity: 'warning',
    message: 'empty',
    why: 'Searches and models select by descriptions (AIDIP -00 §4).',
    help: 'Describe in a sentence or two what it does and when to use it.',
  },
  'aidip/invisible-characters': {
    severity: 'warning',
    message: 'has invisible or direction-changing characters',
    why: 'They can make a name look like another one.',
    help: 'Remove the control and formatting characters.',
  },
  'aidip/plain-http': {
    severity: 'warning',
    message: 'not https',
    why: 'All invocation traffic must use TLS (AIDIP -01 §9).',
    help: 'Offer the agent over https.',
  },
  'aidip/unknown-status': {
    severity: 'warning',
    message: 'is not one of active, inactive, deprecated; treated as active',
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
    message: 'the name {name} is meaningless',
    why: 'Field names should be clear (AIDIP -01 §5.1, -00 §6.1): models choose values by the name.',
    help: 'Name the field after its content, or at least describe it.',
  },
  'aidip/untyped-field': {
    severity: 'warning',
    message: '{name} has no type',
    why: 'Types should be standard: strings, numbers, booleans, objects (AIDIP -01 §5.1, -00 §6.1).',
    help: 'Add type, enum, const, or a schema that has them.',
  },
  'aidip/example-mismatch': {
    severity: 'warning',
    message: 'does not match its schema: {problem}',
    why: 'Models imitate examples (AIDIP -01 §3.2).',
    help: 'Correct the example, or the schema.',
  },
  'aidip/unusual-type': {
    severity: 'warning',
    message: 'usually {expected}',
    why: 'Clients of revision -00 expect this type.',
    help: 'Use the usual type.',
  },
} as const satisfies DiagnosticTable;

const notes = {
  'aidip/recommended-missing': {
    severity: 'info',
    message: 'is missing, though revision -01 expects it',
    why: 'Documents of revision -00 may omit it (aidip.md GAP-10).',
    help: 'Add it when the document is next changed.',
  },
  'aidip/top-level-style': {
    severity: 'info',
    message: 'the operations style is preferred to top-level inputs and outputs',
    why: 'Named operations can be distinguished and extended (AIDIP -01 §3.2).',
    help: 'Move inputs and outputs into one entry of "operations".',
  },
  'aidip/both-styles': {
    severity: 'info',
    message: 'is kept but not used, since "operations" is present',
    why: 'With both styles present, the operations take precedence (aidip.md GAP-11).',
    help: 'Remove the top-level member.',
  },
  'aidip/path-endpoint': {
    severity: 'info',
    message: 'is a path on this registry; the agent is called through the gateway',
    why: 'AIDIP -01 §3.1 allows a gateway path where direct access is not allowed.',
    help: 'No action needed if this is intended.',
  },
  'aidip/no-data-practice': {
    severity: 'info',
    message: 'has no information about data retention and logging',
    why: 'Practices should be disclosed (AIDIP -01 §9).',
    help: 'Add a member such as "privacy_policy" with a URL, or "data_retention".',
  },
  'aidip/examples-unchecked': {
    severity: 'info',
    message: 'was not checked against the schema, which is too expensive',
    why: 'Validation is limited so that one document does not delay others.',
    help: 'No action needed if the schema must be that large.',
  },
} as const satisfies DiagnosticTable;

const rows = { ...errors, ...warnings, ...notes };

/** Codes of AIDIP document diagnostics. */
export type AidipCode = keyof typeof rows;

/** Diagnostics of AIDIP documents, by code. */
export const aidipDiagnostics: DiagnosticTable<AidipCode> = rows;
