/** Entries as Arazzo documents: what is read again is what was read first. */
import type { Entry, JsonObject } from '@dragoman/model';
import { expect, it } from 'vitest';
import { forecastStep, geocodeStep, weatherDocument, weatherWorkflow } from '../../documents/arazzo/arazzo.support.js';
import { readDescription } from '../index.js';
import { writeArazzo } from './write.js';

const context = { at: '2026-03-01T10:00:00.000Z', strict: false, ownOrigins: [] };

function readEntry(document: JsonObject): Entry {
  const { value, diagnostics } = readDescription(document, context);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { id: 'weather-tool', owner: 'local', visibility: 'private', ...value } as Entry;
}

it('writes a document that is read to the same workflows, with actions, defaults, components and compensation', () => {
  const document = weatherDocument({
    components: { failureActions: { again: { name: 'again', type: 'retry', retryLimit: 2 } } },
    workflows: [
      weatherWorkflow({
        failureActions: [{ reference: '$components.failureActions.again' }],
        'x-output-schema': { type: 'object', properties: { summary: { type: 'string' } } },
        steps: [
          geocodeStep({
            onSuccess: [
              { name: 'skip', type: 'goto', stepId: 'forecast', criteria: [{ condition: '$statusCode == 200' }] },
            ],
          }),
          forecastStep({
            'x-compensate': { operationId: '$sourceDescriptions.grid.undo', parameters: [{ name: 'a', value: 1 }] },
          }),
        ],
      }),
      weatherWorkflow({
        workflowId: 'outer',
        steps: [{ stepId: 'inner', workflowId: 'weatherAt', parameters: [{ name: 'city', value: 'Bergen' }] }],
        outputs: { all: '$inputs.city' },
      }),
    ],
  });
  const first = readEntry(document);
  const written = writeArazzo(first) ?? {};
  const second = readEntry(written);
  const parts = ({ name, description, version, capabilities, tags, operations }: Entry) => ({
    name,
    description,
    version,
    capabilities,
    tags,
    operations,
  });
  expect(parts(second)).toEqual(parts(first));
  expect(writeArazzo(second)).toEqual(written);
});

it('writes nothing for a service without workflows', () => {
  expect(writeArazzo({ ...readEntry(weatherDocument()), operations: [] })).toBeUndefined();
});
