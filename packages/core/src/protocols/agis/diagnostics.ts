/** Findings on the way between AGIS documents and entries; findings about a document itself are those of the passes. */
import type { DiagnosticTable } from '@dragoman/model';

/** Codes of this folder. */
export type AgisCode =
  | 'agis/base-derived'
  | 'agis/base-not-http'
  | 'agis/address-differs'
  | 'agis/schemas-too-large'
  | 'agis/visibility-wrong'
  | 'agis/proposed-left-out'
  | 'agis/verb-chosen'
  | 'agis/path-chosen'
  | 'agis/text-drafted'
  | 'agis/text-replaced'
  | 'agis/text-withheld'
  | 'agis/endpoint-left-out'
  | 'agis/input-not-object'
  | 'agis/input-renamed'
  | 'agis/output-open'
  | 'agis/errors-generic'
  | 'agis/not-carried'
  | 'agis/address-derived'
  | 'agis/summary-not-followed';

/** Findings of the AGIS folder. */
export const agisDiagnostics: DiagnosticTable<AgisCode> = {
  'agis/base-derived': {
    severity: 'info',
    message: 'Nobody says where the HTTP binding of this service is; {base} is taken, from its AGTP address.',
    why: 'An AGIS document names an AGTP address only, and calls from here go over HTTP (§10.1).',
    help: 'Add "x_http_base" with the https address that the AGIS paths follow, or import the document from its address.',
  },
  'agis/base-not-http': {
    severity: 'error',
    message: '"x_http_base" is not an http address without user name, query and fragment.',
    why: 'The AGIS path is put behind it to call an endpoint (§10.1).',
    help: 'Write an address such as "https://reservations.example/agis".',
  },
  'agis/address-differs': {
    severity: 'warning',
    message: 'The document was found at {host} and says that its service is {address}.',
    why: 'A service answers at its own address with a document that names this address (§11); another host may speak for it without being asked.',
    help: 'Compare with what the address that it names answers, before you rely on it.',
  },
  'agis/schemas-too-large': {
    severity: 'error',
    message: 'The schemas of {endpoint} and those before it are too large when their references are followed.',
    why: 'Each operation carries its own definitions, so that it can be used alone.',
    help: 'Refer to smaller parts of "schemas", or split the service into several documents.',
  },
  'agis/visibility-wrong': {
    severity: 'error',
    message: '"{member}" must be {expected}.',
    why: 'Who may see an entry has to be beyond doubt.',
    help: 'Correct it or leave it out; what is left out is public.',
  },
  'agis/proposed-left-out': {
    severity: 'warning',
    message: '{endpoint} was proposed for one session and is left out.',
    why: 'Proposed endpoints end with their session and are no part of a published document (§2; agis.md R36).',
    help: 'Remove "proposed" when the endpoint is there to stay.',
  },
  'agis/verb-chosen': {
    severity: 'info',
    message: '{operation} becomes {method}: {reason}. {alternatives}',
    why: 'A method is one imperative verb for what the caller wants done, never a word of HTTP (§4, App. B).',
    help: 'Look whether another verb is nearer to what users say.',
  },
  'agis/path-chosen': {
    severity: 'info',
    message: '{operation} gets the path {path}: {reason}.',
    why: 'A path names the entity, in lower case and without verbs (§5).',
    help: 'Look whether the noun is the one that users would say.',
  },
  'agis/text-drafted': {
    severity: 'warning',
    message: 'The {member} of {endpoint} was drafted by rule: "{text}"',
    why: 'AGIS demands it (§6.1) and the description does not say it.',
    help: 'Read it, correct it, and remove its name from "x_review".',
  },
  'agis/text-replaced': {
    severity: 'warning',
    message: 'The {member} of {endpoint} was replaced, since {reason}',
    why: 'A document that breaks a rule of the grammar does not conform (§9.2).',
    help: 'Write a sentence of your own in its place.',
  },
  'agis/text-withheld': {
    severity: 'warning',
    message: 'The {member} of {endpoint} reads like an order to its reader and is withheld.',
    why: 'Such texts reach models through documents and tools (§13).',
    help: 'Tell the provider; look at the text before you let it pass.',
  },
  'agis/endpoint-left-out': {
    severity: 'warning',
    message: '{operation} is left out: {reason}',
    why: 'Only what conforms may stand in a document; there is no partial conformance (§9.2).',
    help: 'Correct what is named, or describe the operation in AGIS yourself.',
  },
  'agis/input-not-object': {
    severity: 'warning',
    message: 'The input of {operation} is no object of named parameters; any object is accepted in its place.',
    why: 'The input of an endpoint is an object schema (§7).',
    help: 'Give the operation an input object with named members.',
  },
  'agis/input-renamed': {
    severity: 'info',
    message: "The input '{from}' of {operation} is called '{to}' in its path and input.",
    why: 'Parameter names are in snake_case (§7); the gateway gives the value back its own name.',
    help: 'Use the new name through this face.',
  },
  'agis/output-open': {
    severity: 'warning',
    message: 'What {operation} returns is not described.',
    why: 'An agent has nothing to plan with; every endpoint has an output schema (§7).',
    help: 'Describe the result of a success.',
  },
  'agis/errors-generic': {
    severity: 'info',
    message: "The error '{from}' of {endpoint} is called '{to}'.",
    why: 'Names of errors are specific (§7).',
    help: 'Choose a name that says what went wrong.',
  },
  'agis/not-carried': {
    severity: 'info',
    message: 'AGIS has no place for: {what}.',
    why: 'What a document cannot say is lost on the way through it.',
    help: 'Keep the original description for these facts.',
  },
  'agis/address-derived': {
    severity: 'info',
    message: 'The AGTP address {address} was made by rule.',
    why: 'A document names the AGTP address of its service (§8.1), and the description has none.',
    help: 'Put the address in under which the service will answer.',
  },
  'agis/summary-not-followed': {
    severity: 'error',
    message: 'This is a summary, and the document that it names was not read: {reason}',
    why: 'A summary names verbs without their contracts (§11.1 d).',
    help: 'Give the document itself, or correct "agis_document" to an http address that answers with it.',
  },
};
