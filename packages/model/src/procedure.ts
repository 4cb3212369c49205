/**
 * An operating procedure: how an agent works with the tools of one toolset, written by a designer in Markdown. It is
 * the document of a design of kind `procedure`.
 */

/** The document of a procedure. */
export interface ProcedureDocument {
  /** Its purpose and when to follow it; 1 to 1024 characters. */
  description: string;
  /** Id of its toolset. */
  toolset: string;
  /** The procedure in Markdown; tools are mentioned as `name()`. */
  text: string;
  /** A draft may contain errors; a ready procedure has none when it is saved. */
  state: 'draft' | 'ready';
}
