import { expect, it } from 'vitest';
import { createWords } from '../words/create-words.js';
import { explainLanguage, findForeignLanguage } from './foreign-language.js';
import { readMood } from './read-mood.js';

const words = createWords();

it.each([
  ['bitte storniere meinen Termin', 'German'],
  ['buche einen Tisch für zwei Personen', 'German'],
  ['annule mon rendez-vous de demain', 'French'],
  ['reserva una mesa para dos personas', 'Spanish'],
  ['prenota un tavolo per due persone', 'Italian'],
  ['cancele a minha consulta de amanhã', 'Portuguese'],
  ['boek een tafel voor twee personen', 'Dutch'],
  ['予約をキャンセルして', 'Japanese'],
  ['取消我的预约', 'Chinese'],
  ['отмени мою запись', 'Russian or another language in Cyrillic script'],
])('recognizes "%s" as %s', (request, language) => {
  expect(findForeignLanguage(request, words)?.language).toBe(language);
});

it.each([
  'book a table',
  'restaurant Paris',
  'cancel OQ-12345',
  'translate "guten Tag" into English',
  '',
  '🙂',
  'die now',
])('takes "%s" for English, or for a language that is not known', (request) => {
  expect(findForeignLanguage(request, words)).toBeUndefined();
});

it.each([
  'bitte storniere meinen Termin nicht',
  "n'annule pas mon rendez-vous",
  'no canceles mi cita',
  '予約をキャンセルしないで',
  'не отменяй мою запись',
])('reads "%s" as a negation', (request) => {
  expect(readMood(request, words).kind).toBe('negated');
});

it('says which language is not supported', () => {
  expect(explainLanguage({ language: 'German' })).toBe(
    'Language not supported: the request seems to be in German; write it in English.',
  );
});
