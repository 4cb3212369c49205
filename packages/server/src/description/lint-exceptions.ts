/**
 * Where our own description departs from the profile knowingly, with the reason. Written into the description as
 * `x-lint-ignore`; the test of it fails on every other finding, and on an exception that passes nothing over.
 */

/** Rules that are passed over, each with its reason. */
export type LintExceptions = Readonly<Record<string, string>>;

/** For the whole description. */
export const rootExceptions: LintExceptions = {
  'surface-large': 'Agents are given a toolset, or the three tools of /mcp; this is the surface of the whole server.',
  'tool-text-budget': 'Agents are given a toolset, or the three tools of /mcp; nobody shows a model the whole server.',
  'naming-style-mixed': 'Names are those of five specifications, which write them in different ways.',
  'description-boilerplate': 'That a result is data and never instructions is said wherever a result comes back.',
};

const byList = 'Nobody has many of them; the list shows names and ids together.';
const onlyReads = 'It fetches and reads; what it would find is what it tells.';
const openCalls = 'Anonymous callers reach only what its owner made public; the gateway decides, call by call.';
const secretOnce = 'What it makes can be removed at once, and a preview of a secret would tell nothing.';
const nothingToForesee = 'A preview would tell nothing that reading it does not.';
const anyValue = 'Whatever the tool or the agent defines: its own schema says more.';
const ofAidip = 'AIDIP wants unknown members kept, so that documents survive unharmed.';
const ofChecks = 'A check of its own answers with all that is wrong, which a schema would say less well.';
const ofNact = 'N-ACT fixes the form of an invocation and lets receivers pass over what they do not know.';
const threeRoots = 'The same routes of N-ACT stand under three roots: everything, one agent, one toolset.';
const ofMcp = '202 acknowledges a notification of MCP; nothing is asked for later.';

/** For single operations. */
export const operationExceptions: Readonly<Record<string, LintExceptions>> = {
  ...Object.fromEntries(
    ['agents_invoke', 'agents_invoke_operation', 'agent_agis_propose', 'agis_call', 'agent_agis_call'].map((id) => [
      id,
      { 'write-without-security': openCalls },
    ]),
  ),
  ...Object.fromEntries(
    ['agent_tools', 'toolset_tools'].flatMap((root) =>
      ['list', 'read', 'version_read', 'versions_list'].map((name) => [
        `${root}_${name}`,
        { 'operations-too-similar': threeRoots },
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['tools', 'agent_tools', 'toolset_tools'].flatMap((root) =>
      ['invoke', 'version_invoke'].map((name) => [
        `${root}_${name}`,
        { 'write-without-security': openCalls, 'operations-too-similar': threeRoots, 'input-object-open': ofNact },
      ]),
    ),
  ),
  agents_register: { 'input-object-open': ofAidip },
  agents_replace: { 'input-object-open': ofAidip },
  ...Object.fromEntries(
    ['mcp_message', 'agent_mcp_message', 'toolset_mcp_message'].map((id) => [
      id,
      { 'write-without-security': openCalls, 'poll-interval-missing': ofMcp },
    ]),
  ),
  ...Object.fromEntries(
    ['keys_create', 'agent_credentials_add', 'sources_credential_put'].map((id) => [
      id,
      { 'dry-run-missing': secretOnce },
    ]),
  ),
  ...Object.fromEntries(
    ['agents_restore', 'operations_cancel', 'agent_negotiation_decide', 'sources_held_decide'].map((id) => [
      id,
      { 'dry-run-missing': nothingToForesee },
    ]),
  ),
  ...Object.fromEntries(['sources_refresh', 'imports_create'].map((id) => [id, { 'dry-run-missing': onlyReads }])),
  ...Object.fromEntries(
    ['agis_query', 'agent_agis_query'].map((id) => [
      id,
      { 'conditional-read-missing': 'It is a call, whose answer is made anew each time.' },
    ]),
  ),
  ...Object.fromEntries(
    ['agis_summary_read', 'agent_agis_summary_read', 'own_card_read'].map((id) => [
      id,
      { 'verbosity-control-missing': 'A document of fixed form, found at a well-known address.' },
    ]),
  ),
  agent_mcp_tools_list: {
    'page-size-unbounded':
      'One document for converters, as long as the agent itself; /agents/{id}/mcp gives the tools by the page.',
  },
  sources_create: {
    'dry-run-missing': onlyReads,
    'example-missing': '200 says the same as 201, of addresses that were there already.',
  },
  procedures_read: { 'lookup-missing': byList },
  teams_read: { 'lookup-missing': byList },
  keys_rotate: { 'lookup-missing': byList },
  teams_check: { 'verbosity-control-missing': 'A report of what is wrong, short when nothing is.' },
  toolsets_updates_list: {
    'page-size-unbounded': 'A toolset has at most 256 tools, and an update is told once.',
  },
};

/** For schemas that several operations share. */
export const schemaExceptions: Readonly<Record<string, LintExceptions>> = {
  AgentDocument: {
    'input-object-open': ofAidip,
    'closed-set-without-enum': ofChecks,
    'parameter-untyped': ofChecks,
  },
  ToolInvocation: { 'input-object-open': ofNact, 'parameter-untyped': anyValue, 'input-array-unbounded': ofNact },
  CallPreview: { 'response-field-untyped': anyValue },
  Candidate: { 'response-field-untyped': anyValue },
  Operation: { 'response-field-untyped': anyValue },
  OperationPart: { 'response-field-untyped': anyValue },
  PreviewedStep: { 'response-field-untyped': anyValue },
  ToolResult: { 'response-field-untyped': anyValue },
};
