import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { putMember, readJsonText, takeMember } from './edit-json-text.js';

const path = ['servers', 'ours'] as const;
const entry = { url: 'http://here/mcp' };

describe('a member put into a text', () => {
  it.each([
    ['an empty object', '{}', '{\n  "servers": {\n    "ours": {\n      "url": "http://here/mcp"\n    }\n  }\n}'],
    [
      'comments, tabs and commas that nothing follows',
      '{\n\t// mine\n\t"servers": {\n\t\t"a": 1, // one\n\t\t"b": [1,2,], /* two */\n\t},\n}\n',
      '{\n\t// mine\n\t"servers": {\n\t\t"a": 1, // one\n\t\t"b": [1,2,], /* two */\n\t\t"ours": {\n\t\t\t"url": "http://here/mcp"\n\t\t},\n\t},\n}\n',
    ],
    [
      'a comment behind the last member',
      '{\n  "servers": {\n    "a": 1 // one\n  }\n}',
      '{\n  "servers": {\n    "a": 1, // one\n    "ours": {\n      "url": "http://here/mcp"\n    }\n  }\n}',
    ],
    ['one line', '{"servers": {"a": 1}}', '{"servers": {"a": 1, "ours": {"url":"http://here/mcp"}}}'],
    [
      'one that is there',
      '{ "servers": { "ours": [3] /* old */ } }',
      '{ "servers": { "ours": {\n  "url": "http://here/mcp"\n} /* old */ } }',
    ],
    [
      'Windows lines',
      '{\r\n    "servers": {\r\n    }\r\n}',
      '{\r\n    "servers": {\r\n        "ours": {\r\n            "url": "http://here/mcp"\r\n        }\r\n    }\r\n}',
    ],
  ])('keeps everything else: %s', (_, text, expected) => {
    expect(putMember(text, path, entry)).toBe(expected);
  });

  it('means what it says, and is gone without a trace when it is taken out again', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
    const layout = fc.constantFrom(undefined, '\t', '  ', '    ');
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value, { maxKeys: 3 }), value, layout, (rest, servers, indent) => {
        const { ours: _, ...others } = servers;
        const before = { ...rest, servers: others };
        const text = JSON.stringify(before, undefined, indent);
        const made = putMember(text, path, entry);
        expect(readJsonText(made)).toEqual(
          JSON.parse(JSON.stringify({ ...before, servers: { ...others, ours: entry } })),
        );
        expect(readJsonText(takeMember(made, path))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['', '[]', 'x', '{', '{"a"}', '{"a": 1 "b": 2}', '{} x', '{"servers": 1', `${'{"a":'.repeat(300)}1`])(
    'is put into nothing that is no object: %j',
    (text) => {
      expect(readJsonText(text)).toBeUndefined();
      expect(() => putMember(text, path, entry)).toThrow();
    },
  );
});
