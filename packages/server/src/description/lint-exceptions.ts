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

const secretOnce = 'The result can be removed at once, and a preview of a secret has no use.';
const ofAidip = 'AIDIP requires that unknown members are preserved.';
const ofChecks = 'A separate check reports all problems, with better messages than a schema.';
const ofNact = 'N-ACT defines the invocation and lets receivers ignore unknown members.';

/** Exceptions for single operations. */
export const operationExceptions: Readonly<Record<string, LintExceptions>> = {
  tools_invoke: { 'input-object-open': ofNact },
  agents_register: { 'input-object-open': ofAidip },
  credential_logins_finish: { 'dry-run-missing': secretOnce },
  ...Object.fromEntries(
    ['agis_query', 'agent_agis_query'].map((id) => [
      id,
      { 'conditional-read-missing': 'It is a call, and every call produces a new response.' },
    ]),
  ),
  own_card_read: { 'verbosity-control-missing': 'A document with a fixed format at a well-known address.' },
};

/** Exceptions for shared schemas. */
export const schemaExceptions: Readonly<Record<string, LintExceptions>> = {
  AgentDocument: {
    'input-object-open': ofAidip,
    'closed-set-without-enum': ofChecks,
  },
  ToolInvocation: { 'input-object-open': ofNact, 'input-array-unbounded': ofNact },
};
