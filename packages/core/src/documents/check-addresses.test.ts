import { describe, expect, it } from 'vitest';
import { context } from '../protocols/agis/agis.support.js';
import { readOpenApi } from '../protocols/openapi/read.js';
import { createAddressPolicy } from './address-policy.js';
import { createAddressCheck } from './check-addresses.js';

function entryAt(url: string) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Desk', version: '1' },
    servers: [{ url }],
    paths: { '/berths': { get: { summary: 'List berths', responses: { 200: { description: 'OK' } } } } },
  };
  return readOpenApi(document, context).value ?? expect.fail('not read');
}

describe('the check of the addresses of a service', () => {
  const names: Readonly<Record<string, string[]>> = { 'lab.example': ['10.1.1.1'], 'open.example': ['203.0.113.9'] };
  const check = createAddressCheck(
    { policy: createAddressPolicy(['10.0.0.0/8', 'named.example']), allowHttp: true },
    async (name) => names[name],
  );

  it.each([
    ['http://named.example', 0],
    ['http://lab.example', 0],
    ['http://open.example', 1],
    ['http://unknown.example', 1],
    ['https://unknown.example', 0],
  ])('reports plain http only for hosts and addresses that the operator has not named: %s', async (url, count) => {
    expect(await check(entryAt(url))).toHaveLength(count);
  });
});
