/** Messages between a worker and the parent process, which runs one child of each MCP server for all workers. */
import type { Era, LinkAnswer, Questions } from '@dragoman/core/faces';
import type { JsonObject, JsonValue, PlainFailure } from '@dragoman/model';
import type { ServerChange } from '../events/report-servers.js';
import type { ChildCommand } from './child.js';
import type { SupervisedState, SupervisionPorts } from './supervised-server.js';

/** One definition of a server: workers that name the same one share its child. */
export interface HostedServer
  extends Pick<SupervisionPorts, 'lineBytes' | 'timeoutMs' | 'client' | 'passesRoots' | 'generation'> {
  name: string;
  command: ChildCommand;
}

/** The data of a request; its callbacks stay in the worker. */
export interface HostedRequest {
  method: string;
  params: JsonObject;
  capabilities?: JsonObject;
  /** True when the caller wants reports of progress. */
  wantsProgress: boolean;
  /** True when the caller wants log messages. */
  wantsLogs?: true;
  /** Present when the caller can be asked; with the session of its client. */
  asks?: { session?: string };
}

/** Messages of a worker; `key` names a server that it opened, `id` a request of the worker. */
export type ToHost =
  | { type: 'open'; key: string; server: HostedServer }
  | { type: 'close'; key: string; id: number }
  | { type: 'restart'; key: string; id: number }
  | { type: 'state'; key: string; id: number }
  | { type: 'ask'; key: string; id: number; request: HostedRequest; era: Era }
  /** Watches a resource until `unwatch` with the same id. */
  | { type: 'watch'; key: string; id: number; uri: string; era: Era }
  | { type: 'unwatch'; id: number }
  /** Wants to know which pages users have finished, until `unhear` with the same id. */
  | { type: 'hear'; key: string; id: number }
  | { type: 'unhear'; id: number }
  | { type: 'cancel'; id: number }
  | { type: 'tell'; key: string; method: string }
  | { type: 'answer'; question: number; message: JsonObject };

/** Messages of the parent process. */
export type FromHost =
  | { type: 'mark'; key: string; mark: string }
  /** Something happened to the server; only one of its workers gets it. */
  | { type: 'change'; key: string; change: ServerChange }
  | { type: 'list-changed'; key: string }
  | { type: 'progress'; id: number; progress: JsonObject }
  | { type: 'log'; id: number; message: JsonObject }
  /** A watched resource has changed; it is no longer watched. */
  | { type: 'updated'; id: number }
  | { type: 'unwatched'; id: number }
  | { type: 'question'; id: number; question: number; request: Parameters<Questions['answer']>[0] }
  | { type: 'refuse'; id: number; reason: string }
  | { type: 'completed'; id: number; elicitationId: JsonValue }
  /** The outcome of a request of the worker. */
  | { type: 'done'; id: number; answer?: LinkAnswer; state?: SupervisedState; failure?: PlainFailure };

/** The worker's end of the channel. */
export interface HostChannel {
  /** False when the parent process is gone. */
  send(message: ToHost): boolean;
  receive(listener: (message: FromHost) => void): void;
}
