/** Drafts a procedure: every tool of a toolset in a numbered step, with values passed on where names match. */
import type { ToolSignature } from '@dragoman/model';
import { isRequired } from '@dragoman/model';
import { isParameter } from './procedure-tools.js';

/** Input of a draft. */
export interface DraftSource {
  /** Heading of the draft. */
  title: string;
  tools: readonly Pick<ToolSignature, 'name' | 'input_parameters' | 'output_parameters'>[];
}

/** Writes a draft that passes the check; the author then orders the steps and adds when to execute them. */
export function draftProcedure({ title, tools }: DraftSource): string {
  const steps = tools.map((tool, at) => `${at + 1}. ${writeStep(tool, tools.slice(0, at))}`);
  return [
    `# ${title.replace(/\s+/g, ' ').trim()}`,
    '',
    'State here what the agent is for, and what it must never do.',
    '',
    ...steps,
    '',
  ].join('\n');
}

function writeStep(tool: DraftSource['tools'][number], earlier: DraftSource['tools']): string {
  const handed = tool.input_parameters.flatMap((input) => {
    const from = earlier.find(({ output_parameters }) =>
      output_parameters.some((output) => isParameter(input.name, output)),
    );
    return from === undefined ? [] : [`the \`${spell(input.name)}\` from \`${from.name}()\``];
  });
  const inputs = tool.input_parameters.filter(isRequired).map(({ name }) => spell(name));
  const values = handed.length === 0 ? '' : ` with ${handed.join(' and ')}`;
  return `When …, call \`${tool.name}(${inputs.join(', ')})\`${values}.`;
}

/** A name as it can be written between parentheses: spaces and similar characters as underscores. */
function spell(name: string): string {
  return name.replace(/[^\p{L}\p{N}_-]+/gu, '_');
}
