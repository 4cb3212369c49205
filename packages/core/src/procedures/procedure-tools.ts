/** The tools that a procedure may speak of, and which of them a name means. */
import type { ToolsetDocument } from '@dragoman/model';

/** A parameter by its id and its name; the text may use either, in any case, with blanks as underscores. */
export interface ProcedureParameter {
  id?: string;
  name: string;
}

/** A tool of the set, as far as a text can speak of it. */
export interface ProcedureTool {
  /** Name toward models. */
  name: string;
  /** Names that it had or has elsewhere: the vendor's own, and earlier ones in this set. */
  otherNames: readonly string[];
  inputs: readonly ProcedureParameter[];
  outputs: readonly ProcedureParameter[];
}

/** The tools of a toolset. */
export function procedureTools({ tools, retired }: Pick<ToolsetDocument, 'tools' | 'retired'>): ProcedureTool[] {
  return tools.map(({ served, signature, origin }) => {
    const former = retired.filter(
      ({ agentId, sourceToolId }) => agentId === served.agentId && sourceToolId === served.sourceToolId,
    );
    const names = [signature.name, origin?.name, ...former.map(({ name }) => name)];
    return {
      name: served.name,
      otherNames: [...new Set(names.filter((name): name is string => name !== undefined && name !== served.name))],
      inputs: signature.input_parameters,
      outputs: signature.output_parameters,
    };
  });
}

/** What a name means in a set. */
export type Resolved = { tool: ProcedureTool; by: 'name' | 'other-name' } | { several: ProcedureTool[] } | undefined;

/** Finds the tool of a name: by its name in the set, else by another name that only one tool has. */
export function resolveTool(name: string, tools: readonly ProcedureTool[]): Resolved {
  const own = tools.find((tool) => tool.name === name);
  if (own !== undefined) return { tool: own, by: 'name' };
  const [first, ...more] = tools.filter(({ otherNames }) => otherNames.includes(name));
  if (first === undefined) return undefined;
  return more.length === 0 ? { tool: first, by: 'other-name' } : { several: [first, ...more] };
}

/** True when the text's word means this parameter. */
export function isParameter(word: string, { id, name }: ProcedureParameter): boolean {
  const wanted = plain(word);
  return plain(name) === wanted || (id !== undefined && plain(id) === wanted);
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}
