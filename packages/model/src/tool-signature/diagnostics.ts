/** Diagnostics of a tool signature, each with its N-ACT rule. */
import type { DiagnosticTable } from '../diagnostic.js';

/** Diagnostic codes of a tool signature. */
export type SignatureCode =
  | 'nact/not-a-signature'
  | 'nact/member-missing'
  | 'nact/member-type'
  | 'nact/member-unknown'
  | 'nact/member-misplaced'
  | 'nact/text-blank'
  | 'nact/text-too-long'
  | 'nact/tool-id'
  | 'nact/version-number'
  | 'nact/version-order'
  | 'nact/name-brackets'
  | 'nact/image-address'
  | 'nact/type-unknown'
  | 'nact/limits-crossed'
  | 'nact/allowed-values'
  | 'nact/value-name'
  | 'nact/not-unique'
  | 'nact/no-outputs'
  | 'nact/too-many';

/** Diagnostics of a tool signature. */
export const signatureDiagnostics: DiagnosticTable<SignatureCode> = {
  'nact/not-a-signature': {
    severity: 'error',
    message: 'The tool signature is not a JSON object.',
    why: 'The signature is one of the two objects that N-ACT standardizes (§5.1).',
    help: 'Provide an object with toolId, name, description, version, currentVersion, input_parameters and output_parameters.',
  },
  'nact/member-missing': {
    severity: 'error',
    message: "'{member}' is missing.",
    why: 'Designers and callers of a tool rely on every mandatory member (§5.1, §6.1).',
    help: "Add '{member}'.",
  },
  'nact/member-type': {
    severity: 'error',
    message: "'{member}' is not {expected}.",
    why: 'Other programs cannot read a member of another JSON type (§6.1).',
    help: "Make '{member}' {expected}.",
  },
  'nact/member-unknown': {
    severity: 'error',
    message: "Unknown member '{member}'.",
    why: "A typo such as 'require' or 'allowed_values' would silently change the meaning of a signature.",
    help: "Correct the spelling of '{member}' or remove it.",
  },
  'nact/member-misplaced': {
    severity: 'error',
    message: "'{member}' does not apply to a parameter of type {type}.",
    why: 'Each limit applies to one parameter type (§6.1).',
    help: "Remove '{member}' or change the type.",
  },
  'nact/text-blank': {
    severity: 'error',
    message: "'{member}' is blank.",
    why: 'People choose a tool, and a model calls it, by these texts alone (§5.1).',
    help: "Write '{member}' in English.",
  },
  'nact/text-too-long': {
    severity: 'error',
    message: "'{member}' has {length} characters; at most {limit} are allowed.",
    why: 'The draft limits names and descriptions (§6.1).',
    help: "Shorten '{member}' to {limit} characters.",
  },
  'nact/tool-id': {
    severity: 'error',
    message: "'toolId' is not a UUID.",
    why: 'A tool is identified by a UUID that all its versions share (§6.1).',
    help: 'Give the tool a UUID and never change it.',
  },
  'nact/version-number': {
    severity: 'error',
    message: "'{member}' is not a positive integer.",
    why: 'Versions are numbered 1, 2, 3 … (§6.1).',
    help: "Write '{member}' as a JSON number of at least 1.",
  },
  'nact/version-order': {
    severity: 'error',
    message: "'version' {version} is newer than 'currentVersion' {current}.",
    why: 'currentVersion names the newest version of the tool (§6.1).',
    help: "Raise 'currentVersion'.",
  },
  'nact/name-brackets': {
    severity: 'error',
    message: "'name' contains brackets.",
    why: 'Brackets after a name are a convention of prose and not part of the name (§2).',
    help: 'Remove the brackets.',
  },
  'nact/image-address': {
    severity: 'error',
    message: "'img' is not an absolute http or https URL.",
    why: 'Other programs show the picture; the URL must not make them execute anything (§6.1).',
    help: "Give an absolute https URL or remove 'img'.",
  },
  'nact/type-unknown': {
    severity: 'error',
    message: "'{type}' is not a valid {side} type.",
    why: 'Inputs are single scalars; only outputs may be structured (§6.1).',
    help: 'Use one of: {types}.',
  },
  'nact/limits-crossed': {
    severity: 'error',
    message: 'The minimum {min} is greater than the maximum {max}.',
    why: 'No value would be valid; without max the maximum is 65535 (§6.1).',
    help: "Lower 'min' or raise 'max'.",
  },
  'nact/allowed-values': {
    severity: 'error',
    message: "'allowed-values' is not a non-empty list of name and description pairs.",
    why: 'A parameter of type enum is defined by the list of its values (§5.1, §6.1).',
    help: 'Write an array of objects with name and description.',
  },
  'nact/value-name': {
    severity: 'error',
    message: "'{name}' is not in upper snake case.",
    why: 'Value names are in upper snake case, so that a model copies them exactly (§6.1).',
    help: 'Write the value like PREMIUM_ECONOMY.',
  },
  'nact/not-unique': {
    severity: 'error',
    message: "Duplicate {what} '{text}'.",
    why: 'Parameters are matched by id across versions and by name in calls (§6.1, §7).',
    help: 'Give each a unique {what}.',
  },
  'nact/no-outputs': {
    severity: 'error',
    message: 'The tool has no outputs.',
    why: 'A tool returns at least one output (§5.1); return a status if there is nothing else.',
    help: 'Declare at least one output.',
  },
  'nact/too-many': {
    severity: 'error',
    message: "'{member}' has {count} entries; at most {limit} are allowed.",
    why: 'Every reader of the tool would pay for an unlimited list.',
    help: 'Split the tool.',
  },
};
