/** Pass 2: each method identifier is one upper-case token in the imperative base form of a verb (AGIS §4.1, §9.1). */
import { createFindings, type Finding, type Findings } from '../finding.js';
import type { EndpointView, Pass, PassContext } from '../pass.js';
import { beingWords, functionWords, plainNouns, prohibitedMethods, stateWords } from '../words/word-lists.js';
import type { Words } from '../words/words.js';
import { type MethodSyntaxCode, methodSyntaxRules } from './method-syntax-rules.js';
import { proposeSplit } from './propose-split.js';

/** Pass 2. */
export const methodSyntax: Pass = { number: 2, name: 'Method Syntax', run };

interface Subject {
  method: string;
  pointer: string;
  words: Words;
  strict: boolean;
  found: Findings<MethodSyntaxCode>;
}

const formNames = { participle: 'participle', past: 'past form', 'third-person': 'third person' } as const;

function run(context: PassContext): Finding[] {
  const found = createFindings(2, methodSyntaxRules, context);
  for (const endpoint of context.endpoints) checkEndpoint(endpoint, context, found);
  return found.list();
}

function checkEndpoint(endpoint: EndpointView, context: PassContext, found: Findings<MethodSyntaxCode>): void {
  const { method, path, node, pointer } = endpoint;
  if (method !== undefined) {
    const { words, options } = context;
    checkMethod({ method, pointer: `${pointer}/method`, words, strict: options.strict, found });
  } else if (!Object.hasOwn(node, 'method')) {
    found.report('agis/method-missing', { pointer, element: 'method', parameters: { path: path ?? '(no path)' } });
  }
}

function checkMethod(subject: Subject): void {
  if (checkCharacters(subject)) return;
  if (prohibitedMethods.has(subject.method.toLowerCase())) return;
  checkCase(subject);
  checkForm(subject);
}

/** True when the token cannot be read as a word; one finding explains why. */
function checkCharacters(subject: Subject): boolean {
  const { method, words } = subject;
  if (method.trim() === '') return report(subject, 'agis/method-empty', {});
  const foreign = /[^\p{ASCII}]/u.exec(method)?.[0];
  const other = /[^A-Za-z]/.exec(method)?.[0];
  if (/\s/.test(method)) return reportBlank(subject);
  if (foreign !== undefined)
    return report(subject, 'agis/method-script', { character: foreign, proposal: romanize(method) });
  if (other !== undefined) {
    const joined = /[A-Za-z][_\-.:/]+[A-Za-z]/.test(method);
    const code = joined ? 'agis/method-joined' : 'agis/method-character';
    return report(subject, code, { character: other, proposal: proposeSplit(method, words) });
  }
  if (/[a-z][A-Z]/.test(method))
    return report(subject, 'agis/method-compound', { proposal: proposeSplit(method, words) });
  return false;
}

/** White space around a word can be removed safely; white space between words needs the author. */
function reportBlank(subject: Subject): true {
  const { method, pointer, words } = subject;
  const trimmed = method.trim();
  const fix = /^[A-Za-z]+$/.test(trimmed)
    ? { description: 'Remove the white space', pointer, value: trimmed }
    : undefined;
  const parameters = { method, proposal: proposeSplit(method, words) };
  subject.found.report('agis/method-blank', { pointer, element: method, parameters, ...(fix && { fix }) });
  return true;
}

/** Diacritics can be removed mechanically; other scripts have their own rules. */
function romanize(method: string): string {
  const bare = method.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return /^[A-Z]+$/.test(bare) ? `, such as ${bare}` : ', using the usual romanization of its language';
}

function checkCase({ method, pointer, strict, found }: Subject): void {
  const proposal = method.toUpperCase();
  if (proposal === method) return;
  found.report('agis/method-case', {
    pointer,
    element: method,
    parameters: { method, proposal },
    severity: strict ? 'error' : 'warning',
    fix: { description: 'Write the method in capitals', pointer, value: proposal },
  });
}

/** Words that pass 3 reports as states, nouns or forms of being are left to it, so that the author gets one reason. */
function checkForm(subject: Subject): void {
  const { method, words } = subject;
  const word = method.toLowerCase();
  if ([beingWords, stateWords, plainNouns, functionWords].some((list) => list.has(word))) return;
  const inflection = words.inflectionOf(word);
  const other = words.otherBaseOf(word);
  if (inflection !== undefined) {
    const code = inflection.irregular && inflection.form === 'past' ? 'agis/method-irregular' : 'agis/method-inflected';
    report(subject, code, { base: inflection.base.toUpperCase(), form: formNames[inflection.form] });
  } else if (other !== undefined) {
    report(subject, 'agis/method-past-too', { base: other.toUpperCase() });
  } else if (words.splitCompound(word) !== undefined) {
    report(subject, 'agis/method-run-together', { proposal: proposeSplit(method, words) });
  }
}

function report(subject: Subject, code: MethodSyntaxCode, parameters: Readonly<Record<string, string>>): true {
  const { method, pointer, found } = subject;
  found.report(code, { pointer, element: method, parameters: { method, ...parameters } });
  return true;
}
