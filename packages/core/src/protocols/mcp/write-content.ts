/**
 * Writes the content of an entry as the items of `prompts/list`, `resources/list` and `resources/templates/list`. A
 * held title or description is replaced by a notice or left out; an item whose name or URI is held is not listed.
 */
import type { ContentTexts, JsonObject, Prompt, Resource, ResourceTemplate, ServiceContent } from '@dragoman/model';
import type { ReleasedTexts } from '../../gateway/contains-instructions.js';
import { containsInstructions } from '../../gateway/contains-instructions.js';
import { isHeld } from '../../gateway/model-text.js';
import { plainContentMembers } from './well-formed.js';

/** The listed items with the content that each was written from. */
export interface WrittenContent {
  prompts: { item: Prompt; listed: JsonObject }[];
  resources: { item: Resource; listed: JsonObject }[];
  templates: { item: ResourceTemplate; listed: JsonObject }[];
  /** Instructions of the provider, unless they are held. */
  instructions?: string;
  /** Number of items that are not listed. */
  withheld: number;
}

/** Writes the content. */
export function writeContent(content: ServiceContent, released: ReleasedTexts): WrittenContent {
  const { prompts, resources, templates, instructions } = content;
  const each = <T extends ContentTexts>(items: readonly T[], write: (item: T) => JsonObject) =>
    items.flatMap((item) => {
      const named = [item.name, addressOf(item)];
      return containsInstructions(named, released) ? [] : [{ item, listed: write(item) }];
    });
  const written = {
    prompts: each(prompts, (prompt) => ({
      ...textsOf(prompt, released),
      ...(prompt.arguments.length === 0 ? {} : { arguments: argumentsOf(prompt, released) }),
      ...extraOf(prompt, released),
    })),
    resources: each(resources, (resource) => ({
      uri: resource.uri,
      ...textsOf(resource, released),
      ...mimeTypeOf(resource, released),
      ...(resource.size === undefined ? {} : { size: resource.size }),
      ...extraOf(resource, released),
    })),
    templates: each(templates, (template) => ({
      uriTemplate: template.uriTemplate,
      ...textsOf(template, released),
      ...mimeTypeOf(template, released),
      ...extraOf(template, released),
    })),
  };
  const listed = written.prompts.length + written.resources.length + written.templates.length;
  return {
    ...written,
    ...(instructions === undefined || isHeld(instructions, released) ? {} : { instructions }),
    withheld: prompts.length + resources.length + templates.length - listed,
  };
}

/** What a description says that is held. */
const heldNotice =
  'The description from the provider is held, because it contains words that look like an instruction to a model; ' +
  'an administrator can release it.';

/** An address in words, so that instructions in it are found. */
function addressOf(item: ContentTexts): string {
  const { uri, uriTemplate } = item as Partial<Resource & ResourceTemplate>;
  return (uri ?? uriTemplate ?? '').replaceAll(/[-_+/.]|%20/g, ' ');
}

function textsOf({ name, title, description }: ContentTexts, released: ReleasedTexts): JsonObject {
  return {
    name,
    ...(title === undefined || isHeld(title, released) ? {} : { title }),
    ...(description === undefined ? {} : { description: isHeld(description, released) ? heldNotice : description }),
  };
}

function argumentsOf(prompt: Prompt, released: ReleasedTexts): JsonObject[] {
  return prompt.arguments.map((argument) => ({
    ...textsOf(argument, released),
    ...(argument.required === true ? { required: true } : {}),
  }));
}

function mimeTypeOf({ mimeType }: { mimeType?: string }, released: ReleasedTexts): JsonObject {
  return mimeType === undefined || containsInstructions(mimeType, released) ? {} : { mimeType };
}

function extraOf({ extra }: { extra: JsonObject }, released: ReleasedTexts): JsonObject {
  return containsInstructions(extra, released) ? {} : plainContentMembers(extra);
}
