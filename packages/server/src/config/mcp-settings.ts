/** Settings about third-party MCP servers: child processes, and tools that change. */
import type { GroupSchema, SettingSchema } from './setting.js';
import { count, group, plainText, setting, text } from './setting.js';

const childServer: SettingSchema = {
  type: 'object',
  description: 'An MCP server. It is started on first use and stopped with this server.',
  additionalProperties: false,
  required: ['name', 'command'],
  properties: {
    name: plainText('Name; the server is addressed as stdio:<name>.', { pattern: '^[a-z0-9][a-z0-9-]{0,62}$' }),
    command: plainText('Program to run, without a shell.'),
    args: {
      type: 'array',
      description: 'Arguments of the program.',
      maxItems: 100,
      items: { type: 'string', description: 'An argument.', maxLength: 4096 },
    },
    cwd: plainText('Working directory; defaults to that of this server.'),
    environment: {
      type: 'array',
      description: 'Names of environment variables to pass on, in addition to PATH, HOME, LANG and TMPDIR.',
      maxItems: 100,
      items: { type: 'string', description: 'A name.', pattern: '^[A-Za-z_][A-Za-z0-9_]*$', maxLength: 200 },
    },
  },
};

/** The group `mcp`. */
export const mcpSettings: GroupSchema = group('Third-party MCP servers.', {
  stdio: setting(
    'array',
    'DRAGOMAN_MCP_STDIO',
    'MCP servers to run as child processes and call over stdio (JSON when set in the environment).',
    { default: [], maxItems: 100, items: childServer },
  ),
  addServers: text(
    'DRAGOMAN_MCP_ADD_SERVERS',
    'Whether callers with the scope admin may add MCP servers over stdio at run time, that is, run commands on this ' +
      'machine. auto: only on a server that listens on loopback and has no proxy in front; allow: always; deny: never. ' +
      'Where it is not allowed, servers that were added before do not run.',
    { default: 'auto', enum: ['auto', 'allow', 'deny'] },
  ),
  changes: text(
    'DRAGOMAN_MCP_CHANGES',
    'What happens when a tool changes under its name. accept: apply every change; hold-breaking: hold breaking ' +
      'changes until they are accepted; hold: hold every change until it is accepted.',
    { default: 'hold-breaking', enum: ['accept', 'hold-breaking', 'hold'] },
  ),
  stdioRoots: text(
    'DRAGOMAN_MCP_STDIO_ROOTS',
    'Whether an MCP server over stdio that asks for roots gets those of the client whose call is running. It may use them ' +
      'for the calls of all clients, so forward them only where all callers are one person.',
    { default: 'refuse', enum: ['refuse', 'forward'] },
  ),
  questionSeconds: count(
    'DRAGOMAN_MCP_QUESTION_SECONDS',
    'Seconds that an MCP client has to answer a question: to confirm a call, or to give input that a server asks for.',
    300,
    1,
    3600,
  ),
});
