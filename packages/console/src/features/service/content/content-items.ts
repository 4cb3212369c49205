/** Prompts and resources of a service as one list with a filter; pure functions. */
import type { AgentPrompt, AgentResource, AgentResourceTemplate } from '@dragoman/sdk';

/** What a service offers besides operations. */
export interface ServiceContent {
  prompts: readonly AgentPrompt[];
  resources: readonly AgentResource[];
  templates: readonly AgentResourceTemplate[];
}

/** One row of the list. */
export interface ContentItem {
  kind: 'prompt' | 'resource' | 'template';
  /** Name of the prompt, URI or URI template: unique among its kind. */
  id: string;
  title: string;
}

/** The content in a description of a service, whatever is in it. */
export function readContent(service: Readonly<Record<string, unknown>>): ServiceContent {
  const list = (value: unknown) => (Array.isArray(value) ? value : []);
  return {
    prompts: list(service.prompts) as AgentPrompt[],
    resources: list(service.resources) as AgentResource[],
    templates: list(service.resource_templates) as AgentResourceTemplate[],
  };
}

/** The rows, prompts first. */
export function listContent({ prompts, resources, templates }: ServiceContent): ContentItem[] {
  return [
    ...prompts.map(({ name, title }) => ({ kind: 'prompt' as const, id: name, title: title ?? name })),
    ...resources.map(({ uri, name, title }) => ({ kind: 'resource' as const, id: uri, title: title ?? name })),
    ...templates.map((each) => ({ kind: 'template' as const, id: each.uri_template, title: each.title ?? each.name })),
  ];
}

/** The rows that contain every word of a filter. */
export function filterContent(items: readonly ContentItem[], filter: string): ContentItem[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ id, title, kind }) => {
    const text = `${title} ${id} ${kind}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What is missing in a URI before it can be read; undefined when nothing is. */
export function uriProblem(uri: string): string | undefined {
  if (uri.trim() === '') return 'Enter a URI.';
  const [variable] = /\{[^{}]*\}/.exec(uri) ?? [];
  if (variable !== undefined) return `Replace ${variable.slice(0, 60)} by a value.`;
  return /^[a-z][a-z0-9+.-]*:/i.test(uri) ? undefined : 'A URI begins with its scheme, such as file: or note:.';
}

/** Names of required arguments without a value. */
export function missingArguments(prompt: AgentPrompt, values: Readonly<Record<string, string>>): string[] {
  return prompt.arguments.filter(({ name, required }) => required === true && !values[name]).map(({ name }) => name);
}
