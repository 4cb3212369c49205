/** Callers choose how much of an answer they get: members by name, or the concise form. */

import { soleType } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
import type { Repair, RepairDraft } from './repair.js';
import type { ListShape } from './schema-shape.js';
import { findList, inputNamed, isChangeable, isRead, openSchema, plainName, withProperties } from './schema-shape.js';

/** Inputs that already select members or a format. */
const verbosity = [
  'fields',
  'select',
  'include',
  'expand',
  'view',
  'responseformat',
  'verbosity',
  'detail',
  'projection',
];

/** Members that identify a thing for people; the concise form keeps them although they may be absent. */
const identifyingNames = ['id', 'name', 'title', 'label', 'status', 'state', 'summary'];

/** The inputs that the repair adds. */
export const fieldsInput = 'fields';
export const formatInput = 'response_format';

/** Names that the description of `fields` lists. */
const maxListed = 20;

/** The repair; it applies to reads whose object, or whose items, are described. */
export const fieldSelection: Repair = {
  name: 'field-selection',
  title: 'Field selection',
  supplies:
    'Reads accept fields, which names the members to return, and response_format: concise (the default) keeps required and identifying members, detailed keeps all.',
  mode: 'off',
  surface: true,
  concerns: (operation) => isRead(operation) && selectable(operation.output, undefined) !== undefined,
  apply(draft) {
    if (!isRead(draft.operation) || inputNamed(draft.input, verbosity) !== undefined) return false;
    const chosen = selectable(draft.output, draft.repairs.list);
    if (chosen === undefined) return false;
    const names = Object.keys(schemaProperties(chosen.item));
    const concise = conciseOf(chosen.item);
    draft.repairs.selection = concise === undefined ? { members: names } : { members: names, concise };
    if (chosen.at !== undefined) draft.repairs.list = draft.repairs.list ?? chosen.at;
    draft.input = withProperties(draft.input, inputs(names, chosen.at));
    draft.output = relax(draft, chosen);
    return true;
  },
};

interface Selectable {
  /** The member with the list; undefined when members of the answer itself are selected. */
  at: string | undefined;
  item: JsonObject;
}

/** The schema whose members are selected: the items of the list, else the answer itself. */
function selectable(output: RepairDraft['output'], at: string | undefined): Selectable | undefined {
  const list: ListShape | undefined = at === undefined ? findList(output) : listAt(output, at);
  const open = openSchema(output);
  const chosen = list === undefined ? { at: undefined, item: open } : list;
  if (!isChangeable(chosen.item) || Object.keys(schemaProperties(chosen.item)).length < 2) return undefined;
  return { at: chosen.at, item: chosen.item };
}

/** The list that another repair has found; it has wrapped one that was the answer itself. */
function listAt(output: RepairDraft['output'], at: string): ListShape | undefined {
  return findList(output, { loose: true }) ?? { at, item: undefined };
}

/** What the concise form keeps; undefined when the schema does not define it. */
function conciseOf(item: JsonObject): string[] | undefined {
  const { required } = item;
  if (!Array.isArray(required) || required.length === 0) return undefined;
  const names = Object.keys(schemaProperties(item));
  return names.filter((name) => required.includes(name) || identifyingNames.includes(plainName(name)));
}

function inputs(names: readonly string[], at: string | undefined): JsonObject {
  const of = at === undefined ? 'the answer' : 'each item';
  const listed = names.slice(0, maxListed).join(', ');
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : '';
  return {
    [fieldsInput]: {
      type: 'string',
      maxLength: 2000,
      description: `Members of ${of} to return, separated by commas; everything else is omitted. Available: ${listed}${more}.`,
    },
    [formatInput]: {
      type: 'string',
      enum: ['concise', 'detailed'],
      default: 'concise',
      description: `concise: the required and identifying members of ${of}; detailed: everything. Ignored when fields is set.`,
    },
  };
}

/** A selection may omit any member, so none is required any more. */
function relax({ output }: RepairDraft, { at }: Selectable): JsonObject {
  const open = openSchema(output) ?? {};
  if (at === undefined) return without(open);
  if (soleType(open) === 'array') return { ...open, items: relaxed(open, open.items) };
  const member = at === '' ? 'items' : at;
  const list = schemaProperties(open)[member];
  if (!isJsonObject(list)) return open;
  return withProperties(open, { [member]: { ...list, items: relaxed(open, list.items) } });
}

function relaxed(root: JsonObject, items: JsonValue | undefined): JsonValue {
  const open = openSchema({
    ...(isJsonObject(items) ? items : {}),
    ...(root.$defs === undefined ? {} : { $defs: root.$defs }),
  });
  const { $defs: _, ...rest } = open ?? {};
  return without(rest);
}

function without({ required: _, ...rest }: JsonObject): JsonObject {
  return rest;
}
