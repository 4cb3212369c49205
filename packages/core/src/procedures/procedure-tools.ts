/** The tools that a procedure may mention, and the lookup of a tool by name. */
import type { JsonSchema, ToolSignature, ToolsetDocument } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** A parameter by its id and its name; the text may use either, in any letter case, with underscores for spaces. */
export interface ProcedureParameter {
  id?: string;
  name: string;
  /** For inputs; absent means required. */
  required?: boolean;
}

/** A tool of the toolset, as a text can refer to it. */
export interface ProcedureTool {
  /** Name shown to models. */
  name: string;
  /** Other names: the vendor's own, and earlier ones in this toolset. */
  otherNames: readonly string[];
  inputs: readonly ProcedureParameter[];
  outputs: readonly ProcedureParameter[];
}

/** The tools of a toolset. */
export function procedureTools({ tools, retired }: Pick<ToolsetDocument, 'tools' | 'retired'>): ProcedureTool[] {
  return tools.map(({ served, signature, input, origin }) => {
    const former = retired.filter(
      ({ agentId, sourceToolId }) => agentId === served.agentId && sourceToolId === served.sourceToolId,
    );
    const names = [signature.name, origin?.name, ...former.map(({ name }) => name)];
    return {
      name: served.name,
      otherNames: [...new Set(names.filter((name): name is string => name !== undefined && name !== served.name))],
      inputs: inputsOf(signature, input),
      outputs: signature.output_parameters,
    };
  });
}

/** The inputs of the signature, and members of the complete input that are several of them. */
function inputsOf({ input_parameters: inputs }: ToolSignature, input: JsonSchema | undefined): ProcedureParameter[] {
  const members = isJsonObject(input) && isJsonObject(input.properties) ? Object.keys(input.properties) : [];
  const known = new Set(inputs.map(({ name }) => name));
  return [...inputs, ...members.filter((name) => !known.has(name)).map((name) => ({ name }))];
}

/** What a name refers to in a toolset. */
export type Resolved = { tool: ProcedureTool; by: 'name' | 'other-name' } | { several: ProcedureTool[] } | undefined;

/** Finds the tool with a name: by its name in the toolset, else by another name that only one tool has. */
export function resolveTool(name: string, tools: readonly ProcedureTool[]): Resolved {
  const own = tools.find((tool) => tool.name === name);
  if (own !== undefined) return { tool: own, by: 'name' };
  const [first, ...more] = tools.filter(({ otherNames }) => otherNames.includes(name));
  if (first === undefined) return undefined;
  return more.length === 0 ? { tool: first, by: 'other-name' } : { several: [first, ...more] };
}

/** True when the word in the text refers to this parameter. */
export function isParameter(word: string, { id, name }: ProcedureParameter): boolean {
  const wanted = plain(word);
  return plain(name) === wanted || (id !== undefined && plain(id) === wanted);
}

/** Returns whether a text contains the id or the name of a parameter as words. */
export function parametersIn(text: string): (parameter: ProcedureParameter) => boolean {
  const words = `_${plain(text)}_`;
  return ({ id, name }) => words.includes(`_${plain(name)}_`) || (id !== undefined && words.includes(`_${plain(id)}_`));
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}
