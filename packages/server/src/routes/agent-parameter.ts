/** The agent that a route is about, as its address names it. */
import type { ParameterDescription } from '@dragoman/core';

/** The path parameter `id`. */
export const agentParameter: ParameterDescription = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the agent, as one percent-encoded segment.',
  schema: { type: 'string', minLength: 1, maxLength: 512 },
  example: 'pier-weather-001',
};
