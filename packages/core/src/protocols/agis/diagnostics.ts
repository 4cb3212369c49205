/**
 * Diagnostics for converting between AGIS documents and entries; diagnostics of a document itself are those of the
 * passes.
 */
import type { DiagnosticTable } from '@dragoman/model';

/** Codes of this folder. */
export type AgisCode =
  | 'agis/base-derived'
  | 'agis/base-not-http'
  | 'agis/address-differs'
  | 'agis/schemas-too-large'
  | 'agis/request-invalid'
  | 'agis/request-elsewhere'
  | 'agis/base-elsewhere'
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
  | 'agis/cookie-left-out'
  | 'agis/request-not-callable'
  | 'agis/address-derived'
  | 'agis/declared-lower'
  | 'agis/summary-not-followed';

/** Diagnostics of the AGIS folder. */
export const agisDiagnostics: DiagnosticTable<AgisCode> = {
  'agis/base-derived': {
    severity: 'info',
    message:
      'The document does not name the HTTP binding of this service; {base} is used, derived from its ' +
      'AGTP address.',
    why: 'An AGIS document names only an AGTP address, but calls use HTTP (§10.1).',
    help:
      'Add "x_http_base" with the https URL that the AGIS paths are appended to, or import the document ' +
      'from its URL.',
  },
  'agis/declared-lower': {
    severity: 'warning',
    message: '{endpoint} is declared {declared}, although it {reason}; the declaration applies',
    why: "The author's declaration takes precedence over the impact that the method, intent and request indicate.",
    help: 'Check which one is right; "dragoman effects" sets another impact, which later imports keep.',
  },
  'agis/base-not-http': {
    severity: 'error',
    message: '"x_http_base" is not an http URL without user name, query and fragment.',
    why: 'The AGIS path is appended to it to call an endpoint (§10.1).',
    help: 'Use a URL such as "https://reservations.example/agis".',
  },
  'agis/address-differs': {
    severity: 'warning',
    message: 'The document was found at {host} but names {address} as its service.',
    why:
      'A service responds at its own address with a document that names this address (§11); another ' +
      'host may claim to be it without permission.',
    help: 'Compare it with the document at the address that it names before you rely on it.',
  },
  'agis/schemas-too-large': {
    severity: 'error',
    message: 'The schemas of {endpoint} and the endpoints before it are too large when their references are resolved.',
    why: 'Each operation contains its own definitions, so that it can be used alone.',
    help: 'Reference smaller parts of "schemas", or split the service into several documents.',
  },
  'agis/request-invalid': {
    severity: 'error',
    message: 'The HTTP request of {endpoint} is invalid: "{member}".',
    why: 'Calls of this endpoint are sent as "x_http_request" says, and only a valid request can be sent.',
    help: 'Correct the member, or remove "x_http_request" if the service answers at AGIS paths.',
  },
  'agis/request-elsewhere': {
    severity: 'warning',
    message: '{endpoint} is left out, since its HTTP request goes to {host}, which is not part of {base}.',
    why: 'A document describes its own service; inputs and credentials must not be sent to another one.',
    help: 'Describe the endpoint in a document of the service at that host.',
  },
  'agis/base-elsewhere': {
    severity: 'warning',
    message: 'Calls go to {host}, but the document names {address} as its service.',
    why: 'A document may claim to be a service and send the calls to another one.',
    help: 'Compare "x_http_base" with the address of the service before you rely on it.',
  },
  'agis/visibility-wrong': {
    severity: 'error',
    message: '"{member}" must be {expected}.',
    why: 'The visibility of an entry must be unambiguous.',
    help: 'Correct or remove it; without it, the entry is public.',
  },
  'agis/proposed-left-out': {
    severity: 'warning',
    message: '{endpoint} was proposed for one session and is left out.',
    why: 'Proposed endpoints end with their session and are not part of a published document (§2; agis.md R36).',
    help: 'Remove "proposed" if the endpoint is permanent.',
  },
  'agis/verb-chosen': {
    severity: 'info',
    message: '{operation} becomes {method}: {reason}. {alternatives}',
    why: "A method is one imperative verb for the caller's intent, never an HTTP method (§4, App. B).",
    help: 'Check whether another verb is closer to what users say.',
  },
  'agis/path-chosen': {
    severity: 'info',
    message: '{operation} gets the path {path}: {reason}.',
    why: 'A path names the entity, in lower case and without verbs (§5).',
    help: 'Check whether the noun is the one that users say.',
  },
  'agis/text-drafted': {
    severity: 'warning',
    message: 'The {member} of {endpoint} was generated: "{text}"',
    why: 'AGIS requires it (§6.1), but the description does not have it.',
    help: 'Review and correct it, then remove its name from "x_review".',
  },
  'agis/text-replaced': {
    severity: 'warning',
    message: 'The {member} of {endpoint} was replaced, since {reason}',
    why: 'A document that breaks a grammar rule does not conform (§9.2).',
    help: 'Write your own sentence instead.',
  },
  'agis/text-withheld': {
    severity: 'warning',
    message: 'The {member} of {endpoint} looks like an instruction to its reader and is left out.',
    why: 'Such texts reach models through documents and tools (§13).',
    help: 'Report this to the provider; review the text before you allow it.',
  },
  'agis/endpoint-left-out': {
    severity: 'warning',
    message: '{operation} is left out: {reason}',
    why: 'Only conforming endpoints may be in a document; there is no partial conformance (§9.2).',
    help: 'Correct the named problem, or describe the operation in AGIS yourself.',
  },
  'agis/input-not-object': {
    severity: 'warning',
    message: 'The input of {operation} is not an object of named parameters; any object is accepted instead.',
    why: 'The input of an endpoint is an object schema (§7).',
    help: 'Give the operation an input object with named members.',
  },
  'agis/input-renamed': {
    severity: 'info',
    message: "The input '{from}' of {operation} is named '{to}' in its path and input.",
    why: 'Parameter names are in snake_case (§7); the gateway restores the original name.',
    help: 'Use the new name in AGIS calls.',
  },
  'agis/output-open': {
    severity: 'warning',
    message: 'The output of {operation} is not described.',
    why: 'Agents cannot plan without it; every endpoint has an output schema (§7).',
    help: 'Describe the result of a successful call.',
  },
  'agis/errors-generic': {
    severity: 'info',
    message: "The error '{from}' of {endpoint} is named '{to}'.",
    why: 'Error names must be specific (§7).',
    help: 'Choose a name that says what went wrong.',
  },
  'agis/not-carried': {
    severity: 'info',
    message: 'AGIS cannot represent: {what}.',
    why: 'Facts that a document cannot represent are lost in the conversion.',
    help: 'Keep the original description for these facts.',
  },
  'agis/cookie-left-out': {
    severity: 'info',
    message: "{operation} has no input for the optional cookie '{name}'.",
    why: 'Cookies are managed by the HTTP client and not set by agents; a required cookie stays an input.',
    help: 'No action needed. If callers choose the value, mark the cookie as required.',
  },
  'agis/request-not-callable': {
    severity: 'warning',
    message:
      '{operation} cannot be called with this document: its request goes to {host}, which belongs to another organization.',
    why: 'Readers of a document leave out requests to other organizations, since inputs and credentials would be sent there.',
    help: 'Describe the operation in a document of the service at that host, or call it with the original description.',
  },
  'agis/address-derived': {
    severity: 'info',
    message: 'The AGTP address {address} was generated.',
    why: 'A document names the AGTP address of its service (§8.1), but the description has none.',
    help: 'Enter the address of the service.',
  },
  'agis/summary-not-followed': {
    severity: 'error',
    message: 'This is a summary, and the document that it names was not read: {reason}',
    why: 'A summary names verbs without their contracts (§11.1 d).',
    help: 'Provide the document itself, or correct "agis_document" to its http URL.',
  },
};
