/** The labelled instructions and the measurement of a matcher on them, for the reference page and the tests. */
import type { JsonValue } from '@dragoman/model';
import type { Matcher } from './match-instruction.js';

/** One instruction with its expected result. */
export interface LabelledInstruction {
  text: string;
  /** `old-quay BOOK /reservation`; undefined when nothing matches. */
  endpoint: string | undefined;
  arguments: Readonly<Record<string, string>>;
  /** Parameters that the matcher must ask for. */
  asked: readonly string[];
}

/** The results of a matcher. */
export interface MatchingRecord {
  instructions: number;
  /** Number of correct endpoints, including correct "nothing matches". */
  endpoints: number;
  parameters: number;
  parametersRight: number;
  /** Decisions to call, or to call after a confirmation. */
  acted: number;
  /** Those with a wrong endpoint. */
  actedWrongly: number;
  missed: readonly { text: string; wanted: string; got: string; decision: string }[];
}

/** The clock and the time zone that the lists assume. */
export const labeledSituation = Object.freeze({ now: Date.parse('2026-11-18T09:00:00Z'), timeZone: 'Europe/London' });

/** Reads a list: one instruction per line, with its endpoint and its parameters separated by bars. */
export function readLabelled(list: string): LabelledInstruction[] {
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [text = '', endpoint = '-', listed = ''] = line.split('|').map((part) => part.trim());
    const parts = listed.split(';').flatMap((part) => part.trim() || []);
    const pairs = parts.filter((part) => !part.startsWith('?')).map((part) => part.split(/=(.*)/s).slice(0, 2));
    return {
      text,
      endpoint: endpoint === '-' ? undefined : endpoint,
      arguments: Object.fromEntries(pairs),
      asked: parts.filter((part) => part.startsWith('?')).map((part) => part.slice(1)),
    };
  });
}

/** Runs a matcher over a list. */
export function measureMatching(matcher: Matcher, list: readonly LabelledInstruction[]): MatchingRecord {
  const results = list.map((labelled) => evaluate(matcher, labelled));
  const count = (matches: (each: Result) => boolean) => results.filter(matches).length;
  const sum = (part: 'parameters' | 'parametersRight') => results.reduce((total, each) => total + each[part], 0);
  return {
    instructions: list.length,
    endpoints: count(({ right }) => right),
    parameters: sum('parameters'),
    parametersRight: sum('parametersRight'),
    acted: count(({ acted }) => acted),
    actedWrongly: count(({ acted, right }) => acted && !right),
    missed: results.filter(({ right }) => !right).map(({ missed }) => missed),
  };
}

interface Result {
  right: boolean;
  acted: boolean;
  parameters: number;
  parametersRight: number;
  missed: MatchingRecord['missed'][number];
}

function evaluate(matcher: Matcher, { text, endpoint, arguments: wanted, asked }: LabelledInstruction): Result {
  const match = matcher.match(text);
  const got = match.decision === 'nothing' ? undefined : match.endpoint?.label.replace('.', ' ');
  const right = got === endpoint;
  const questions = match.questions.map(({ parameter }) => parameter);
  const met = Object.entries(wanted).filter(([name, value]) => shown(match.arguments[name]) === value).length;
  const openMet = asked.filter((name) => questions.includes(name)).length;
  return {
    right,
    acted: match.decision === 'call' || match.decision === 'confirm',
    parameters: Object.keys(wanted).length + asked.length,
    parametersRight: right ? met + openMet : 0,
    missed: { text, wanted: endpoint ?? 'nothing', got: got ?? 'nothing', decision: match.decision },
  };
}

function shown(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
