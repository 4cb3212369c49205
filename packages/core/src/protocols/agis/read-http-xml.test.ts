import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { readOpenApi } from '../openapi/read.js';
import { petShop, readFixture } from '../openapi/xml/xml.support.js';
import { context, entryOf, validator } from './agis.support.js';
import { readHttpXml } from './read-http-xml.js';
import { writeAgis } from './write.js';

describe('XML bodies of a converted document', () => {
  it('are built and read by the same shapes', () => {
    const entry = readOpenApi(petShop, context).value ?? expect.fail('not read');
    const { document } = writeAgis(entry, { validator });
    const shapes = (operations: readonly { binding: object }[]) =>
      operations.map(({ binding }) => {
        const { body, responseXml } = binding as { body?: { xml?: object }; responseXml?: object };
        return { body: body?.xml, responseXml };
      });
    expect(shapes(entryOf(document).operations)).toEqual(shapes(readFixture(petShop).operations));
  });

  it('are refused when their shape is invalid, too deep or too large', () => {
    const deep = (levels: number): JsonObject => (levels === 0 ? {} : { items: deep(levels - 1) });
    const wide = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`p${at}`, {}]));
    for (const root of ['x', deep(60), { properties: wide }, { properties: { a: 1 } }]) {
      expect(readHttpXml({ root })).toBeUndefined();
    }
    expect(readHttpXml({ root: { type: 'nothing', wrapped: 'yes', name: 'a' } })).toEqual({ root: { name: 'a' } });
  });
});
