/** Vendor changes of the caller's toolsets, by class, and ready procedures that became invalid. */
import type { Caller, Design, DesignerPorts, DesignKind, ToolUpdate, UpdateClass } from '@dragoman/core/engine';
import { classOf, evaluateProcedure, findUpdates, toProcedure, toToolset, updateClasses } from '@dragoman/core/engine';
import type { InboxItem } from '@dragoman/model';
import { inboxLimits } from './inbox-order.js';

/** Maximum number of designs that are searched for those of the caller, and of those that are evaluated. */
const maxSearched = 2000;
const maxEvaluated = 50;
const portion = 200;

/** The items of the caller's own toolsets and procedures. */
export async function findDesignItems(ports: DesignerPorts, caller: Caller): Promise<InboxItem[]> {
  const items: InboxItem[] = [];
  for (const design of await ownDesigns(ports, 'toolset', caller)) {
    const updates = await findUpdates(ports, toToolset(design), caller);
    items.push(...(await updateItems(ports, design, updates)));
  }
  for (const design of await ownDesigns(ports, 'procedure', caller)) {
    items.push(...(await procedureItem(ports, design, caller)));
  }
  return items;
}

/** The caller's own designs of a kind, at most as many as the inbox evaluates. */
export async function ownDesigns({ store }: DesignerPorts, kind: DesignKind, { subject }: Caller): Promise<Design[]> {
  const own: Design[] = [];
  let after: string | undefined;
  for (let searched = 0; searched < maxSearched && own.length < maxEvaluated; searched += portion) {
    const some = await store.designs.list(kind, after, portion);
    own.push(...some.filter(({ owner }) => owner === subject));
    after = some.at(-1)?.id;
    if (some.length < portion) break;
  }
  return own.slice(0, maxEvaluated);
}

async function updateItems({ store }: DesignerPorts, design: Design, updates: ToolUpdate[]): Promise<InboxItem[]> {
  const open = updates.filter(({ stayed }) => !stayed);
  if (open.length === 0) return [];
  const rows = await store.entries.readMany([...new Set(open.map(({ agentId }) => agentId))]);
  const changed = new Map(rows.map(({ entry, updatedAt }) => [entry.id, updatedAt]));
  return updateClasses.flatMap((effect): InboxItem[] => {
    const some = open.filter((update) => classOf(update) === effect);
    const [since] = some.flatMap(({ agentId }) => changed.get(agentId) ?? []).sort();
    if (some.length === 0) return [];
    return [
      {
        id: `toolset_update:${design.id}:${effect}`,
        kind: 'toolset_update',
        severity: effect === 'breaking' || effect === 'meaning' ? 'warning' : 'info',
        title: `${some.length === 1 ? '1 tool' : `${some.length} tools`} of ${design.name} changed: ${words[effect]}.`,
        detail: some
          .map(({ message }) => message)
          .join('\n')
          .slice(0, inboxLimits.detail),
        ...(since === undefined ? {} : { since }),
        count: some.length,
        effect,
        tools: some.slice(0, inboxLimits.names).map(({ name }) => name),
        toolset: design.id,
      },
    ];
  });
}

const words: Readonly<Record<UpdateClass, string>> = {
  breaking: 'callers break',
  meaning: 'the texts mean something else',
  compatible: 'compatible',
  description: 'descriptions only',
};

async function procedureItem(ports: DesignerPorts, design: Design, caller: Caller): Promise<InboxItem[]> {
  const { document } = toProcedure(design);
  if (document.state !== 'ready') return [];
  const { id, name, updatedAt } = design;
  const { findings } = await evaluateProcedure(ports, { id, toolset: document.toolset, text: document.text }, caller);
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return [];
  return [
    {
      id: `procedure_invalid:${id}`,
      kind: 'procedure_invalid',
      severity: 'error',
      title: `The procedure ${name} is ready but no longer valid.`,
      detail: errors
        .map(({ message }) => message)
        .join('\n')
        .slice(0, inboxLimits.detail),
      since: updatedAt,
      count: errors.length,
      procedure: id,
      toolset: document.toolset,
    },
  ];
}
