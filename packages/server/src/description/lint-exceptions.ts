/**
 * Intended deviations of our own API description from the profile, each with its reason. They are written into the
 * description as `x-lint-ignore`; the test fails on every other finding and on an exception that matches no finding.
 */

/** Ignored rules, each with its reason. */
export type LintExceptions = Readonly<Record<string, string>>;

/** Exceptions for the whole description. */
export const rootExceptions: LintExceptions = {
  'surface-large': 'AI agents use a toolset, or the three tools of /mcp; this is the API of the whole server.',
  'tool-text-budget': 'AI agents use a toolset, or the three tools of /mcp; the whole API is not shown to a model.',
  'naming-style-mixed': 'Names come from five specifications with different naming styles.',
  'server-not-public': 'Every installation has an address of its own; the default one is on the machine of its owner.',
};

const ofAidip = 'AIDIP requires that unknown members are preserved.';
const ofNact = 'N-ACT defines the invocation and lets receivers ignore unknown members.';
const forMcpClients = 'MCP clients use the address without this description; a model sees the result of tools/list.';
const ofSecrets = 'Seven kinds of credentials have 26 members; programs and people store secrets, a model does not.';
const wholeDocument = 'The body is a whole AIDIP document with its operations; to import one by URL takes one member.';
const wholeToolset = 'The body is a whole toolset with texts per tool and language; only the name is required.';

/** Exceptions for single operations. */
export const operationExceptions: Readonly<Record<string, LintExceptions>> = {
  tools_invoke: { 'input-object-open': ofNact },
  agents_register: { 'input-object-open': ofAidip, 'tool-text-budget': wholeDocument },
  agents_replace: { 'tool-text-budget': wholeDocument },
  agents_search: { 'tool-text-budget': 'AIDIP defines its filters and options; a model uses search_tools of /mcp.' },
  agents_resolve: { 'tool-text-budget': 'Every policy is a member; a model uses search_tools of /mcp.' },
  teams_replace: { 'tool-text-budget': 'The body is a whole team, which is read, changed and sent back.' },
  agent_data_class_bind: {
    'tool-text-budget': 'Three kinds of data sources are described; the owner of a service chooses one.',
  },
  imports_create: { 'tool-text-budget': 'The selection of operations is described here; only the items are required.' },
  ...Object.fromEntries(
    ['toolsets_create', 'toolsets_replace'].map((id) => [id, { 'tool-text-budget': wholeToolset }]),
  ),
  ...Object.fromEntries(
    ['mcp_message', 'agent_mcp_message', 'toolset_mcp_message'].map((id) => [
      id,
      { 'tool-text-budget': forMcpClients },
    ]),
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
