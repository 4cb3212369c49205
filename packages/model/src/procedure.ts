/**
 * What an operating procedure says: how an agent works with the tools of one toolset, written by a designer in Markdown. It
 * is the document of a design of kind `procedure`.
 */

/** The document of a procedure. */
export interface ProcedureDocument {
  /** What it is for and when to follow it; 1 to 1024 characters. */
  description: string;
  /** Id of the toolset that it belongs to. */
  toolset: string;
  /** The procedure in Markdown; tools are mentioned as `name()`. */
  text: string;
  /** A draft may be kept with errors; what is ready has none when it is saved. */
  state: 'draft' | 'ready';
}
