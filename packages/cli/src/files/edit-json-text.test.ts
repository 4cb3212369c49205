import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonText, removeMember, setMember } from './edit-json-text.js';

const path = ['servers', 'ours'] as const;
const entry = { url: 'http://here/mcp' };

describe('editing a member of a JSON text', () => {
  it.each([
    ['an empty object', '{}', '{\n  "servers": {\n    "ours": {\n      "url": "http://here/mcp"\n    }\n  }\n}'],
    [
      'comments, tabs and trailing commas',
      '{\n\t// mine\n\t"servers": {\n\t\t"a": 1, // one\n\t\t"b": [1,2,], /* two */\n\t},\n}\n',
      '{\n\t// mine\n\t"servers": {\n\t\t"ours": {\n\t\t\t"url": "http://here/mcp"\n\t\t},\n\t\t"a": 1, // one\n\t\t"b": [1,2,], /* two */\n\t},\n}\n',
    ],
    [
      'a comment after the last member',
      '{\n  "servers": {\n    "a": 1 // one\n  }\n}',
      '{\n  "servers": {\n    "ours": {\n      "url": "http://here/mcp"\n    },\n    "a": 1 // one\n  }\n}',
    ],
    ['one line', '{"servers": {"a": 1}}', '{"servers": {"a": 1,"ours": {"url":"http://here/mcp"}}}'],
    [
      'a member that exists',
      '{ "servers": { "ours": [3] /* old */ } }',
      '{ "servers": { "ours": {"url":"http://here/mcp"} /* old */ } }',
    ],
    [
      'Windows line endings',
      '{\r\n    "servers": {\r\n    }\r\n}',
      '{\r\n    "servers": {\r\n        "ours": {\r\n            "url": "http://here/mcp"\r\n        }\r\n    }\r\n}',
    ],
    [
      'a byte order mark',
      '\uFEFF{\n  "servers": {\n    "a": 1\n  }\n}',
      '\uFEFF{\n  "servers": {\n    "ours": {\n      "url": "http://here/mcp"\n    },\n    "a": 1\n  }\n}',
    ],
  ])('keeps everything else: %s', (_, text, expected) => {
    expect(setMember(text, path, entry)).toBe(expected);
  });

  it('sets a member to the given value and removes it again, whatever else the text holds', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
    const layout = fc.constantFrom(undefined, '\t', '  ', '    ');
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value, { maxKeys: 3 }), value, layout, (rest, servers, indent) => {
        const { ours: _, ...others } = servers;
        const before = { ...rest, servers: others };
        const text = JSON.stringify(before, undefined, indent);
        const made = setMember(text, path, entry);
        expect(readJsonText(made)).toEqual(
          JSON.parse(JSON.stringify({ ...before, servers: { ...others, ours: entry } })),
        );
        expect(readJsonText(removeMember(made, path))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['', '[]', 'x', '{', '{"a"}', '{"a": 1 "b": 2}', '{} x', '{"servers": 1', `${'{"a":'.repeat(300)}1`])(
    'refuses a text that holds no JSON object: %j',
    (text) => {
      expect(readJsonText(text)).toBeUndefined();
      expect(() => setMember(text, path, entry)).toThrow();
    },
  );
});
