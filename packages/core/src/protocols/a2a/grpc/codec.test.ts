/** The encoding of the gRPC binding, compared with that of the official library in both directions. */
import * as sdk from '@a2a-js/sdk';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import type { JsonObject, JsonValue } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError, decodeMessage } from './decode.js';
import { encodeMessage } from './encode.js';
import { enumerations, messageType, methodTypes } from './messages.js';

/** The serializers of the official library, by the name of the message. */
interface Serializers {
  encode: (value: unknown) => Uint8Array;
  decode: (bytes: Buffer) => unknown;
}

const official = new Map<string, Serializers>();
for (const [method, types] of Object.entries(methodTypes)) {
  const definition = A2AService[`${method.slice(0, 1).toLowerCase()}${method.slice(1)}` as keyof typeof A2AService];
  const { requestSerialize, requestDeserialize, responseSerialize, responseDeserialize } =
    definition as never as Record<string, (value: unknown) => never>;
  official.set(types.request, { encode: requestSerialize as never, decode: requestDeserialize as never });
  if (types.response !== 'Empty')
    official.set(types.response, { encode: responseSerialize as never, decode: responseDeserialize as never });
}

const forms = sdk as unknown as Record<
  string,
  { fromJSON: (json: JsonObject) => unknown; toJSON: (value: unknown) => JsonObject }
>;

const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const anyJson = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    finite,
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const struct = fc.dictionary(text, anyJson, {
  minKeys: 1,
  maxKeys: 4,
  noNullPrototype: true,
}) as fc.Arbitrary<JsonObject>;

/** Values of a type that are not its default, so that both sides write them. */
function valueFor(type: string, depth: number): fc.Arbitrary<JsonValue> {
  if (type === 'string') return text.filter((each) => each !== '');
  if (type === 'bytes') return fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64'));
  if (type === 'bool') return fc.constant(true);
  if (type === 'int32') return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).filter((each) => each !== 0);
  // The JSON form of the official library cannot tell a part with null from a part without content.
  if (type === 'value') return anyJson.filter((value) => value !== null);
  if (type === 'struct') return struct;
  if (type === 'timestamp') {
    return fc
      .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  const names = enumerations[type];
  return names === undefined ? messageOf(type, depth + 1) : fc.constantFrom(...names.slice(1));
}

function messageOf(name: string, depth = 0): fc.Arbitrary<JsonObject> {
  const { fields } = messageType(name);
  const members = fields
    .filter(({ type }) => depth < 4 || /^[a-z]/.test(type) || enumerations[type] !== undefined)
    .map(({ name: member, type, isRepeated, isChoice }) => {
      const value = valueFor(type, depth);
      return { member, isChoice, value: isRepeated ? fc.array(value, { minLength: 1, maxLength: 3 }) : value };
    });
  const plain = fc.record(
    Object.fromEntries(members.filter(({ isChoice }) => !isChoice).map(({ member, value }) => [member, value])),
    { requiredKeys: [], noNullPrototype: true },
  );
  const choices = members.filter(({ isChoice }) => isChoice);
  if (choices.length === 0) return plain as fc.Arbitrary<JsonObject>;
  const choice = fc.oneof(...choices.map(({ member, value }) => value.map((each) => ({ [member]: each }))));
  return fc.tuple(plain, choice).map(([some, one]) => ({ ...some, ...one }) as JsonObject);
}

const compared = [...official.keys()].filter((name) => forms[name] !== undefined);

describe('the encoding of the gRPC binding', () => {
  it('is compared for every message of the service', () => {
    expect(compared).toEqual([...official.keys()]);
  });

  it.each(compared)('of %s is read by the official library as it was meant', (name) => {
    fc.assert(
      fc.property(messageOf(name), (message) => {
        const read = official.get(name)?.decode(Buffer.from(encodeMessage(name, message)));
        expect(read).toEqual(forms[name]?.fromJSON(message));
      }),
      { numRuns: 60 },
    );
  });

  it.each(compared)('of %s is read as the official library meant it', (name) => {
    fc.assert(
      fc.property(messageOf(name), (message) => {
        const bytes = official.get(name)?.encode(forms[name]?.fromJSON(message)) ?? new Uint8Array();
        expect(decodeMessage(name, bytes)).toEqual(message);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps every message through both directions', () => {
    fc.assert(
      fc.property(messageOf('SendMessageRequest'), (message) => {
        expect(decodeMessage('SendMessageRequest', encodeMessage('SendMessageRequest', message))).toEqual(message);
      }),
    );
  });
});

describe('reading untrusted bytes', () => {
  const bytes = (...values: (number | string)[]) =>
    Buffer.concat(values.map((each) => (typeof each === 'string' ? Buffer.from(each) : Buffer.of(each))));

  it('either returns a message or throws DecodeError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...compared), (given, name) => {
        try {
          decodeMessage(name, given);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(DecodeError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('either returns a message or throws DecodeError when valid bytes are changed or cut', () => {
    const change = fc.tuple(messageOf('SendMessageRequest'), fc.nat(), fc.nat(255), fc.boolean());
    fc.assert(
      fc.property(change, ([message, at, byte, isCut]) => {
        const valid = Buffer.from(encodeMessage('SendMessageRequest', message));
        if (valid.length === 0) return;
        const changed = isCut ? valid.subarray(0, at % valid.length) : valid;
        if (!isCut) changed[at % valid.length] = byte;
        try {
          decodeMessage('SendMessageRequest', changed);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(DecodeError);
        }
      }),
    );
  });

  it('skips unknown fields of every wire type, including groups', () => {
    const unknown = bytes(0xf8, 0x01, 0x05, 0xf9, 0x01, '12345678', 0xfa, 0x01, 2, 'xy', 0xfb, 0x01, 8, 1, 0xfc, 0x01);
    expect(decodeMessage('GetTaskRequest', Buffer.concat([unknown, bytes(0x12, 2, 't1'), unknown]))).toEqual({
      id: 't1',
    });
  });

  it.each([
    ['a length beyond the end', bytes(0x12, 0x7f, 'x')],
    ['a length of 2^63', bytes(0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)],
    ['a number without an end', bytes(...Array<number>(12).fill(0xff))],
    ['invalid UTF-8', bytes(0x12, 2, 0xc3, 0x28)],
    ['field number 0', bytes(0x02, 0)],
    ['the end of a group that never began', bytes(0x0c)],
    ['a group without an end', bytes(0xfb, 0x01)],
    ['an unknown wire type', bytes(0x0e)],
  ])('rejects %s', (_, given) => {
    expect(() => decodeMessage('GetTaskRequest', given)).toThrow(DecodeError);
  });

  it('rejects values nested too deep and numbers that are not finite', () => {
    let deep: JsonValue = 1;
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    const nested = (depth: number) => {
      let inner = Buffer.from(bytes(0x08, 0));
      for (let level = 0; level < depth; level += 1) {
        const item = Buffer.concat([bytes(0x0a), varint(inner.length), inner]);
        inner = Buffer.concat([bytes(0x32), varint(item.length), item]);
      }
      return Buffer.concat([bytes(0x22), varint(inner.length), inner]);
    };
    expect(decodeMessage('Part', nested(50)).data).toBeDefined();
    expect(() => decodeMessage('Part', nested(5000))).toThrow('nested too deep');
    const infinite = Buffer.alloc(9);
    infinite[0] = 0x11;
    infinite.writeDoubleLE(Number.POSITIVE_INFINITY, 1);
    expect(() => decodeMessage('Part', Buffer.concat([bytes(0x22, 9), infinite]))).toThrow('not finite');
  });

  it('keeps a member named __proto__ as an own member', () => {
    const metadata = JSON.parse('{"__proto__":{"admin":true}}') as JsonObject;
    const read = decodeMessage('Task', encodeMessage('Task', { id: 't', metadata })).metadata as JsonObject;
    expect(Object.keys(read)).toEqual(['__proto__']);
    expect((read as { admin?: boolean }).admin).toBeUndefined();
  });
});

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
