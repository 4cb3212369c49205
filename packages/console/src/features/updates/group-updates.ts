/** Updates by class, the most urgent first; pure functions. */
import type { ToolsetUpdate, ToolsetWithUpdates } from '@dragoman/sdk';

/** An update with the toolset that it belongs to. */
export interface PlacedUpdate {
  toolset: Omit<ToolsetWithUpdates, 'updates'>;
  update: ToolsetUpdate;
}

/** Updates of one class. */
export interface UpdateGroup {
  class: ToolsetUpdate['class'];
  title: string;
  /** What the class means for callers. */
  description: string;
  updates: PlacedUpdate[];
}

const classes: readonly Omit<UpdateGroup, 'updates'>[] = [
  {
    class: 'breaking',
    title: 'Breaking',
    description: 'Calls that worked may fail. Look at the procedures and try your examples first.',
  },
  {
    class: 'meaning',
    title: 'Changed meaning',
    description: 'The contract is the same, but a text is now about something else.',
  },
  { class: 'compatible', title: 'Compatible', description: 'Additions. Every call that worked still works.' },
  { class: 'description', title: 'Description only', description: 'Only texts changed.' },
];

/** Identifies an update among all. */
export function updateKey({ toolset, update }: PlacedUpdate): string {
  return `${toolset.id} ${update.name} ${update.kind}`;
}

/** The groups that have updates, of all toolsets or of one. */
export function groupUpdates(toolsets: readonly ToolsetWithUpdates[], only = ''): UpdateGroup[] {
  const placed = toolsets
    .filter(({ id }) => only === '' || id === only)
    .flatMap(({ updates, ...toolset }) => updates.map((update): PlacedUpdate => ({ toolset, update })));
  return classes
    .map((group) => ({ ...group, updates: placed.filter(({ update }) => update.class === group.class) }))
    .filter(({ updates }) => updates.length > 0);
}

/** Names of tools to accept by toolset: those that can be accepted. */
export function acceptable(updates: readonly PlacedUpdate[]): { toolset: PlacedUpdate['toolset']; names: string[] }[] {
  const toolsets = new Map(updates.map(({ toolset }) => [toolset.id, toolset]));
  return [...toolsets.values()].flatMap((toolset) => {
    const own = updates.filter((each) => each.toolset.id === toolset.id && each.update.to !== undefined);
    const names = [...new Set(own.map(({ update }) => update.name))];
    return names.length === 0 ? [] : [{ toolset, names }];
  });
}

/** Lines of a procedure in words. */
export function linesText(lines: readonly number[]): string {
  return lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(', ')}`;
}
