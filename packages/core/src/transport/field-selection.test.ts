import type { FieldError } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { parseFields, pickFields, readFields } from './field-selection.js';

const address = (query: string) => new URL(`http://a.example/things${query}`);

describe('field selection', () => {
  it('reads each name once, repeated or separated by commas', () => {
    expect(readFields(address('?fields=id,name&fields=name, tags'))).toEqual(['id', 'name', 'tags']);
    expect(readFields(address('?top=1'))).toBeUndefined();
  });

  it.each([
    ['?fields=', 'must be names of 1 to 100 characters, separated by commas'],
    ['?fields=id,,name', 'must be names of 1 to 100 characters, separated by commas'],
    [`?fields=${'x'.repeat(101)}`, 'must be names of 1 to 100 characters, separated by commas'],
    [`?fields=${Array.from({ length: 51 }, (_, i) => `f${i}`).join(',')}`, 'names more than 50 members'],
    ['?fields=nam', "no member 'nam'; did you mean 'name'?"],
    ['?fields=zzzzzz', "no member 'zzzzzz'; there are id, name"],
  ])('refuses %s', (query, detail) => {
    const problems: FieldError[] = [];
    const known = query.includes('zzz') || query.endsWith('=nam') ? ['id', 'name'] : undefined;
    parseFields(address(query).searchParams.getAll('fields'), (problem) => problems.push(problem), known);
    expect(problems.map((problem) => problem.detail)).toContain(detail);
    expect(() => readFields(address(query), known)).toThrow(/problem/);
  });

  it('picks exactly the named members, and adds no missing ones', () => {
    expect(pickFields({ a: 1, b: 2, c: 3 }, ['c', 'a', 'z'])).toEqual({ a: 1, c: 3 });
    expect(pickFields({ a: 1 }, undefined)).toEqual({ a: 1 });
    expect(pickFields(JSON.parse('{"__proto__":1,"a":2}'), ['__proto__'])).toEqual(JSON.parse('{"__proto__":1}'));
  });
});
