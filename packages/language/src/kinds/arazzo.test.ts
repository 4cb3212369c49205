/** The language service of Arazzo documents. */
import { expect, it } from 'vitest';
import { applyEdits } from '../text/edits.js';
import { createArazzoService } from './arazzo.js';

const service = createArazzoService({
  operations: [
    { service: 'weather', operation: 'find_city', summary: 'Finds a city', inputs: ['name'], outputs: ['id'] },
  ],
});

const text = `arazzo: 1.0.1
info: { title: Trips, version: 1.0.0 }
sourceDescriptions:
  - name: weather
    url: /agents/weather
    type: openapi
workflows:
  - workflowId: plan_trip
    summary: Plans a trip to a city
    inputs:
      type: object
      properties:
        city: { type: string }
    steps:
      - stepId: find
        operationId: find_city
        parameters:
          - name: name
            in: query
            value: $inputs.city
        outputs:
          cityId: $response.body#/id
      - stepId: show
        operationId: show_weather
        parameters:
          - name: id
            in: query
            value: $steps.fnd.outputs.cityId
    outputs:
      weather: $steps.show.outputs.text
`;

it('reports a step that does not exist, and replaces it with the one that was meant', () => {
  const found = service.check(text).filter(({ fix }) => fix !== undefined);
  expect(found.map(({ start, end }) => text.slice(start, end))).toContain('$steps.fnd.outputs.cityId');
  expect(applyEdits(text, service.fix(text, found))).toContain('value: $steps.find.outputs.cityId');
});

it('offers operations of the sources, inputs of the operation, and expressions for what earlier steps give', () => {
  const labels = (needle: string, typed: string) => {
    const at = text.indexOf(needle);
    const edited = text.slice(0, at) + typed + text.slice(at + needle.length);
    return service.complete(edited, at + typed.length).map(({ label }) => label);
  };
  expect(labels('operationId: find_city', 'operationId: ')).toEqual(['find_city']);
  expect(labels('- name: name', '- name: ')).toEqual(['name']);
  expect(labels('value: $steps.fnd.outputs.cityId', 'value: $')).toEqual(
    expect.arrayContaining(['$inputs.city', '$steps.find.outputs.cityId']),
  );
});

it('finds the definition of an input and of a step, and lists workflows with their steps', () => {
  const input = service.define(text, text.indexOf('$inputs.city') + 4);
  expect(text.slice(input?.start, input?.end)).toBe('city');
  const step = service.define(text, text.indexOf('$steps.show') + 8);
  expect(text.slice(step?.start)).toMatch(/^stepId: show/);
  const workflow = service.outline(text).find(({ kind }) => kind === 'workflow');
  expect(workflow).toMatchObject({ name: 'plan_trip', children: [{ name: 'find' }, { name: 'show' }] });
});
