/** Rules of pass 1 on the data manifest: what it must say, and what a manifest that strangers read must not. */
import type { RuleTable } from '../finding.js';

const rows = {
  'agis/empty-manifest': {
    rule: 'AGIS-MAN-01',
    severity: 'error',
    message: 'the service is negotiable, but its manifest lists no class of data',
    why: 'Nothing may be negotiated that the manifest does not name.',
    help: 'List at least one class under available_data, or set negotiable: false.',
    wrong: 'data_manifest:\n  available_data: []',
    right: 'data_manifest:\n  available_data:\n    - class: depot-location',
  },
  'agis/idle-manifest': {
    rule: 'AGIS-MAN-01',
    severity: 'info',
    message: 'the document has a data manifest, but is not negotiable',
    why: 'The manifest says what could be negotiated; without negotiable: true nobody can ask.',
    help: 'Set negotiable: true in the vocabulary if agents may propose endpoints.',
  },
  'agis/no-class-name': {
    rule: 'AGIS-MAN-03',
    severity: 'error',
    message: 'a class of data has no name',
    why: 'A proposal names the class that it wants.',
    help: 'Add class: with a name such as delivery-history.',
    wrong: '- description: Past deliveries',
    right: '- class: delivery-history\n  description: Past deliveries',
  },
  'agis/class-incomplete': {
    rule: 'AGIS-MAN-03',
    severity: 'warning',
    message: 'the class "{name}" has no {field}',
    why: 'An agent decides by description, formats and sensitivity whether to propose an endpoint.',
    help: 'Add {field}.',
  },
  'agis/duplicate-class': {
    rule: 'AGIS-MAN-03',
    severity: 'error',
    message: 'the class "{name}" stands twice in the manifest',
    why: 'A proposal could mean either.',
    help: 'Give each class a name of its own.',
  },
  'agis/sensitivity': {
    rule: 'AGIS-MAN-04',
    severity: 'error',
    message: '"{value}" is no sensitivity',
    why: 'Sensitivity has three ranks, named as impact tiers or as low, medium, high.',
    help: 'Use informational, reversible or irreversible (or low, medium, high).',
    wrong: 'sensitivity: secret',
    right: 'sensitivity: high',
  },
  'agis/mixed-sensitivity': {
    rule: 'AGIS-MAN-04',
    severity: 'info',
    message: 'the manifest uses both families of words for sensitivity',
    why: 'Readers have to know that low is informational, medium reversible and high irreversible.',
    help: 'Use one family throughout.',
  },
  'agis/open-sensitive-class': {
    rule: 'AGIS-MAN-05',
    severity: 'warning',
    message: 'the class "{name}" is highly sensitive and does not require authorization',
    why: 'Endpoints on such data should be given to nobody whose authority is unknown.',
    help: 'Add requires_authorization: true.',
    wrong: '- class: patient-record\n  sensitivity: high',
    right: '- class: patient-record\n  sensitivity: high\n  requires_authorization: true',
  },
  'agis/pre-auth-value': {
    rule: 'AGIS-MAN-06',
    severity: 'error',
    message: '"pre_auth_discovery" is not a truth value',
    why: 'The manifest can be read without credentials or it cannot.',
    help: 'Write true or false, or leave it out for false.',
    wrong: 'pre_auth_discovery: 1',
    right: 'pre_auth_discovery: true',
  },
  'agis/pre-auth-place': {
    rule: 'AGIS-MAN-06',
    severity: 'warning',
    message: '"pre_auth_discovery" stands at the top of the document',
    why: 'It belongs to the data manifest, where other tools look for it.',
    help: 'Move it into data_manifest.',
    wrong: 'pre_auth_discovery: true',
    right: 'data_manifest:\n  pre_auth_discovery: true',
  },
  'agis/exposed-contents': {
    rule: 'AGIS-MAN-08',
    severity: 'warning',
    message: 'the class "{name}" shows strangers what looks like {what}',
    why: 'A manifest that is read without credentials is a public document: categories, not contents.',
    help: 'Describe the kind of data in general words.',
    wrong: 'description: Accounts such as anna.berg@bank.example',
    right: 'description: Accounts of private customers',
  },
  'agis/exposed-details': {
    rule: 'AGIS-MAN-09',
    severity: 'warning',
    message: 'the class "{name}" shows strangers {what}',
    why: 'Counts, schemas and field names help whoever looks for a way in; release them after authorization.',
    help: 'Leave counts, schemas and names of fields out of the public manifest.',
    wrong: 'description: 4,218 patients with ssn_last4',
    right: 'description: Patient records',
  },
} as const satisfies RuleTable;

/** Codes of the rules on the data manifest. */
export type ManifestCode = keyof typeof rows;

/** Rules of pass 1 on the data manifest. */
export const manifestRules: RuleTable<ManifestCode> = rows;
