/**
 * Compares the prompts, resource templates and resources of a server with those of its earlier version. Prompts and
 * templates are pinned like tools. Lists of resources are data that changes: only a known one that describes something
 * else is reported.
 */
import type { CallerEffect, Prompt, ServiceContent } from '@dragoman/model';
import { classifyTextChange } from '@dragoman/model';

/** A change of one item. */
export interface ContentChange {
  kind: 'prompt' | 'resource template' | 'resource';
  name: string;
  change: CallerEffect;
  what: string;
  /** JSON pointer into the new document. */
  pointer: string;
}

/** The changes from one version to the next. */
export function contentChanges(before: ServiceContent, after: ServiceContent | undefined): ContentChange[] {
  return [
    ...promptChanges(before.prompts, after?.prompts ?? []),
    ...textChanges('resource template', before.templates, after?.templates ?? []),
    ...textChanges('resource', before.resources, after?.resources ?? []),
  ];
}

function promptChanges(before: readonly Prompt[], after: readonly Prompt[]): ContentChange[] {
  const known = new Map(before.map((prompt) => [prompt.name, prompt]));
  const present = new Set(after.map(({ name }) => name));
  const gone = before.filter(({ name }) => !present.has(name));
  return [
    ...after.flatMap((prompt, at): ContentChange[] => {
      const was = known.get(prompt.name);
      const found = was === undefined ? undefined : classifyPrompt(was, prompt);
      return found === undefined ? [] : [{ kind: 'prompt', name: prompt.name, pointer: `/prompts/${at}`, ...found }];
    }),
    ...gone.map(({ name }): ContentChange => {
      return { kind: 'prompt', name, change: 'breaking', what: 'it was removed', pointer: '/prompts' };
    }),
  ];
}

type Classified = Pick<ContentChange, 'change' | 'what'>;

function classifyPrompt(was: Prompt, is: Prompt): Classified | undefined {
  const before = new Map(was.arguments.map((argument) => [argument.name, argument]));
  const after = new Map(is.arguments.map((argument) => [argument.name, argument]));
  const demanded = is.arguments.find(({ name, required }) => required === true && before.get(name)?.required !== true);
  if (demanded !== undefined) return { change: 'breaking', what: `it requires the argument '${demanded.name}'` };
  const lost = was.arguments.find(({ name }) => !after.has(name));
  if (lost !== undefined) return { change: 'breaking', what: `it no longer has the argument '${lost.name}'` };
  if (is.arguments.length > was.arguments.length) return { change: 'compatible', what: 'it has more arguments' };
  return classifyTexts(was, is);
}

function classifyTexts(was: Partial<Prompt>, is: Partial<Prompt>): Classified | undefined {
  const effect = classifyTextChange(was.description ?? was.title, is.description ?? is.title)?.effect;
  if (effect === undefined) return undefined;
  return effect === 'meaning'
    ? { change: 'meaning', what: 'its description describes something else' }
    : { change: 'description', what: 'only its texts changed' };
}

interface Described {
  uri?: string;
  uriTemplate?: string;
  name: string;
  title?: string;
  description?: string;
}

function textChanges(
  kind: ContentChange['kind'],
  before: readonly Described[],
  after: readonly Described[],
): ContentChange[] {
  const keyOf = ({ uri, uriTemplate = '' }: Described) => uri ?? uriTemplate;
  const known = new Map(before.map((item) => [keyOf(item), item]));
  const path = kind === 'resource' ? '/resources' : '/resourceTemplates';
  return after.flatMap((item, at): ContentChange[] => {
    const was = known.get(keyOf(item));
    const found = was === undefined ? undefined : classifyTexts(was, item);
    return found === undefined ? [] : [{ kind, name: item.name, pointer: `${path}/${at}`, ...found }];
  });
}
