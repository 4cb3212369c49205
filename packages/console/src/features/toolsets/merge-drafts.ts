/** Two designers changed one toolset: both changes are kept, field by field; a person decides where they differ. */
import type { DraftConflict, MergedDraft } from '../../session/use-merge-choices.js';
import { changeTool, type Draft, type DraftTool, keyOf, titleOf, toggleTool } from './draft.js';

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Conflicts = DraftConflict<Draft>[];

/** A place with its three values. */
interface Place<Value> {
  place: string;
  was: Value;
  our: Value;
  their: Value;
  /** The value as text; undefined when there is none. */
  show?: (value: Value) => string | undefined;
  take: (draft: Draft, value: Value) => Draft;
}

/** Merges our draft with what somebody else has stored since we began with `base`. */
export function mergeDrafts(base: Draft, ours: Draft, theirs: Draft): MergedDraft<Draft> {
  const conflicts: Conflicts = [];
  const header = <Member extends 'name' | 'description' | 'visibility'>(member: Member): Draft[Member] =>
    pick<Draft[Member]>(conflicts, {
      place: `Toolset, ${member}`,
      was: base[member],
      our: ours[member],
      their: theirs[member],
      take: (draft, value) => ({ ...draft, [member]: value }),
    });
  const grants = pick(conflicts, {
    place: 'Toolset, access',
    was: base.grants ?? [],
    our: ours.grants ?? [],
    their: theirs.grants ?? [],
    show: (value) => value.join(', ') || 'nobody else',
    take: (draft, value) => ({ ...draft, grants: value }),
  });
  const [was, our, their] = [base, ours, theirs].map(toolsByKey) as [Tools, Tools, Tools];
  const tools = mergeOrder(conflicts, was, [our, their]).flatMap(
    (key) => mergeTool(conflicts, [was.get(key), our.get(key), their.get(key)]) ?? [],
  );
  const draft: Draft = {
    name: header('name'),
    description: header('description'),
    visibility: header('visibility'),
    grants,
    tools,
  };
  return { draft, conflicts };
}

type Tools = Map<string, DraftTool>;

function toolsByKey({ tools }: Draft): Tools {
  return new Map(tools.map((tool) => [keyOf(tool), tool]));
}

/** The tools of both, in the order that one of them changed. */
function mergeOrder(conflicts: Conflicts, was: Tools, [our, their]: readonly [Tools, Tools]): string[] {
  const shared = (tools: Tools) => [...tools.keys()].filter((key) => was.has(key) && our.has(key) && their.has(key));
  const order = pick(conflicts, {
    place: 'Order of the tools',
    was: shared(was),
    our: shared(our),
    their: shared(their),
    show: (keys) => keys.map((key) => titleOf(was.get(key) as DraftTool)).join(', '),
    take: (draft, keys) => ({ ...draft, tools: sortTools(draft.tools, keys) }),
  });
  const first = isSame(order, shared(our)) ? [our, their] : [their, our];
  return [...new Set(first.flatMap((tools) => [...tools.keys()]))];
}

function sortTools(tools: readonly DraftTool[], keys: readonly string[]): DraftTool[] {
  const sorted = keys.flatMap((key) => tools.find((tool) => keyOf(tool) === key) ?? []);
  // Tools that only one of both has stay at their positions.
  return tools.map((tool) => (keys.includes(keyOf(tool)) ? (sorted.shift() ?? tool) : tool));
}

/** The value that only one changed, or ours. */
function pick<Value>(conflicts: Conflicts, { place, was, our, their, show = String, take }: Place<Value>): Value {
  if (isSame(our, was)) return their;
  if (!isSame(their, was) && !isSame(our, their)) {
    conflicts.push({
      place,
      ours: show(our),
      theirs: show(their),
      take: (draft, side) => take(draft, side === 'ours' ? our : their),
    });
  }
  return our;
}

type Versions = readonly [DraftTool | undefined, DraftTool | undefined, DraftTool | undefined];

function mergeTool(conflicts: Conflicts, [was, our, their]: Versions): DraftTool | undefined {
  if (our === undefined || their === undefined) return mergePresence(conflicts, [was, our, their]);
  const before = was ?? { ...their, name: '', text: '', inputTexts: {}, version: their.version };
  const key = keyOf(our);
  const title = titleOf(before);
  const field = <Member extends 'name' | 'text' | 'version' | 'localised'>(member: Member, word: string) =>
    pick<DraftTool[Member]>(conflicts, {
      place: `${title}, ${word}`,
      was: before[member],
      our: our[member],
      their: their[member],
      show: (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value || 'as the vendor writes it')),
      take: (draft, value) => changeTool(draft, key, { [member]: value }),
    });
  const names = [...new Set([...Object.keys(our.inputTexts), ...Object.keys(their.inputTexts)])];
  const inputTexts = names.map((name) => {
    const text = pick(conflicts, {
      place: `${title}, text of ${name}`,
      was: before.inputTexts[name] ?? '',
      our: our.inputTexts[name] ?? '',
      their: their.inputTexts[name] ?? '',
      show: (value) => value || 'as the vendor writes it',
      take: (draft, value) => {
        const now = draft.tools.find((tool) => keyOf(tool) === key)?.inputTexts ?? {};
        return changeTool(draft, key, { inputTexts: { ...now, [name]: value } });
      },
    });
    return [name, text] as const;
  });
  const version = field('version', 'version');
  const localised = field('localised', 'texts in other languages');
  return {
    // The vendor's words belong to the version.
    ...(version === our.version ? our : their),
    name: field('name', 'name'),
    text: field('text', 'text'),
    version,
    inputTexts: Object.fromEntries(inputTexts),
    ...(localised === undefined ? {} : { localised }),
  };
}

/** One of both has no such tool. */
function mergePresence(conflicts: Conflicts, [was, our, their]: Versions): DraftTool | undefined {
  const [tool] = [our, their].filter((each) => each !== undefined);
  if (tool === undefined) return undefined;
  return pick<DraftTool | undefined>(conflicts, {
    place: titleOf(was ?? tool),
    was,
    our,
    their,
    show: (value) => (value === undefined ? undefined : 'kept, with changes'),
    take(draft, value) {
      const present = draft.tools.some((each) => keyOf(each) === keyOf(tool));
      return present === (value !== undefined) ? draft : toggleTool(draft, value ?? tool);
    },
  });
}
