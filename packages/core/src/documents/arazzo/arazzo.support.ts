/** A workflow for tests: it gets the name of a place and returns its weather, using a geocoder and a grid forecast. */
import type { JsonObject } from '@dragoman/model';

/** A valid document with two steps; each call returns a new one, so that a test may break it. */
export function weatherDocument(change: JsonObject = {}): JsonObject {
  return {
    arazzo: '1.0.1',
    info: { title: 'Weather tool', summary: 'The weather at a place.', version: '1.0.0' },
    'x-agent': { id: 'weather-tool', capabilities: ['weather'] },
    sourceDescriptions: [
      { name: 'geocoder', url: '/agents/geocoder', type: 'openapi' },
      { name: 'grid', url: 'grid-forecast', type: 'openapi' },
    ],
    workflows: [weatherWorkflow()],
    ...change,
  };
}

/** The workflow of that document. */
export function weatherWorkflow(change: JsonObject = {}): JsonObject {
  return {
    workflowId: 'weatherAt',
    summary: 'Reports the weather at a place by its name.',
    inputs: {
      type: 'object',
      properties: { city: { type: 'string' }, hours: { type: 'integer' } },
      required: ['city'],
      additionalProperties: false,
    },
    steps: [geocodeStep(), forecastStep()],
    outputs: { summary: '$steps.forecast.outputs.summary', place: '$steps.geocode.outputs.place' },
    ...change,
  };
}

/** The step that finds the place. */
export function geocodeStep(change: JsonObject = {}): JsonObject {
  return {
    stepId: 'geocode',
    operationId: '$sourceDescriptions.geocoder.search',
    parameters: [{ name: 'q', in: 'query', value: '$inputs.city' }],
    successCriteria: [
      { condition: '$statusCode == 200' },
      { context: '$response.body', type: 'jsonpath', condition: '$.results[?@.score > 0.5]' },
    ],
    outputs: {
      lat: '$response.body#/results/0/lat',
      lon: '$response.body#/results/0/lon',
      place: '$response.body#/results/0/name',
    },
    ...change,
  };
}

/** The step that gets the weather there. */
export function forecastStep(change: JsonObject = {}): JsonObject {
  return {
    stepId: 'forecast',
    operationId: '$sourceDescriptions.grid.forecast',
    requestBody: {
      contentType: 'application/json',
      payload: { point: { lat: '$steps.geocode.outputs.lat' }, label: 'for {$inputs.city}' },
      replacements: [{ target: '/point/lon', value: '$steps.geocode.outputs.lon' }],
    },
    outputs: { summary: '$response.body#/summary' },
    ...change,
  };
}
