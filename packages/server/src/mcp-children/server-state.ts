/** The state of one stdio server in one worker. */
import type { ChildState } from './open-children.js';

/** A server, the worker that runs it, and what it does now. */
export interface ServerState extends ChildState {
  /** Process id of the worker. */
  worker: number;
}
