/** Removes texts that say nothing about one operation: documentation of a class, and descriptions of a whole resource. */
import type { Operation } from '@dragoman/model';

/** "RoomSource Viewset", "Mixin to add an endpoint", "RoomListView": documentation of a class. */
const classText =
  /^(?!(?:create|add|update|edit|delete|remove|get|list|retrieve|fetch|show)s?\s)(?:[\w-]+\s+){0,5}\w*(?:view ?set|mixin|serializer)s?\.?$|^(?:(?:an?|the|base|generic)\s+)*(?:\w*(?:view ?set|mixin|serializer)|api ?view)\s+(?:for|to|that|which|with|class|of)\b/i;

/** "BerthListView", but not "Overview". */
const className = /^[A-Z]\w*[a-z](?:View|Controller)\.?$/;

/** Long texts are no docstring of a class. */
const maxClassText = 300;

/** Descriptions of several operations of which some read and others change or remove: they describe the resource. */
export function sharedDescriptions(operations: readonly Operation[]): ReadonlySet<string> {
  const methods = new Map<string, Set<string>>();
  for (const { description, binding } of operations) {
    if (description === undefined || binding.kind !== 'http') continue;
    const used = methods.get(description) ?? new Set();
    methods.set(description, used.add(binding.method.toUpperCase()));
  }
  return new Set(
    [...methods].flatMap(([text, used]) =>
      used.has('GET') && ['PUT', 'PATCH', 'DELETE'].some((method) => used.has(method)) ? [text] : [],
    ),
  );
}

/** First words by HTTP method: a sentence that was copied to other operations still describes the one whose method it says. */
const ownWords: Readonly<Record<string, RegExp>> = Object.freeze({
  GET: /^(?:gets?|returns?|retrieves?|lists?|fetch(?:es)?|shows?|finds?)\b/i,
  DELETE: /^(?:deletes?|removes?)\b/i,
  PUT: /^(?:updates?|replaces?|modif(?:y|ies)|changes?|sets?)\b/i,
  PATCH: /^(?:updates?|modif(?:y|ies)|changes?)\b/i,
  POST: /^(?:creates?|adds?)\b/i,
});

/** The operation with only those texts that can be a statement about it. */
export function withOwnTexts(operation: Operation, shared: ReadonlySet<string>): Operation {
  const { summary, description } = operation;
  if (operation.verb !== undefined || operation.binding.kind !== 'http') return operation;
  const hasSummary = summary === undefined || !isClassText(summary);
  const own = ownWords[operation.binding.method.toUpperCase()];
  const isShared = description !== undefined && shared.has(description) && own?.test(description.trim()) !== true;
  const hasDescription = description === undefined || !(isShared || isClassText(description));
  if (hasSummary && hasDescription) return operation;
  const { summary: _, description: __, ...rest } = operation;
  return {
    ...rest,
    ...(hasSummary && summary !== undefined ? { summary } : {}),
    ...(hasDescription && description !== undefined ? { description } : {}),
  };
}

function isClassText(text: string): boolean {
  const [first = ''] = text.slice(0, maxClassText).trim().split('\n', 1);
  return classText.test(first.trim()) || className.test(first.trim());
}
