/** Reading Arazzo documents: the result of a valid one, and every problem of an invalid one at once. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { hasErrors } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastStep, geocodeStep, weatherDocument, weatherWorkflow } from './arazzo.support.js';
import { looksProgrammatic } from './programmatic-name.js';
import { readArazzo } from './read-arazzo.js';

function findings(document: JsonValue): string[] {
  const { diagnostics } = readArazzo(document);
  return diagnostics.map(({ code, location }) => `${code} ${location.pointer}`);
}

function withSteps(...steps: JsonObject[]): JsonObject {
  return weatherDocument({ workflows: [weatherWorkflow({ steps, outputs: { summary: '$statusCode' } })] });
}

describe('a valid document', () => {
  it('becomes workflows whose sources are services', () => {
    const { value, diagnostics } = readArazzo(weatherDocument());
    expect(diagnostics).toEqual([]);
    const [first] = value?.workflows ?? [];
    expect(first?.workflow.steps.map(({ call }) => [call.agent, call.operation])).toEqual([
      ['geocoder', 'search'],
      ['grid-forecast', 'forecast'],
    ]);
    expect(first?.output).toEqual({ type: 'object', properties: { summary: true, place: true } });
    expect(value?.agent).toEqual({ id: 'weather-tool', capabilities: ['weather'], tags: [] });
  });

  it('resolves reusable objects, and the defaults of the workflow', () => {
    const retry = { name: 'again', type: 'retry', retryAfter: 0, retryLimit: 2 };
    const document = weatherDocument({
      components: {
        parameters: { units: { name: 'units', in: 'query', value: 'metric' } },
        failureActions: { again: retry },
      },
      workflows: [
        weatherWorkflow({
          parameters: [{ reference: '$components.parameters.units', value: 'imperial' }],
          failureActions: [{ reference: '$components.failureActions.again' }],
        }),
      ],
    });
    const { value, diagnostics } = readArazzo(document);
    expect(diagnostics).toEqual([]);
    for (const step of value?.workflows[0]?.workflow.steps ?? []) {
      expect(step.call.parameters).toContainEqual({ name: 'units', value: 'imperial' });
      expect(step.onFailure).toEqual([{ ...retry, criteria: [] }]);
    }
  });

  it('refers to a service by its id, its path, or its address on this registry', () => {
    const urls = ['urn:agent:x', '/agents/a%2Fb', 'https://own.example/agents/y'];
    const sourceDescriptions = urls.map((url, at) => ({ name: `s${at}`, url }));
    const steps = urls.map((_, at) => ({ stepId: `t${at}`, operationId: `$sourceDescriptions.s${at}.op` }));
    const document = { ...withSteps(...steps), sourceDescriptions };
    const { value } = readArazzo(document, { ownOrigins: ['https://own.example'] });
    expect(value?.workflows[0]?.workflow.steps.map(({ call }) => call.agent)).toEqual(['urn:agent:x', 'a/b', 'y']);
  });
});

describe('any document', () => {
  it('is read completely, and rejected only with an error that explains why', () => {
    const places = listPlaces(weatherDocument());
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue({ maxDepth: 3 }), (place, value) => {
        const document = weatherDocument();
        put(document, place, value as JsonValue);
        const { value: read, diagnostics } = readArazzo(document);
        expect(read === undefined).toBe(hasErrors(diagnostics));
      }),
      { numRuns: 500 },
    );
  });
});

function listPlaces(value: JsonValue, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [[...at, key], ...listPlaces(child, [...at, key])]);
}

function put(root: JsonObject, place: readonly string[], value: JsonValue): void {
  const owner = place.slice(0, -1).reduce<JsonObject>((at, key) => at[key] as JsonObject, root);
  owner[place.at(-1) ?? ''] = value;
}

describe('an invalid document', () => {
  it.each([[null], ['x'], [[]], [1]])('is rejected when it is %j', (document) => {
    expect(findings(document)).toEqual(['arazzo/not-an-object ']);
  });

  it('gets all its problems reported at once', () => {
    const document = {
      arazzo: '2.0.0',
      info: { title: '' },
      sourceDescriptions: [{ name: 'a b', url: 'https://elsewhere.example/openapi.json' }],
      workflows: [{ workflowId: 'w', dependsOn: ['v'], inputs: { type: 'nonsense' }, steps: [{ stepId: 's' }] }],
    };
    const found = findings(document);
    for (const one of [
      'arazzo/version /arazzo',
      'arazzo/wrong-type /info/title',
      'arazzo/missing /info/version',
      'arazzo/name-form /sourceDescriptions/0/name',
      'arazzo/remote-source /sourceDescriptions/0/url',
      'arazzo/unsupported /workflows/0/dependsOn',
      'arazzo/no-target /workflows/0/steps/0',
      'arazzo/undescribed /workflows/0',
      'arazzo/no-outputs /workflows/0/outputs',
    ]) {
      expect(found).toContain(one);
    }
    expect(found.some((one) => one.startsWith('schema/'))).toBe(true);
  });

  it.each<[string, JsonObject, string]>([
    [
      'an operation without its source',
      { operationId: 'search' },
      'arazzo/ambiguous-operation /workflows/0/steps/0/operationId',
    ],
    [
      'an unknown source',
      { operationId: '$sourceDescriptions.no.x' },
      'arazzo/unknown-reference /workflows/0/steps/0/operationId',
    ],
    [
      'a path of an operation',
      { operationPath: '{$x}#/a', operationId: undefined as never },
      'arazzo/unsupported /workflows/0/steps/0/operationPath',
    ],
    [
      'an unknown input',
      { parameters: [{ name: 'q', value: '$inputs.town' }] },
      'arazzo/unknown-input /workflows/0/steps/0/parameters/0/value',
    ],
    [
      'an unknown output',
      { parameters: [{ name: 'q', value: 'x {$steps.geocode.outputs.no}' }] },
      'arazzo/unknown-output /workflows/0/steps/0/parameters/0/value',
    ],
    [
      'a later step',
      { parameters: [{ name: 'q', value: '$steps.forecast.outputs.summary' }] },
      'arazzo/later-step /workflows/0/steps/0/parameters/0/value',
    ],
    [
      'an invalid expression',
      { outputs: { lat: '$response.nothing' } },
      'arazzo/expression /workflows/0/steps/0/outputs/lat',
    ],
    [
      'a doubled parameter',
      {
        parameters: [
          { name: 'q', value: 1 },
          { name: 'q', value: 2 },
        ],
      },
      'arazzo/duplicate /workflows/0/steps/0/parameters/1/name',
    ],
    [
      'an invalid condition',
      { successCriteria: [{ condition: '$statusCode = 1' }] },
      'arazzo/condition /workflows/0/steps/0/successCriteria/0/condition',
    ],
    [
      'a slow pattern',
      { successCriteria: [{ type: 'regex', context: '$statusCode', condition: '(a)\\1' }] },
      'arazzo/condition /workflows/0/steps/0/successCriteria/0/condition',
    ],
    [
      'an XPath',
      { successCriteria: [{ type: 'xpath', context: '$statusCode', condition: '/a' }] },
      'arazzo/unsupported /workflows/0/steps/0/successCriteria/0/type',
    ],
    [
      'a goto to nowhere',
      { onSuccess: [{ name: 'g', type: 'goto', stepId: 'no' }] },
      'arazzo/unknown-reference /workflows/0/steps/0/onSuccess/0/stepId',
    ],
    [
      'a retry after success',
      { onSuccess: [{ name: 'g', type: 'retry' }] },
      'arazzo/wrong-type /workflows/0/steps/0/onSuccess/0/type',
    ],
    [
      'too many retries',
      { onFailure: [{ name: 'g', type: 'retry', retryLimit: 11 }] },
      'arazzo/out-of-range /workflows/0/steps/0/onFailure/0/retryLimit',
    ],
    [
      'a body that is not JSON',
      { requestBody: { contentType: 'text/xml', payload: 'x' } },
      'arazzo/unsupported /workflows/0/steps/0/requestBody/contentType',
    ],
    [
      'an unknown component',
      { parameters: [{ reference: '$components.parameters.no' }] },
      'arazzo/unknown-reference /workflows/0/steps/0/parameters/0/reference',
    ],
  ])('gets a finding for %s', (_, change, expected) => {
    const step = JSON.parse(JSON.stringify(geocodeStep(change))) as JsonObject;
    expect(findings(withSteps(step, forecastStep()))).toContain(expected);
  });

  it('may not have two steps or two workflows with the same name', () => {
    expect(findings(withSteps(geocodeStep(), geocodeStep()))).toContain('arazzo/duplicate /workflows/0/steps/1/stepId');
    const twice = weatherDocument({ workflows: [weatherWorkflow(), weatherWorkflow()] });
    expect(findings(twice)).toContain('arazzo/duplicate /workflows/1/workflowId');
  });

  it('may not contain cycles', () => {
    const other = (workflowId: string, to: string) =>
      weatherWorkflow({ workflowId, steps: [{ stepId: 's', workflowId: to }], outputs: { x: '$inputs.city' } });
    const found = findings(weatherDocument({ workflows: [other('a', 'b'), other('b', 'c'), other('c', 'a')] }));
    expect(found).toEqual(['arazzo/circle /workflows/2/steps/0/workflowId']);
  });
});

describe('the purpose of a tool', () => {
  it('[NACT-SCULPT-01] is one sentence, and no input switches between jobs', () => {
    const switching = (name: string) => ({
      inputs: {
        type: 'object',
        properties: { city: true, hours: true, [name]: { enum: ['forecast', 'cancel_alert'] } },
      },
    });
    const found = (change: JsonObject) => findings(weatherDocument({ workflows: [weatherWorkflow(change)] }));
    for (const name of ['mode', 'action']) {
      expect(found(switching(name))).toEqual([`arazzo/several-jobs /workflows/0/inputs/properties/${name}`]);
    }
    expect(found(switching('units'))).toEqual([]);
    for (const summary of ['Reports the weather and/or books a boat.', 'Reports the weather. Books boats.']) {
      expect(found({ summary })).toEqual(['arazzo/wide-purpose /workflows/0/summary']);
    }
    expect(found({ summary: 'Reports wind (6 a.m. to 6 p.m.) at a place.' })).toEqual([]);
  });
});

describe('names', () => {
  it('[NACT-SCULPT-02] [NACT-SCULPT-03] of inputs that only programs exchange are reported, and those that people say are accepted', () => {
    const names = [
      'station_id',
      'trace_id',
      'callback_url',
      'updated_at',
      'city',
      'delivery_date',
      'prescription_number',
    ];
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const workflow = weatherWorkflow({ inputs: { type: 'object', properties: { ...properties, hours: true } } });
    const flagged = findings(weatherDocument({ workflows: [workflow] }));
    expect(flagged).toEqual(
      names.slice(0, 4).map((name) => `arazzo/programmatic-input /workflows/0/inputs/properties/${name}`),
    );
  });

  it('[NACT-SCULPT-04] of outputs that are useless to an agent are reported', () => {
    const outputs = {
      etag: '$inputs.city',
      request_id: '$inputs.city',
      raw_response: '$inputs.city',
      wind: '$inputs.city',
    };
    expect(findings(weatherDocument({ workflows: [weatherWorkflow({ outputs })] }))).toEqual([
      'arazzo/programmatic-output /workflows/0/outputs/etag',
      'arazzo/programmatic-output /workflows/0/outputs/request_id',
      'arazzo/programmatic-output /workflows/0/outputs/raw_response',
    ]);
  });

  it('are evaluated by their words', () => {
    expect(['callbackUrl', 'userIds', 'sha_hash', 'trace_flags'].filter(looksProgrammatic)).toHaveLength(4);
    expect(['paid', 'video', 'curl', 'that', 'format', 'idea'].filter(looksProgrammatic)).toEqual([]);
  });
});
