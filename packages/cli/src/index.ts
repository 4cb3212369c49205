/** The command line as a library: for tests, the reference page, and examples that need services to call. */
export type {
  Command,
  CommandArgument,
  CommandContext,
  CommandDescription,
  CommandExample,
  CommandOption,
  ExitCode,
} from './command/command.js';
export { usageOf } from './command/command.js';
export { describeCommands } from './command/help.js';
export { commands } from './commands/index.js';
export type { DemoUpstreams } from './demo/start-upstreams.js';
export { startDemoUpstreams } from './demo/start-upstreams.js';
export type { Script, ScriptStep } from './demo/storm-relay.js';
export type { DemoUpstream, ReceivedRequest, Reply, RequestHandler, ServiceDefinition } from './demo/upstream.js';
export { startUpstream } from './demo/upstream.js';
export { run } from './run.js';
export type { Runtime, Terminal, Writer } from './terminal/runtime.js';
