/**
 * Assigns the names shown to models: valid, at most 64 characters, unique, and stable once assigned (nact.md GAP-33,
 * GAP-34). An unresolved conflict is reported with a proposed name for each tool.
 */
import type { FieldError } from '@dragoman/model';
import { isLegalName, legalName, nameTools } from '@dragoman/model';
import type { FoundChoice } from './find-choice.js';
import { choiceFault } from './toolset-request.js';

/** The names of the tools, in order; adds errors for unresolved conflicts. */
export function nameChoices(
  found: readonly FoundChoice[],
  resolve: boolean,
): { names: string[]; faults: FieldError[] } {
  const wanted = found.map(({ choice, before }) => choice.name ?? before?.served.name);
  const proposals = nameTools(
    found.map((each, at) => ({
      name: each.plainName,
      label: each.vendor,
      identity: each.tool.toolId,
      ...aliasOf(wanted, at),
    })),
  );
  const faults = found.flatMap((each, at): FieldError[] => {
    const name = wanted[at];
    const proposal = proposals[at] ?? '';
    if (name !== undefined && !isLegalName(name)) return [illegal(at, legalName(name, name))];
    const plain = name ?? legalName(each.plainName, each.tool.toolId);
    return proposal === plain || resolve ? [] : [clash(at, plain, proposal)];
  });
  return { names: proposals, faults };
}

/** The first of several equal names given by designers is kept; the others need another name. */
function aliasOf(wanted: readonly (string | undefined)[], at: number): { alias?: string } {
  const name = wanted[at];
  if (name === undefined) return {};
  const first = wanted.findIndex((each) => each?.toLowerCase() === name.toLowerCase());
  return first === at ? { alias: isLegalName(name) ? name : legalName(name, name) } : {};
}

function illegal(at: number, proposal: string): FieldError {
  const detail = `must have 1 to 64 characters of A-Z a-z 0-9 _ - and begin with a letter; use for example '${proposal}'`;
  return choiceFault(at, 'name', 'name-illegal', detail);
}

function clash(at: number, name: string, proposal: string): FieldError {
  const detail = `another tool of the toolset is also named '${name}'; rename it to '${proposal}', or send "resolve_names": true`;
  return choiceFault(at, 'name', 'name-clash', detail);
}
