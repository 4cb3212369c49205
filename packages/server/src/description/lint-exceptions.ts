/**
 * Intended deviations of our own API description from the profile, each with its reason. They are written into the
 * description as `x-lint-ignore`; the test fails on every other finding and on an exception that matches no finding.
 */

/** Ignored rules, each with its reason. */
export type LintExceptions = Readonly<Record<string, string>>;

/** Exceptions for the whole description and for its parts. */
export const rootExceptions: LintExceptions = {
  'naming-style-mixed':
    'N-ACT, MCP and JSON Schema prescribe camelCase, and a repair has the same kebab-case name in every place.',
};

const inParts = 'An agent reads the part that its task needs (/openapi.json?task=…), a toolset, or the tools of /mcp.';

/** Further exceptions for the whole description: no part is as large. */
export const wholeExceptions: LintExceptions = { 'surface-large': inParts, 'tool-text-budget': inParts };

const ofAidip = 'AIDIP -01 §3.1 lets providers add members, which are stored and returned unchanged (AIDIP-META-22).';
const ofNact = 'N-ACT does not close the invocation, so members of later revisions must not make a call fail.';
const ofSecrets = 'Seven kinds of credentials have 26 members in one shared schema; a request has those of one kind.';
const wholeDocument = 'The body is a whole AIDIP document with its operations; imports_create takes one by its URL.';
const wholeToolset = 'The body is a whole toolset with texts per tool and language; only the name is required.';

/** Exceptions for single operations. */
export const operationExceptions: Readonly<Record<string, LintExceptions>> = {
  agents_register: { 'tool-text-budget': wholeDocument },
  agents_replace: { 'tool-text-budget': wholeDocument },
  agents_search: { 'tool-text-budget': 'AIDIP defines the filters and options; the shortest body is {"query": "…"}.' },
  agents_resolve: { 'tool-text-budget': 'Each requirement is a typed member; the shortest body is {"intent": "…"}.' },
  imports_create: { 'tool-text-budget': 'The selection of operations is described here; only the items are required.' },
  ...Object.fromEntries(
    ['toolsets_create', 'toolsets_replace'].map((id) => [id, { 'tool-text-budget': wholeToolset }]),
  ),
  ...Object.fromEntries(
    ['sources_credential_put', 'url_credential_put', 'agent_credentials_add', 'agent_credentials_replace'].map((id) => [
      id,
      { 'tool-text-budget': ofSecrets },
    ]),
  ),
};

/** Exceptions for shared schemas. */
export const schemaExceptions: Readonly<Record<string, LintExceptions>> = {
  AgentDocument: { 'input-object-open': ofAidip },
  ToolInvocation: { 'input-object-open': ofNact },
};
