/** Arrays for queries, kept between queries so that no query allocates in proportion to the catalogue. */
import { withRoom } from './typed-arrays.js';

/** One element per row in each array, except that `candidates` lists rows. */
export interface Workspace {
  /** Text score, later the final score in units. */
  scores: Float32Array;
  /** Rows under consideration. */
  candidates: Uint32Array;
  /** Steps of the conditions that the row has satisfied. */
  steps: Uint16Array;
  /** Languages named in the query that the row declares. */
  languagesMet: Uint8Array;
}

/** Creates an empty workspace. */
export function createWorkspace(): Workspace {
  return {
    scores: new Float32Array(0),
    candidates: new Uint32Array(0),
    steps: new Uint16Array(0),
    languagesMet: new Uint8Array(0),
  };
}

/** Grows the workspace for that many rows. */
export function fitWorkspace(workspace: Workspace, rows: number): void {
  workspace.scores = withRoom(workspace.scores, rows);
  workspace.candidates = withRoom(workspace.candidates, rows);
  workspace.steps = withRoom(workspace.steps, rows);
  workspace.languagesMet = withRoom(workspace.languagesMet, rows);
}
