/**
 * Finds tools by name instead of id: the name among the tools of an entry, the name elsewhere, the provider's own name,
 * the original name of the operation, and other spellings of each.
 */
import type { Operation } from '@dragoman/model';
import { bareName } from '@dragoman/model';
import { findOperation, wireName } from '../../gateway/choose-operation.js';
import type { Tool } from './tool-history.js';
import { currentVersion } from './tool-history.js';

/** The tool with this name; offered tools take precedence. Undefined when none or several have it. */
export function findToolByName(
  tools: readonly Tool[],
  operations: readonly Operation[],
  name: string,
): Tool | undefined {
  const operation = operations.find(({ id }) => id === name) ?? findOperation(operations, name);
  const exact = (tool: Tool) => tool.operationId === operation?.id || ownNames(tool).includes(name);
  return onlyOffered(tools.filter(exact)) ?? onlyOffered(tools.filter((tool) => hasSpelling(ownNames(tool), name)));
}

/** True when the name is one of the tool's names, in any spelling. */
export function isNameOf(tool: Tool, operations: readonly Operation[], name: string): boolean {
  const operation = operations.find(({ id }) => id === tool.operationId);
  return hasSpelling(allNames(tool, operation), name);
}

/** Every name by which a tool can be found; undefined for those that it does not have. */
function allNames(tool: Tool, operation: Operation | undefined): (string | undefined)[] {
  return [...ownNames(tool), ...(operation === undefined ? [] : [operation.name, wireName(operation)])];
}

function ownNames(tool: Tool): (string | undefined)[] {
  return [tool.name, tool.plainName, tool.fullName, currentVersion(tool).vendor?.name];
}

function hasSpelling(names: readonly (string | undefined)[], name: string): boolean {
  const bare = bareName(name);
  return bare !== '' && names.some((each) => each !== undefined && bareName(each) === bare);
}

function onlyOffered(tools: readonly Tool[]): Tool | undefined {
  const listed = tools.filter((tool) => tool.listed);
  if (listed.length > 0) return listed.length === 1 ? listed[0] : undefined;
  return tools.length === 1 ? tools[0] : undefined;
}

/** Which entries have a tool with a name, in any spelling. */
export interface ToolNameIndex {
  add(entryId: string, tools: readonly Tool[], operations: readonly Operation[]): void;
  /** Ids of entries that have, or had, a tool with this name. */
  ownersOf(name: string): Iterable<string>;
}

/** Creates an empty index. */
export function createToolNameIndex(): ToolNameIndex {
  // Nearly every name has one owner; a set for each would take several times the memory.
  const owners = new Map<string, string | Set<string>>();
  const addName = (name: string, id: string) => {
    const known = owners.get(name);
    if (known === undefined) owners.set(name, id);
    else if (typeof known !== 'string') known.add(id);
    else if (known !== id) owners.set(name, new Set([known, id]));
  };
  return {
    add(entryId, tools, operations) {
      const byId = new Map(operations.map((operation) => [operation.id, operation]));
      for (const tool of tools.filter(({ listed }) => listed)) {
        for (const name of allNames(tool, byId.get(tool.operationId)))
          if (name !== undefined) addName(bareName(name), entryId);
      }
    },
    ownersOf(name) {
      const known = owners.get(bareName(name)) ?? [];
      return typeof known === 'string' ? [known] : known;
    },
  };
}
