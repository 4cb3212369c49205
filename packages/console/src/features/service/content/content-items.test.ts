/** Prompts and resources as a list: rows, filter, URIs that are not complete. */
import { describe, expect, it } from 'vitest';
import { filterContent, listContent, missingArguments, readContent, uriProblem } from './content-items.js';

const service = {
  prompts: [
    { name: 'briefing', title: 'Morning briefing', arguments: [{ name: 'pier', required: true }, { name: 'day' }] },
  ],
  resources: [{ name: 'today', uri: 'note://harbour/today' }],
  resource_templates: [{ name: 'berth', uri_template: 'note://berths/{id}' }],
};

describe('the content of a service', () => {
  const content = readContent(service);

  it('is one list, prompts first', () => {
    expect(listContent(content)).toEqual([
      { kind: 'prompt', id: 'briefing', title: 'Morning briefing' },
      { kind: 'resource', id: 'note://harbour/today', title: 'today' },
      { kind: 'template', id: 'note://berths/{id}', title: 'berth' },
    ]);
    expect(listContent(readContent({ prompts: 'none', resources: null }))).toEqual([]);
  });

  it('is filtered by every word', () => {
    const ids = (filter: string) => filterContent(listContent(content), filter).map(({ id }) => id);
    expect(ids('note harb')).toEqual(['note://harbour/today']);
    expect(ids('MORNING prompt')).toEqual(['briefing']);
    expect(ids('nothing')).toEqual([]);
  });

  it('has required arguments', () => {
    const [prompt] = content.prompts;
    if (prompt === undefined) throw new Error('no prompt');
    expect(missingArguments(prompt, { day: 'today' })).toEqual(['pier']);
    expect(missingArguments(prompt, { pier: 'N' })).toEqual([]);
  });
});

it.each([
  ['', 'Enter a URI.'],
  ['note://berths/{id}', 'Replace {id} by a value.'],
  ['harbour/today', 'A URI begins with its scheme, such as file: or note:.'],
  ['note://berths/7', undefined],
])('URI %j: %s', (uri, problem) => expect(uriProblem(uri)).toBe(problem));
