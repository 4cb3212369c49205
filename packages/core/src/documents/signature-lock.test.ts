import type { ToolSignature } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { compareWithLock, emptyLock, extendLock, hashSignature, readSignatureLock } from './signature-lock.js';

const first: ToolSignature = {
  toolId: '0479a45d-ad0a-49d4-94db-75edf00d2ca4',
  name: 'lookup_weather_by_city',
  description: 'Reports the weather in a city.',
  img: 'https://weather.example/sun.png',
  version: 1,
  currentVersion: 1,
  tags: ['weather', 'system'],
  input_parameters: [
    { id: 'city', name: 'City', description: 'Where.', type: 'string', maxLength: 80 },
    { id: 'days', name: 'Days', description: 'How far ahead.', type: 'int', max: 10 },
    {
      id: 'unit',
      name: 'Unit',
      description: 'Of the temperature.',
      type: 'enum',
      'allowed-values': [
        { name: 'FAHRENHEIT', description: 'F.' },
        { name: 'CELSIUS', description: 'C.' },
      ],
    },
  ],
  output_parameters: [{ id: 'temperature', name: 'Temperature', description: 'In that unit.', type: 'int' }],
};
const [city, days, unit] = first.input_parameters as [Input, Input, Input];
type Input = ToolSignature['input_parameters'][number];

/** The next version, with one more optional input. */
const second: ToolSignature = {
  ...first,
  version: 2,
  currentVersion: 2,
  input_parameters: [
    ...first.input_parameters,
    { id: 'wind', name: 'Wind', description: 'Also report the wind.', type: 'boolean', required: false },
  ],
};
const moved = { ...first, currentVersion: 2 };

function lockOf(...signatures: ToolSignature[]) {
  const { lock, findings } = extendLock(emptyLock, signatures);
  if (lock === undefined) throw new Error(JSON.stringify(findings));
  return lock;
}

describe('the version lock', () => {
  it('keeps published versions and adds new ones', () => {
    const lock = lockOf(first);
    expect(compareWithLock(lock, [first])).toEqual([]);
    expect(compareWithLock(lock, [moved, second])).toMatchObject([{ kind: 'unlocked', version: 2 }]);
    const extended = extendLock(lock, [moved, second]);
    expect(extended.added.map(({ version }) => version)).toEqual([2]);
    expect(compareWithLock(extended.lock ?? emptyLock, [moved, second])).toEqual([]);
    expect(extended.lock?.signatures[0]?.hash).toBe(lock.signatures[0]?.hash);
    expect(extendLock(extended.lock ?? emptyLock, [moved, second])).toMatchObject({ added: [], findings: [] });
  });

  const edits: Record<string, Partial<ToolSignature>> = {
    'a description': { description: 'Reports the weather.' },
    'the description of an input': { input_parameters: [{ ...city, description: 'Which.' }, days, unit] },
    'a tag': { tags: ['weather'] },
    'the order of tags': { tags: ['system', 'weather'] },
    'the picture': { img: 'https://weather.example/rain.png' },
    'a limit': { input_parameters: [city, { ...days, max: 11 }, unit] },
    'an allowed value': {
      input_parameters: [city, days, { ...unit, 'allowed-values': unit['allowed-values']?.slice(0, 1) ?? [] }],
    },
    'the order of parameters': { input_parameters: [days, city, unit] },
    'the order of values': {
      input_parameters: [city, days, { ...unit, 'allowed-values': unit['allowed-values']?.toReversed() ?? [] }],
    },
    'a name': { name: 'weather_by_city' },
  };

  it.each(Object.entries(edits))('[NACT-VER-05] finds %s that changed in place, and names it', (_, edit) => {
    const lock = lockOf(first, second);
    const edited = { ...moved, ...edit };
    for (const findings of [compareWithLock(lock, [edited, second]), extendLock(lock, [edited, second]).findings]) {
      expect(findings).toMatchObject([{ kind: 'changed', tool: first.name, version: 1 }]);
      expect(findings[0]?.changes?.length).toBeGreaterThan(0);
    }
    expect(extendLock(lock, [edited, second]).lock).toBeUndefined();
    expect(hashSignature(edited)).not.toBe(hashSignature(first));
    expect(hashSignature(moved)).toBe(hashSignature(first));
    const restarted = readSignatureLock(JSON.parse(JSON.stringify(lock))).lock ?? emptyLock;
    expect(compareWithLock(restarted, [moved, second])).toEqual([]);
  });

  it('finds removed versions, unless only the newest versions are given', () => {
    const lock = lockOf(first, second);
    expect(compareWithLock(lock, [second])).toMatchObject([{ kind: 'missing', version: 1 }]);
    expect(compareWithLock(lock, [second], { latestOnly: true })).toEqual([]);
    expect(compareWithLock(lock, [], { latestOnly: true })).toMatchObject([{ kind: 'missing' }, { kind: 'missing' }]);
  });

  it('rejects a new version that breaks the previous one, and names each change', () => {
    const broken: ToolSignature = {
      ...second,
      input_parameters: [{ ...city, maxLength: 10 }, unit, { id: 'wind', name: 'Wind', description: 'Wind too.' }],
    };
    const { lock, findings } = extendLock(lockOf(first), [moved, broken]);
    expect(lock).toBeUndefined();
    expect(findings).toMatchObject([{ kind: 'breaking', version: 2 }]);
    expect(findings[0]?.changes?.map(({ kind, parameter }) => [kind, parameter])).toEqual([
      ['limit_tightened', 'city'],
      ['removed', 'days'],
      ['added_required', 'wind'],
    ]);
  });

  it('accepts a wider version only when that is allowed', () => {
    const wider: ToolSignature = { ...second, input_parameters: [city, { ...days, max: 20 }, unit] };
    expect(extendLock(lockOf(first), [moved, wider]).findings).toMatchObject([{ kind: 'breaking' }]);
    expect(extendLock(lockOf(first), [moved, wider], { allowWidened: true }).findings).toEqual([]);
  });

  it('[NACT-VER-03] requires increasing version numbers', () => {
    const third = { ...second, version: 3, currentVersion: 3 };
    const lock = readSignatureLock(JSON.parse(JSON.stringify(lockOf(first, third)))).lock ?? emptyLock;
    expect(extendLock(emptyLock, [first]).added).toMatchObject([{ version: 1 }]);
    expect(extendLock(lock, [first, second, third]).findings).toMatchObject([{ kind: 'breaking', version: 2 }]);
    const again = { ...third, description: 'Another one.' };
    expect(extendLock(lock, [first, again]).findings).toMatchObject([{ kind: 'changed', version: 3 }]);
    expect(extendLock(lock, [first, third, { ...third, version: 4 }]).added).toMatchObject([{ version: 4 }]);
  });

  it('detects manual edits and files that are not locks', () => {
    const lock = lockOf(first);
    const [item] = lock.signatures;
    const edited = { ...lock, signatures: [{ ...item, signature: { ...item?.signature, description: 'Mine.' } }] };
    expect(readSignatureLock(edited).findings).toMatchObject([{ kind: 'edited', tool: first.name }]);
    const nothing = [undefined, [], {}, { lockVersion: 2, signatures: [] }, { lockVersion: 1, signatures: [{}] }];
    for (const value of nothing) expect(readSignatureLock(value).findings).toMatchObject([{ kind: 'unreadable' }]);
    expect(readSignatureLock(lock).lock?.signatures.map(({ hash }) => hash)).toEqual([hashSignature(first)]);
  });
});
