/** Shown tools as definitions that a model API accepts. */
import type { JsonObject, ModelApi } from '@dragoman/model';
import { modelApis, projectTool, writeToolDefinition } from '@dragoman/model';
import { clientError } from '../../dragoman-error.js';
import type { ShownTool } from './model-shape.js';

/** The definitions, in order; throws when the API would reject a list of this length. */
export function defineTools<Definition>(api: ModelApi, tools: readonly ShownTool[]): Definition[] {
  const { title, tools: most = Number.POSITIVE_INFINITY } = modelApis[api];
  if (tools.length > most) {
    const message = `${title} accepts at most ${most} tools, and ${tools.length} are shown; choose fewer, for example with tools: { text: '…', limit: ${most} }.`;
    throw clientError('INVALID_ARGUMENT', { message });
  }
  return tools.map(({ name, description, schema }) => {
    const projected = projectTool(api, { name, description, schema: schema as unknown as JsonObject });
    return writeToolDefinition(api, projected) as unknown as Definition;
  });
}
