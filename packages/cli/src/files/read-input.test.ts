import { describe, expect, it } from 'vitest';
import { UsageError } from '../command/usage-error.js';
import type { Runtime } from '../terminal/runtime.js';
import { readInput } from './read-input.js';

const schema = {
  type: 'object',
  properties: {
    pier: { type: 'string' },
    hours: { type: 'integer' },
    rate: { type: 'number' },
    dry: { type: 'boolean' },
    note: { type: ['string', 'null'] },
    level: { enum: [1, 2, 'high'] },
    stops: { type: 'array', items: { type: 'integer' } },
    options: { type: 'object', properties: { deep: { type: 'object', properties: { n: { type: 'number' } } } } },
    'a.b': { type: 'integer' },
  },
};

const files: Record<string, string> = { 'whole.json': '{"pier":"N","hours":1}', 'list.json': '[1]', 'bad.json': '{' };

async function* bytes(text: string) {
  yield new TextEncoder().encode(text);
}

function read(...texts: string[]) {
  const runtime = {
    cwd: '/x',
    stdin: bytes('{"from":"stdin"}'),
    async *openFile(path: string) {
      const text = files[path.split('/').at(-1) ?? ''];
      if (text === undefined) throw Object.assign(new Error('none'), { code: 'ENOENT' });
      yield* bytes(text);
    },
  } as unknown as Runtime;
  return readInput(runtime, texts, schema);
}

describe('the input of a call', () => {
  it('types members by the schema, and keeps unknown members as strings', async () => {
    const typed = await read('pier=007', 'hours=6', 'rate=-1.5e2', 'dry=false', 'note=null', 'level=2', 'other=12');
    expect(typed).toEqual({ pier: '007', hours: 6, rate: -150, dry: false, note: null, level: 2, other: '12' });
    expect(await read('note=word', 'level=high', 'pier==x')).toEqual({ note: 'word', level: 'high', pier: '=x' });
    expect(await read()).toEqual({});
  });

  it('is one JSON object, to which members can be added', async () => {
    expect(await read('{"pier":"a=b","hours":1}', 'hours=2')).toEqual({ pier: 'a=b', hours: 2 });
    await expect(read('{"pier":"a=b"')).rejects.toThrow('--input is not JSON');
    await expect(read('{}', '@whole.json')).rejects.toThrow(UsageError);
  });

  it('collects repeated members of an array, sets members of objects, and accepts literal JSON', async () => {
    expect(await read('stops=1', 'stops=2', 'stops=[3]')).toEqual({ stops: [1, 2, 3] });
    expect(await read('options.deep.n=4', 'options.x=5', 'a.b=6', 'c.d=7')).toEqual({
      options: { deep: { n: 4 }, x: '5' },
      'a.b': 6,
      'c.d': '7',
    });
    expect(await read('pier:=[1,{"a":null}]', 'options={"x":1}')).toEqual({
      pier: [1, { a: null }],
      options: { x: 1 },
    });
  });

  it('reads a file or standard input, and sets single members over it', async () => {
    expect(await read('@whole.json', 'hours=9')).toEqual({ pier: 'N', hours: 9 });
    expect(await read('-')).toEqual({ from: 'stdin' });
    expect(await read('@list.json')).toEqual([1]);
  });

  it.each([
    [['hours=soon'], 'hours must be of type integer, not "soon"'],
    [['hours=1.5'], 'integer'],
    [['dry=yes'], 'boolean'],
    [['pier'], 'name=value'],
    [['=x'], 'name=value'],
    [['pier:={'], 'not JSON'],
    [['@none.json'], 'file not found'],
    [['@bad.json'], 'not JSON'],
    [['@'], 'needs a file name'],
    [['-', '@whole.json'], 'one file'],
    [['@list.json', 'a=1'], 'name=value needs an object'],
  ])('rejects %j: %s', async (texts, message) => {
    await expect(read(...texts)).rejects.toThrow(UsageError);
    await expect(read(...texts)).rejects.toThrow(message);
  });

  it('accepts any member name', async () => {
    const value = (await read('__proto__=x', 'constructor=y')) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
