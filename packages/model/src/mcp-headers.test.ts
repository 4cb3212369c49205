/** Encoding of header values, and headers of annotated inputs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMirroredInputs, fromMcpHeaderValue, toMcpHeaderValue, writeParameterHeaders } from './mcp-headers.js';

describe('values of MCP headers', () => {
  it.each([
    ['us-west1', 'us-west1'],
    ['a b', 'a b'],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['Zürich', '=?base64?WsO8cmljaA==?='],
    ['a\r\nb', '=?base64?YQ0KYg==?='],
    ['', '=?base64??='],
    ['=?base64?YQ==?=', '=?base64?PT9iYXNlNjQ/WVE9PT89?='],
  ])('encodes %j as %j', (value, header) => {
    expect(toMcpHeaderValue(value)).toBe(header);
    expect(fromMcpHeaderValue(header)).toBe(value);
  });

  it.each(['=?base64?YQ?=', '=?base64?Y Q==?=', '=?base64?YR==?=', '=?base64?*?='])('rejects %j', (header) => {
    expect(fromMcpHeaderValue(header)).toBeUndefined();
  });

  it('decodes what it encodes, and encodes only printable ASCII', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, (value) => {
        const header = toMcpHeaderValue(value);
        expect(header).toMatch(/^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/);
        expect(fromMcpHeaderValue(header)).toBe(value);
      }),
    );
  });
});

describe('headers of annotated inputs', () => {
  const schema = {
    properties: {
      constructor: { type: 'string', 'x-mcp-header': 'Constructor' },
      flag: { type: 'boolean', 'x-mcp-header': 'Flag' },
      place: { properties: { zone: { type: 'integer', 'x-mcp-header': 'Zone' } } },
    },
  };

  it('have the values of own members only; null and missing values have none', () => {
    const inputs = findMirroredInputs(schema);
    expect(writeParameterHeaders(inputs, { flag: false, place: { zone: 0 } })).toEqual({
      'mcp-param-flag': 'false',
      'mcp-param-zone': '0',
    });
    expect(writeParameterHeaders(inputs, { flag: null, place: 'nowhere' })).toEqual({});
    expect(writeParameterHeaders(inputs, null)).toEqual({});
  });
});
