/** Shapes an answer as the repairs of its operation promise: a page, the selected members, a bounded size. */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue, OperationRepairs } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { cursorOutput } from './cursor-pages.js';
import type { Cut } from './cut-answer.js';
import { cutLists, measure } from './cut-answer.js';
import type { Pick } from './select-members.js';
import { truncatedOutput, truncationOutput } from './truncation.js';
import type { Page } from './walk-pages.js';
import { nextCursor, takePage } from './walk-pages.js';

/** What a call requests of its answer. */
export interface AnswerOptions {
  pick: Pick;
  page: Page | undefined;
}

/** Reserved space for the truncation report, and the maximum number of reported cuts. */
const room = 512;
const maxReportedCuts = 20;

/** The answer in its promised form; the same value when it already has that form, or no form was promised. */
export function shapeAnswer(body: JsonValue, repairs: OperationRepairs, options: AnswerOptions): JsonValue {
  const list = listIn(body, repairs.list);
  if (list !== undefined) return shapeList(list, repairs, options);
  const picked = options.pick !== undefined && repairs.list === undefined ? options.pick(body) : body;
  const { truncation } = repairs;
  if (truncation === undefined || !isJsonObject(picked) || measure(picked) <= truncation.characters) return picked;
  const cuts: Cut[] = [];
  const cut = cutLists(picked, truncation.characters - room, cuts);
  return cuts.length === 0 || !isJsonObject(cut) ? picked : { ...cut, ...reportCuts(cuts, repairs, false) };
}

interface FoundList {
  /** The member that has it, as callers see the answer. */
  at: string;
  items: readonly JsonValue[];
  /** The answer around it. */
  around: JsonObject;
}

function listIn(body: JsonValue, at: string | undefined): FoundList | undefined {
  if (at === '') return Array.isArray(body) ? { at: 'items', items: body, around: {} } : undefined;
  if (at === undefined || !isJsonObject(body) || !Object.hasOwn(body, at)) return undefined;
  const items = body[at];
  return Array.isArray(items) ? { at, items, around: body } : undefined;
}

function shapeList(list: FoundList, repairs: OperationRepairs, { pick, page }: AnswerOptions): JsonValue {
  const { pages, truncation } = repairs;
  const taken = page === undefined ? list.items : takePage(page, list.items);
  const picked = pick === undefined ? taken : taken.map(pick);
  // Only an answer with more than its items is wrapped in an object.
  if (pages === undefined && truncation === undefined && repairs.list === '') return [...picked];
  const cuts: Cut[] = [];
  const items = truncation === undefined ? picked : fit(list, picked, truncation.characters, cuts);
  const made: JsonObject = { ...list.around, [list.at]: [...items] };
  const came = { items: list.items, kept: items.length, around: list.around };
  const next = page === undefined || pages === undefined ? undefined : nextCursor(pages, page, came);
  if (next !== undefined) made[cursorOutput] = next;
  return cuts.length === 0 ? made : { ...made, ...reportCuts(cuts, repairs, next !== undefined) };
}

/** The items that fit next to the rest; at least one, so that paging advances. */
function fit(list: FoundList, items: readonly JsonValue[], characters: number, cuts: Cut[]): readonly JsonValue[] {
  const left = characters - room - measure({ ...list.around, [list.at]: [] });
  const cut = cutLists([...items], Math.max(0, left), cuts, childPointer('', list.at));
  return Array.isArray(cut) ? cut : items;
}

function reportCuts(cuts: readonly Cut[], { selection }: OperationRepairs, hasNext: boolean): JsonObject {
  const fewer = 'Narrow the request with the inputs of the operation.';
  const chosen = selection === undefined ? fewer : `Name only the members that you need in fields. ${fewer}`;
  return {
    [truncatedOutput]: true,
    [truncationOutput]: {
      cut: cuts.slice(0, maxReportedCuts).map(({ at, kept, of }) => ({ at, kept, of })),
      go_on: hasNext ? `Call again with ${cursorOutput} as cursor.` : chosen,
    },
  };
}
