import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createWords } from '../words/create-words.js';
import { measureInputs, readInputs, toEndpoint } from './labelled-inputs.support.js';

const words = createWords();
const read = (request: string, properties: JsonObject, summary = 'Do it', required: string[] = []) =>
  readInputs(request, toEndpoint('fixture', { summary, input: { type: 'object', properties, required } }), words);
const text = { type: 'string' };

describe('the labeled requests for real operations', () => {
  it.each(['develop', 'heldout'] as const)(
    'reads at least 80 of 100 inputs, and at least 95 of 100 that it reads are right (%s)',
    (part) => {
      const { requests, wanted, read: found, right } = measureInputs(part, words);
      expect(requests).toBeGreaterThan(90);
      expect(right / found).toBeGreaterThanOrEqual(0.95);
      expect(right / wanted).toBeGreaterThanOrEqual(part === 'heldout' ? 0.9 : 0.95);
    },
  );
});

describe('one request', () => {
  it('reads languages as codes, in their direction, and no text that was not given', () => {
    const translate = { text, source_lang: text, target_lang: text };
    expect(read('translate from English to French', translate, 'Translate', ['text'])).toEqual({
      source_lang: 'en',
      target_lang: 'fr',
    });
    expect(read('translate product descriptions to Chinese', translate, 'Translate', ['text'])).toEqual({
      target_lang: 'zh',
    });
  });

  it('reads members of objects', () => {
    const data = { type: 'object', properties: { name: text, due_on: { type: 'string', format: 'date' } } };
    expect(read('create a task named "Order paint" due on Friday', { data })).toEqual({
      data: { name: 'Order paint', due_on: '2026-11-20' },
    });
  });

  it('reads a departure as a departure, and durations in several units', () => {
    const date = { type: 'string', format: 'date' };
    expect(read('a room, check-out on 9 August', { checkIn: date, checkOut: date })).toEqual({
      checkOut: '2027-08-09',
    });
    expect(read('from 3 to 9 August', { start: date, end: date }, 'Hotels')).toEqual({
      start: '2027-08-03',
      end: '2027-08-09',
    });
    const minutes = { type: 'integer' };
    expect(read('a timer for 1 hour and 20 minutes', { minutes })).toEqual({ minutes: 80 });
    expect(read('a timer for half an hour', { minutes })).toEqual({ minutes: 30 });
  });

  it.each([
    ['customer service hours', { customer: text }],
    ['the weather is nice', { name: text, title: text, q: text }],
    ['cancel it', { private: { type: 'boolean' }, limit: { type: 'integer' } }],
    ['create an issue', { has_issues: { type: 'boolean' } }],
    ['polish the report', { language: text }],
  ])('invents nothing: %s', (request, properties) => {
    expect(read(request, properties)).toEqual({});
  });

  it('keeps names such as __proto__ as members of the input', () => {
    const properties = JSON.parse('{"__proto__": {"type": "object", "properties": {"title": {"type": "string"}}}}');
    expect(Object.keys(read('one titled "Low tide"', properties))).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).title).toBeUndefined();
  });

  it('reads a schema with 500 inputs and members that are 50 levels deep', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field_${at}`, text]));
    let deep: JsonObject = text;
    for (let level = 0; level < 50; level += 1) deep = { type: 'object', properties: { inner: deep } };
    expect(() => read('set field 7 to "x"', { ...many, deep })).not.toThrow();
  });
});
