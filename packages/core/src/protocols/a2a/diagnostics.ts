/** Diagnostics for reading a card or writing an entry as one. */
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

/** Diagnostics of the A2A folder. */
export const a2aDiagnostics: DiagnosticTable<A2aCode> = {
  'a2a/member-wrong': {
    severity: 'error',
    message: "'{member}' {fault}.",
    why: 'A card without this member does not identify the agent or describe what it does (1.0 §4.4.1).',
    help: 'Correct the member at the pointer.',
  },
  'a2a/no-skills': {
    severity: 'error',
    message: 'The card has no readable skill.',
    why: 'An entry without operations can be neither found nor called.',
    help: 'Give at least one skill with an id, a name and a description.',
  },
  'a2a/skill-left-out': {
    severity: 'warning',
    message: 'The skill at {place} is skipped: {reason}',
    why: 'A skill without a name cannot be called; the other skills can.',
    help: 'Give the skill an id, a name and a description (1.0 §4.4.5).',
  },
  'a2a/skill-doubled': {
    severity: 'warning',
    message: "The skill '{skill}' is listed twice; the first one is used.",
    why: 'The id of a skill is unique in its card (1.0 §4.4.5).',
    help: 'Report this to the provider.',
  },
  'a2a/no-interface': {
    severity: 'error',
    message: 'No interface of the card is supported: {reason}.',
    why: 'Dragoman supports JSON-RPC (1.0 or 0.3), HTTP+JSON (1.0) and gRPC (1.0).',
    help: 'Offer an interface with an http or https URL and the binding JSONRPC, HTTP+JSON or GRPC.',
  },
  'a2a/version-unknown': {
    severity: 'error',
    message: "The card uses A2A '{version}', which is not supported.",
    why: 'Messages differ between revisions; only 1.x and 0.3 are supported.',
    help: 'Offer an interface of protocol version 1.0.',
  },
  'a2a/extension-required': {
    severity: 'warning',
    message: "The agent requires the extension '{uri}', which is not supported.",
    why: 'An agent may refuse messages of clients that do not support an extension which it requires (1.0 §4.6).',
    help: 'Ask the provider whether the agent can be used without it.',
  },
  'a2a/schema-wrong': {
    severity: 'warning',
    message: "The schemas of the skill '{skill}' are not used: {reason}",
    why: 'An invalid schema cannot be used for validation; messages of text and data are used instead.',
    help: 'Correct the schema in the parameters of the extension.',
  },
  'a2a/unsigned': {
    severity: 'error',
    message: 'The card has no signature.',
    why: 'This registry accepts only signed cards (setting a2a.signatures).',
    help: 'Sign the card (1.0 §8.4), or ask the operator to change the setting.',
  },
  'a2a/signature-wrong': {
    severity: 'error',
    message: "The signature by '{kid}' does not match the card: {reason}.",
    why: 'The card was changed after it was signed, or was never signed by this key (1.0 §8.4.3).',
    help: 'Sign the card again in its current form.',
  },
  'a2a/signer-unknown': {
    severity: 'warning',
    message: "No trusted key is configured for the signature by '{kid}'.",
    why: 'A signature by an unknown key proves nothing.',
    help: 'Ask the operator to add the public key to a2a.keysFile.',
  },
  'a2a/not-signed': {
    severity: 'info',
    message: 'The signature of the card does not cover {members}; unsigned members are ignored.',
    why:
      'A 1.0 signature covers the members that 1.0 defines (§8.4.1); anyone may have added others to a ' +
      'signed card.',
    help: 'Use members of 1.0 only, and put URLs in supportedInterfaces.',
  },
  'a2a/text-cut': {
    severity: 'warning',
    message: '{what} is longer than {most} characters and was truncated.',
    why: 'Descriptions are read by models and are limited in length.',
    help: 'Shorten the text.',
  },
  'a2a/text-withheld': {
    severity: 'warning',
    message: "A text of '{operation}' is left out of the card: it contains instructions to its reader.",
    why: 'Cards are read by models; third-party text must not steer them.',
    help: 'Ask the provider to describe the operation without giving instructions.',
  },
  'a2a/not-carried': {
    severity: 'info',
    message: "A2A cannot represent {what} of '{operation}'; {where}.",
    why: 'Skills are described in text; schemas and effects are in an extension that other clients may not read.',
    help: 'Use a protocol with schemas, such as MCP or OpenAPI, where this matters.',
  },
};
