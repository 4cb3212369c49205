/** What responses are said to mean after a conversion to AGIS and back. */
import { isJsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { context, validator } from '../protocols/agis/agis.support.js';
import { convertDescription } from './convert-description.js';

describe('OpenAPI to AGIS and back', () => {
  it('describes a success by the outcome of the operation', () => {
    const priced = { description: 'The price', content: { 'application/json': { schema: { type: 'object' } } } };
    const quote = { operationId: 'quoteFiring', 'x-outcome': 'The price in pence is returned' };
    const api = {
      openapi: '3.1.0',
      info: { title: 'Kilns', version: '1.0.0' },
      servers: [{ url: 'https://kilns.example' }],
      paths: { '/quotes': { post: { ...quote, responses: { '200': priced } } } },
    };
    const { document: agis } = convertDescription(api, { to: 'agis', context, validator });
    const { document } = convertDescription(agis ?? expect.fail('not written'), { to: 'openapi', context, validator });
    const { paths } = document ?? expect.fail('not written');
    const post = isJsonObject(paths) && isJsonObject(paths['/quotes']) ? paths['/quotes'].post : undefined;
    expect(post).toMatchObject({ responses: { '200': { description: 'The price in pence is returned' } } });
  });
});
