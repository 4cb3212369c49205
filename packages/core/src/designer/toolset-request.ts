/** A designer's request for a toolset. Its form is validated by the reader, its meaning by `composeToolset`. */
import type { FieldError, LocalisedText, OpenSelection, ToolsetContent } from '@dragoman/model';

/** A tool that a designer chooses. */
export interface ToolChoice {
  /** Entry of the tool. */
  agentId: string;
  /** Id or name of the tool, or name or id of the operation. */
  tool: string;
  /** Version to pin, or `latest` to follow the vendor; when absent, the previous choice or else the current version. */
  version?: number | 'latest';
  /** Name shown to models; when absent, the previous name or else the vendor's own. */
  name?: string;
  /** The designer's text instead of the vendor's. */
  description?: string;
  /** The same for inputs, by their ids or names. */
  inputs?: Record<string, string>;
  localised?: Record<string, LocalisedText>;
}

/** A toolset that a designer asks for. */
export interface ToolsetRequest {
  description: string;
  mode: 'chosen' | 'open';
  choices: readonly ToolChoice[];
  open?: OpenSelection;
  /** Prompts and resources to offer; `all`: those of the services of its tools; when absent, the previous choice. */
  content?: ToolsetContent | 'all';
  localised?: Record<string, LocalisedText>;
  /** True: conflicting names are resolved as proposed; otherwise the request is rejected with the proposals. */
  resolveNames: boolean;
}

/** Maximum number of tools of one toolset. */
export const maxToolsetTools = 256;

/** An error in one tool of a request. */
export function choiceFault(at: number, member: string, code: string, detail: string): FieldError {
  return { field: `tools[${at}].${member}`, pointer: `/tools/${at}/${member}`, code: `toolset/${code}`, detail };
}
