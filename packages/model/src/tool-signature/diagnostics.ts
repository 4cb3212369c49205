/** Findings about a tool signature, each with the rule of N-ACT behind it. */
import type { DiagnosticTable } from '../diagnostic.js';

/** Codes of the findings about a tool signature. */
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

/** Findings about a tool signature. */
export const signatureDiagnostics: DiagnosticTable<SignatureCode> = {
  'nact/not-a-signature': {
    severity: 'error',
    message: 'A tool signature is a JSON object.',
    why: 'The signature is one of the two objects that N-ACT standardises (§5.1).',
    help: 'Give an object with toolId, name, description, version, currentVersion, input_parameters and output_parameters.',
  },
  'nact/member-missing': {
    severity: 'error',
    message: "'{member}' is missing.",
    why: 'Whoever selects or calls a tool relies on every mandatory member (§5.1, §6.1).',
    help: "Add '{member}'.",
  },
  'nact/member-type': {
    severity: 'error',
    message: "'{member}' is not {expected}.",
    why: 'A member of another JSON type cannot be read by other programs (§6.1).',
    help: "Make '{member}' {expected}.",
  },
  'nact/member-unknown': {
    severity: 'error',
    message: "'{member}' is not a member of N-ACT.",
    why: "A slip such as 'require' or 'allowed_values' would change the meaning of a signature unnoticed.",
    help: "Correct the spelling of '{member}' or leave it out.",
  },
  'nact/member-misplaced': {
    severity: 'error',
    message: "'{member}' has no meaning on a parameter of type {type}.",
    why: 'Each limit belongs to one type of parameter (§6.1).',
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
    message: "'{member}' has {length} characters; {limit} are allowed.",
    why: 'The draft limits names and descriptions (§6.1).',
    help: "Shorten '{member}' to {limit} characters.",
  },
  'nact/tool-id': {
    severity: 'error',
    message: "'toolId' is not a UUID.",
    why: 'A tool is addressed by a UUID that all its versions share (§6.1).',
    help: 'Give the tool a UUID and keep it for ever.',
  },
  'nact/version-number': {
    severity: 'error',
    message: "'{member}' is not a positive whole number.",
    why: 'Versions are counted 1, 2, 3 … (§6.1).',
    help: "Write '{member}' as a JSON number from 1 upwards.",
  },
  'nact/version-order': {
    severity: 'error',
    message: "'version' {version} is newer than 'currentVersion' {current}.",
    why: 'currentVersion names the newest version of the tool (§6.1).',
    help: "Raise 'currentVersion'.",
  },
  'nact/name-brackets': {
    severity: 'error',
    message: "'name' holds brackets.",
    why: 'Brackets after a name are a convention of prose and no part of the name (§2).',
    help: 'Leave the brackets out.',
  },
  'nact/image-address': {
    severity: 'error',
    message: "'img' is not an absolute http or https address.",
    why: 'The picture is shown by other programs, which must not be led to run something (§6.1).',
    help: 'Give an absolute https address or leave it out.',
  },
  'nact/type-unknown': {
    severity: 'error',
    message: "'{type}' is not a type of an {side}.",
    why: 'Inputs are single scalars; only outputs may hold structure (§6.1).',
    help: 'Use one of: {types}.',
  },
  'nact/limits-crossed': {
    severity: 'error',
    message: 'The smallest value {min} is above the largest {max}.',
    why: 'No value could ever be given; without max the largest value is 65535 (§6.1).',
    help: "Lower 'min' or raise 'max'.",
  },
  'nact/allowed-values': {
    severity: 'error',
    message: "'allowed-values' is not a list of one or more pairs of name and description.",
    why: 'A parameter of type enum is described by the list of its values (§5.1, §6.1).',
    help: 'Write an array of objects with name and description.',
  },
  'nact/value-name': {
    severity: 'error',
    message: "'{name}' is not an upper-case snake case name.",
    why: 'Value names are upper-case snake case, so that a model copies them exactly (§6.1).',
    help: 'Write the value like PREMIUM_ECONOMY.',
  },
  'nact/not-unique': {
    severity: 'error',
    message: "The {what} '{text}' occurs twice.",
    why: 'Parameters are paired by id over versions and matched by name in calls (§6.1, §7).',
    help: 'Give each its own {what}.',
  },
  'nact/no-outputs': {
    severity: 'error',
    message: 'The tool has no outputs.',
    why: 'A tool answers with at least one output (§5.1); one that has nothing to say returns a status.',
    help: 'Declare at least one output.',
  },
  'nact/too-many': {
    severity: 'error',
    message: "'{member}' has {count} entries; {limit} are allowed.",
    why: 'A list without bound would cost every reader of the tool.',
    help: 'Split the tool.',
  },
};
