/** What a designer asks a toolset to be; the form of it is checked where it is read, its meaning in `composeToolset`. */
import type { FieldError, LocalisedText, OpenSelection } from '@dragoman/model';

/** A tool that a designer chooses. */
export interface ToolChoice {
  /** Entry that it comes from. */
  agentId: string;
  /** Id or name of the tool, or name or id of the operation. */
  tool: string;
  /** Version to pin, or `latest` to follow the vendor; what it was, else the current one, when absent. */
  version?: number | 'latest';
  /** Name toward models; what it was, else the vendor's own, when absent. */
  name?: string;
  /** The designer's words instead of the vendor's. */
  description?: string;
  /** The same on inputs, by their ids or names. */
  inputs?: Record<string, string>;
  localised?: Record<string, LocalisedText>;
}

/** A toolset that a designer asks for. */
export interface ToolsetRequest {
  description: string;
  mode: 'chosen' | 'open';
  choices: readonly ToolChoice[];
  open?: OpenSelection;
  localised?: Record<string, LocalisedText>;
  /** True: names that clash are settled as proposed; otherwise the toolset is refused with the proposals. */
  resolveNames: boolean;
}

/** Most tools of one toolset. */
export const mostTools = 256;

/** A fault of one tool of a request. */
export function choiceFault(at: number, member: string, code: string, detail: string): FieldError {
  return { field: `tools[${at}].${member}`, pointer: `/tools/${at}/${member}`, code: `toolset/${code}`, detail };
}
