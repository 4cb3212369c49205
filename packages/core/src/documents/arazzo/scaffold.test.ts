/** Scaffolds: a draft that passes its own check, in which the outputs of one step are passed to the next. */
import { describe, expect, it } from 'vitest';
import { parseArazzo } from './parse-arazzo.js';
import { scaffoldArazzo, writeYaml } from './scaffold.js';

const text = { type: 'string' };
const geocode = {
  agent: 'geo/1',
  operation: 'search',
  input: { type: 'object', properties: { city: text, limit: text }, required: ['city'] },
  output: { type: 'object', properties: { lat: { type: 'number' }, lon: { type: 'number' }, 'odd name': text } },
};
const forecast = {
  agent: 'geo-1',
  operation: 'search',
  description: 'The weather at a point.',
  input: { type: 'object', properties: { lat: true, lon: true, hours: text }, required: ['lat', 'lon', 'hours'] },
  output: { type: 'object', properties: { summary: text } },
};

describe('a scaffold', () => {
  it('has an input for each value that no step returns, and returns the outputs of the last step', () => {
    const document = scaffoldArazzo([geocode, forecast], { title: 'Weather tool', workflowId: 'weather' });
    const { value, diagnostics } = parseArazzo(writeYaml(document));
    expect(diagnostics).toEqual([]);
    const [{ workflow, input } = { workflow: undefined, input: {} }] = value?.workflows ?? [];
    expect(input).toMatchObject({ required: ['city', 'hours'], properties: { city: text, hours: text } });
    expect(workflow?.steps.map(({ stepId, call }) => [stepId, call.agent, call.parameters])).toEqual([
      ['search', 'geo/1', [{ name: 'city', value: '$inputs.city' }]],
      [
        'search_2',
        'geo-1',
        [
          { name: 'lat', value: '$steps.search.outputs.lat' },
          { name: 'lon', value: '$steps.search.outputs.lon' },
          { name: 'hours', value: '$inputs.hours' },
        ],
      ],
    ]);
    expect(workflow?.outputs).toEqual({ summary: '$steps.search_2.outputs.summary' });
  });

  it('works with operations without descriptions', () => {
    const vague = { agent: 'a', operation: 'Do It', input: true, output: true };
    const conditions = [undefined, [201], [200, 202], []].map((statuses) => {
      const step = { ...vague, ...(statuses === undefined ? {} : { successStatuses: statuses }) };
      const draft = scaffoldArazzo([step], { title: '?', workflowId: 'w' });
      expect(parseArazzo(JSON.stringify(draft)).value).toBeDefined();
      return /"successCriteria":(\[[^\]]*\])/.exec(JSON.stringify(draft))?.[1];
    });
    expect(conditions).toEqual([
      '[{"condition":"$statusCode == 200"}]',
      '[{"condition":"$statusCode == 201"}]',
      '[{"condition":"$statusCode == 200 || $statusCode == 202"}]',
      '[{"condition":"$statusCode >= 200 && $statusCode < 300"}]',
    ]);
    const { value } = parseArazzo(JSON.stringify(scaffoldArazzo([vague], { title: '?', workflowId: 'w' })));
    expect(value?.workflows[0]?.workflow.steps[0]?.call).toMatchObject({ agent: 'a', operation: 'Do It' });
  });
});
