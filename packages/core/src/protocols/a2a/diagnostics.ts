/** What can be found when somebody's card is read, or an entry is shown as one. */
import type { DiagnosticTable } from '@dragoman/model';

/** Codes of the A2A folder. */
export type A2aCode =
  | 'a2a/member-wrong'
  | 'a2a/no-skills'
  | 'a2a/skill-left-out'
  | 'a2a/skill-doubled'
  | 'a2a/no-interface'
  | 'a2a/version-unknown'
  | 'a2a/extension-required'
  | 'a2a/schema-wrong'
  | 'a2a/unsigned'
  | 'a2a/signature-wrong'
  | 'a2a/signer-unknown'
  | 'a2a/not-signed'
  | 'a2a/text-cut'
  | 'a2a/text-withheld'
  | 'a2a/not-carried';

/** Findings of the A2A folder. */
export const a2aDiagnostics: DiagnosticTable<A2aCode> = {
  'a2a/member-wrong': {
    severity: 'error',
    message: "'{member}' {fault}.",
    why: 'A card without it does not say who the agent is or what it does (1.0 §4.4.1).',
    help: 'Correct the member at the pointer.',
  },
  'a2a/no-skills': {
    severity: 'error',
    message: 'The card has no skill that can be read.',
    why: 'An entry without operations can neither be found nor called.',
    help: 'Give at least one skill with an id, a name and a description.',
  },
  'a2a/skill-left-out': {
    severity: 'warning',
    message: 'The skill at {place} is left out: {reason}',
    why: 'A skill that cannot be named cannot be called; the others can.',
    help: 'Give the skill an id, a name and a description (1.0 §4.4.5).',
  },
  'a2a/skill-doubled': {
    severity: 'warning',
    message: "The skill '{skill}' is listed twice; the first one counts.",
    why: 'The id of a skill is unique in its card (1.0 §4.4.5).',
    help: 'Tell the provider.',
  },
  'a2a/no-interface': {
    severity: 'error',
    message: 'No interface of the card can be spoken to: {reason}.',
    why: 'Messages go over JSON-RPC (1.0 or 0.3) or HTTP+JSON (1.0) here; gRPC is not spoken.',
    help: 'Offer an interface with an http or https address and the binding JSONRPC or HTTP+JSON.',
  },
  'a2a/version-unknown': {
    severity: 'error',
    message: "The card speaks A2A '{version}', which is not spoken here.",
    why: 'Revisions differ in their messages; only 1.x and 0.3 are understood.',
    help: 'Offer an interface of protocol version 1.0.',
  },
  'a2a/extension-required': {
    severity: 'warning',
    message: "The agent demands the extension '{uri}', which is not spoken here.",
    why: 'An agent may refuse messages of clients that do not know an extension which it requires (1.0 §4.6).',
    help: 'Ask the provider whether the agent can be used without it.',
  },
  'a2a/schema-wrong': {
    severity: 'warning',
    message: "The schemas told for the skill '{skill}' are not used: {reason}",
    why: 'A schema that is none cannot be checked against; messages of text and data are used in its place.',
    help: 'Correct the schema in the parameters of the extension.',
  },
  'a2a/unsigned': {
    severity: 'error',
    message: 'The card carries no signature.',
    why: 'This registry takes signed cards only (setting a2a.signatures).',
    help: 'Sign the card (1.0 §8.4), or have the operator change the setting.',
  },
  'a2a/signature-wrong': {
    severity: 'error',
    message: "The signature by '{kid}' does not fit the card: {reason}.",
    why: 'The card was changed after it was signed, or was never signed by this key (1.0 §8.4.3).',
    help: 'Sign the card as it is now.',
  },
  'a2a/signer-unknown': {
    severity: 'warning',
    message: "No key is known here for the signature by '{kid}'.",
    why: 'A signature tells nothing to somebody who does not know the key.',
    help: 'Have the operator add the public key to a2a.keysFile.',
  },
  'a2a/not-signed': {
    severity: 'info',
    message: 'The signature of the card does not cover {members}; this is left out.',
    why: 'A signature of 1.0 covers the members that 1.0 knows (§8.4.1); anybody may have added others to a signed card.',
    help: 'Tell everything in members of 1.0, addresses in supportedInterfaces.',
  },
  'a2a/text-cut': {
    severity: 'warning',
    message: '{what} is longer than {most} characters and was cut.',
    why: 'Descriptions are read by models, and are held short.',
    help: 'Say it in fewer words.',
  },
  'a2a/text-withheld': {
    severity: 'warning',
    message: "A text of '{operation}' is left out of the card: it gives its reader orders.",
    why: 'Cards are read by models; text of strangers must not steer them.',
    help: 'Tell the provider to describe and not to command.',
  },
  'a2a/not-carried': {
    severity: 'info',
    message: "A2A has no place for {what} of '{operation}'; {where}.",
    why: 'Skills are described in words; schemas and effects stand in an extension that other clients may not read.',
    help: 'Use a protocol with schemas, such as MCP or OpenAPI, where this matters.',
  },
};
