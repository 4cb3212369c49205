/** The state of one stdio server in one worker. */
import type { SupervisedState } from './supervised-server.js';

/** A configured server, the worker that runs it, and what it does now. */
export interface ServerState extends SupervisedState {
  name: string;
  command: string;
  /** Process id of the worker. */
  worker: number;
}
