/** Tests what the rules find by meaning rather than by words, with the bundled model, and what they leave alone. */
import { createEmbedder } from '@dragoman/embedder';
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { lintDocument } from './linting/lint-document.js';
import { buildCase } from './rule-model/rule-cases.js';

const meaning = await createEmbedder({ tier: 'instant' });

function find(rule: string, given: JsonObject, options: Parameters<typeof lintDocument>[1] = {}) {
  const bytes = new TextEncoder().encode(JSON.stringify(buildCase(given)));
  const { findings, likeness } = lintDocument(bytes, options);
  return { messages: findings.filter((each) => each.rule === rule).map(({ message }) => message), likeness };
}

const isParaphrase = {
  'get /photos': { operationId: 'album_photos', summary: 'Get the photos of an album' },
  'get /pictures': { operationId: 'album_pictures', summary: 'Fetch the pictures in an album' },
  'post /notes': { operationId: 'note_write', summary: 'Write a note for a customer' },
};

describe('operations-too-similar', () => {
  const similar = (given: JsonObject, options?: Parameters<typeof lintDocument>[1]) =>
    find('operations-too-similar', given, options);

  it('[PROF-FACT-02] reports paraphrased operations only when meaning is compared', () => {
    expect(similar(isParaphrase)).toEqual({ messages: [], likeness: 'words' });
    const { messages, likeness } = similar(isParaphrase, { meaning });
    expect(likeness).toBe(meaning.model);
    expect(messages).toEqual([expect.stringMatching(/^album_pictures reads like album_photos \(\d\d % similar\)\.$/)]);
  });

  it('reports a pair that already shares its words only once', () => {
    const given = {
      'get /tasks': { operationId: 'tasks_find', summary: 'Find open tasks of a person by title' },
      'get /todo': { operationId: 'tasks_find_all', summary: 'Find open tasks of a person by title, all' },
      'post /notes': { operationId: 'note_write', summary: 'Write a note for a customer' },
    };
    expect(similar(given, { meaning }).messages).toEqual(similar(given).messages);
    expect(similar(given).messages).toHaveLength(1);
  });

  it.each([
    [
      'opposite actions',
      'post /backups/start',
      'Start the backup of a site',
      'Stop the backup of a site',
      'Stop the backup of a site',
    ],
    ['near names', 'post /license', 'Create a new license', 'post /licensee', 'Create a new licensee'],
    [
      'a resource and its part',
      'delete /talks/{id}',
      'Delete a talk',
      'delete /talks/{talk}/items/{id}',
      'Delete a talk item',
    ],
    [
      'compound words',
      'put /pods/{id}',
      'Replace a given pod',
      'put /podtemplates/{id}',
      'Replace a given pod template',
    ],
  ])('reports nothing for similar words with another meaning: %s', (_, one, said, other, alsoSaid) => {
    const given = {
      [one]: { operationId: 'one', summary: said },
      [other]: { operationId: 'other', summary: alsoSaid },
    };
    expect(similar(given, { meaning }).messages).toEqual([]);
  });

  it('uses the configured threshold', async () => {
    const { defaultSettings } = await import('./settings/settings.js');
    const thresholds = { ...defaultSettings.thresholds, meaningSimilarity: 1 };
    expect(similar(isParaphrase, { meaning, settings: { ...defaultSettings, thresholds } }).messages).toEqual([]);
  });

  it('requests a limited number of vectors for texts of limited length', () => {
    let longest = 0;
    let asked = 0;
    const counting = {
      model: 'counting',
      embedNow(text: string) {
        asked += 1;
        longest = Math.max(longest, text.length);
        return Float32Array.of(1, 0);
      },
    };
    const tools: JsonObject[] = Array.from({ length: 2_000 }, (_, at) => ({
      name: `n${at}`,
      title: 'Find open bills',
    }));
    const words = 'lots of words in here '.repeat(500);
    tools.unshift({ name: 'X'.repeat(20_000), title: words, description: words });
    lintDocument(new TextEncoder().encode(JSON.stringify({ tools })), { meaning: counting });
    expect(asked).toBeGreaterThan(1_000);
    expect(asked).toBeLessThanOrEqual(2 * 1_500);
    expect(longest).toBeLessThan(3_000);
  });
});

describe('description-restates-name', () => {
  const restates = (operationId: string, description: string, options?: Parameters<typeof lintDocument>[1]) =>
    find('description-restates-name', { 'get /v1/things': { operationId, description } }, options).messages;

  it('[PROF-DESC-25] reports a description that paraphrases its name only when meaning is compared', () => {
    const text = 'Returns the payment method details for the given id.';
    expect(restates('getPaymentMethod', text)).toEqual([]);
    expect(restates('getPaymentMethod', text, { meaning })).toHaveLength(1);
  });

  it.each([
    ['another fact', 'Charges the payment method and emails a receipt.'],
    ['a number', 'Retrieves a single given payment method, up to 8.'],
    ['a second sentence', 'Retrieves a single given payment method. Needs an admin.'],
  ])('reports nothing for a description with %s', (_, text) => {
    expect(restates('getPaymentMethod', text, { meaning })).toEqual([]);
  });
});
