/** Texts in JSON and YAML, with the location of each finding. */
import { describe, expect, it } from 'vitest';
import { weatherDocument } from './arazzo.support.js';
import { parseArazzo } from './parse-arazzo.js';

const yaml = `arazzo: 1.0.1
info:
  title: Weather tool
  version: 1.0.0
sourceDescriptions:
  - name: geocoder
    url: /agents/geocoder
workflows:
  - workflowId: find
    summary: Finds a place.
    steps:
      - stepId: geocode
        operationId: search
        successCriteria:
          - condition: $statusCode = 200
    outputs:
      code: $statusCode
`;

describe('parseArazzo', () => {
  it('reports line and column of an error in YAML', () => {
    const { value, diagnostics } = parseArazzo(yaml, { uri: 'tool.yaml' });
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: 'arazzo/condition', location: { uri: 'tool.yaml', start: { line: 15, column: 24 } } },
    ]);
    expect(parseArazzo(yaml.replace('= 200', '== 200')).value?.workflows).toHaveLength(1);
  });

  it('reports them in JSON too, and returns the plain document', () => {
    const text = JSON.stringify(weatherDocument({ arazzo: '3' }), null, 2);
    expect(parseArazzo(text).diagnostics).toMatchObject([{ code: 'arazzo/version', location: { start: { line: 2 } } }]);
    expect(parseArazzo(JSON.stringify(weatherDocument())).document).toEqual(weatherDocument());
  });

  it('reports the nearest location for a missing member', () => {
    const { diagnostics } = parseArazzo(yaml.replace('  version: 1.0.0\n', '').replace('= 200', '== 200'));
    expect(diagnostics).toMatchObject([
      { code: 'arazzo/missing', location: { pointer: '/info/version', start: { line: 3 } } },
    ]);
  });

  it.each([
    ['broken YAML', 'a: [1\nb: 2'],
    ['a doubled key', 'arazzo: 1\narazzo: 2'],
    ['a doubled member', '{"arazzo": "1.0.0", "arazzo": "1.0.1"}'],
    ['an infinite number', 'arazzo: .inf'],
    ['a cycle', 'arazzo: &a [*a]'],
    [
      'an alias bomb',
      `a: &a [x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, at) => `${name}: &${name} [${Array(8).fill(`*${'abcdefg'[at]}`).join(',')}]`).join('\n')}`,
    ],
    ['too much', `x: ${'y'.repeat(2_000_001)}`],
  ])('rejects %s with a message', (_, text) => {
    const { value, diagnostics } = parseArazzo(text);
    expect(value).toBeUndefined();
    expect(diagnostics[0]).toMatchObject({ code: 'arazzo/syntax', severity: 'error' });
  });
});
