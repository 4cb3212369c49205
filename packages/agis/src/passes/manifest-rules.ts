/** Rules of pass 1 about the data manifest: its required members, and what a public manifest must not reveal. */
import type { RuleTable } from '../finding.js';

const rows = {
  'agis/empty-manifest': {
    rule: 'AGIS-MAN-01',
    severity: 'error',
    message: 'the service is negotiable, but its manifest lists no data class',
    why: 'Only classes that the manifest names can be negotiated.',
    help: 'List at least one class under available_data, or set negotiable: false.',
    wrong: 'data_manifest:\n  available_data: []',
    right: 'data_manifest:\n  available_data:\n    - class: depot-location',
  },
  'agis/idle-manifest': {
    rule: 'AGIS-MAN-01',
    severity: 'info',
    message: 'the document has a data manifest, but is not negotiable',
    why: 'The manifest lists what could be negotiated; without negotiable: true, no agent can propose an endpoint.',
    help: 'Set negotiable: true in the vocabulary if agents may propose endpoints.',
  },
  'agis/no-class-name': {
    rule: 'AGIS-MAN-03',
    severity: 'error',
    message: 'a data class has no name',
    why: 'A proposal refers to the class by its name.',
    help: 'Add class: with a name such as delivery-history.',
    wrong: '- description: Past deliveries',
    right: '- class: delivery-history\n  description: Past deliveries',
  },
  'agis/class-incomplete': {
    rule: 'AGIS-MAN-03',
    severity: 'warning',
    message: 'the class "{name}" has no {field}',
    why: 'An agent uses description, formats and sensitivity to decide whether to propose an endpoint.',
    help: 'Add {field}.',
  },
  'agis/duplicate-class': {
    rule: 'AGIS-MAN-03',
    severity: 'error',
    message: 'the class "{name}" occurs twice in the manifest',
    why: 'A proposal could mean either of them.',
    help: 'Give each class a unique name.',
  },
  'agis/sensitivity': {
    rule: 'AGIS-MAN-04',
    severity: 'error',
    message: '"{value}" is not a sensitivity',
    why: 'Sensitivity has three levels, named like impact tiers or low, medium, high.',
    help: 'Use informational, reversible or irreversible (or low, medium, high).',
    wrong: 'sensitivity: secret',
    right: 'sensitivity: high',
  },
  'agis/mixed-sensitivity': {
    rule: 'AGIS-MAN-04',
    severity: 'info',
    message: 'the manifest mixes both vocabularies for sensitivity',
    why: 'Readers would have to know that low is informational, medium reversible and high irreversible.',
    help: 'Use one vocabulary throughout.',
  },
  'agis/open-sensitive-class': {
    rule: 'AGIS-MAN-05',
    severity: 'warning',
    message: 'the class "{name}" is highly sensitive and does not require authorization',
    why: 'Access to such data requires a caller whose authority is known.',
    help: 'Add requires_authorization: true.',
    wrong: '- class: patient-record\n  sensitivity: high',
    right: '- class: patient-record\n  sensitivity: high\n  requires_authorization: true',
  },
  'agis/pre-auth-value': {
    rule: 'AGIS-MAN-06',
    severity: 'error',
    message: '"pre_auth_discovery" is not a boolean',
    why: 'The manifest is either readable without credentials or not.',
    help: 'Write true or false, or omit it for false.',
    wrong: 'pre_auth_discovery: 1',
    right: 'pre_auth_discovery: true',
  },
  'agis/pre-auth-place': {
    rule: 'AGIS-MAN-06',
    severity: 'warning',
    message: '"pre_auth_discovery" is at the top level of the document',
    why: 'Other tools expect it in the data manifest.',
    help: 'Move it into data_manifest.',
    wrong: 'pre_auth_discovery: true',
    right: 'data_manifest:\n  pre_auth_discovery: true',
  },
  'agis/exposed-contents': {
    rule: 'AGIS-MAN-08',
    severity: 'warning',
    message: 'the public class "{name}" seems to reveal {what}',
    why: 'A manifest that is readable without credentials is public: it should list categories, not contents.',
    help: 'Describe the kind of data in general terms.',
    wrong: 'description: Accounts such as anna.berg@bank.example',
    right: 'description: Accounts of private customers',
  },
  'agis/exposed-details': {
    rule: 'AGIS-MAN-09',
    severity: 'warning',
    message: 'the public class "{name}" reveals {what}',
    why: 'Counts, schemas and field names help an attacker; release them after authorization.',
    help: 'Remove counts, schemas and field names from the public manifest.',
    wrong: 'description: 4,218 patients with ssn_last4',
    right: 'description: Patient records',
  },
} as const satisfies RuleTable;

/** Codes of the rules about the data manifest. */
export type ManifestCode = keyof typeof rows;

/** Rules of pass 1 about the data manifest. */
export const manifestRules: RuleTable<ManifestCode> = rows;
