/** A small document for the descriptions of routes. */
import type { JsonObject } from '@dragoman/model';

/** One workflow with one step, as it is read back after it was published. */
export const exampleArazzo: JsonObject = {
  arazzo: '1.0.1',
  info: { title: 'Wind check', description: 'Reports the wind at a pier.', version: '1.0.0' },
  'x-agent': { id: 'wind-check', capabilities: ['weather'], tags: [], visibility: 'private' },
  sourceDescriptions: [{ name: 'pier_weather_001', url: '/agents/pier-weather-001', type: 'openapi' }],
  workflows: [
    {
      workflowId: 'wind_at',
      summary: 'Reports the wind at a pier.',
      inputs: { type: 'object', properties: { pier: { type: 'string' } }, required: ['pier'] },
      steps: [
        {
          stepId: 'ask',
          operationId: '$sourceDescriptions.pier_weather_001.wind',
          parameters: [{ name: 'pier', value: '$inputs.pier' }],
          outputs: { knots: '$response.body#/knots' },
        },
      ],
      outputs: { knots: '$steps.ask.outputs.knots' },
    },
  ],
};
