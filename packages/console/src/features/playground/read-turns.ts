/** The events of a chat as turns: what the person said, what the model did, what it answered; pure functions. */
import type { ConversationEvent } from '@dragoman/sdk/executor';
import type { ChatEvent, ChatTools } from './chat-event.js';

type EventOf<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>;

/** A call with its outcome, once it has one. */
export interface TurnCall {
  call: EventOf<'call'>['call'];
  outcome?: EventOf<'outcome'>;
}

/** One response of the model with its calls. */
export interface Round {
  asked: EventOf<'asked'>;
  replied?: EventOf<'replied'>;
  /** What has arrived of a response that is not complete yet. */
  arriving?: string;
  calls: TurnCall[];
}

/** One message of the person with everything that followed. */
export interface Turn {
  message: string;
  at: string;
  traceId: string;
  rounds: Round[];
  ended?: EventOf<'ended'>;
}

/** The events with one more. Parts of a response are joined, and replaced by the whole once it is there. */
export function addEvent(events: readonly ChatEvent[], event: ChatEvent): ChatEvent[] {
  const last = events.at(-1);
  if (event.type === 'delta' && last?.type === 'delta' && last.of === event.of)
    return [...events.slice(0, -1), { ...last, text: last.text + event.text }];
  if (event.type === 'replied') return [...events.filter(({ type }) => type !== 'delta'), event];
  return [...events, event];
}

/** The turns in order. */
export function readTurns(events: readonly ChatEvent[]): Turn[] {
  const turns: Turn[] = [];
  for (const event of events) {
    if (event.type === 'message') {
      turns.push({ message: event.text, at: event.at, traceId: event.traceId, rounds: [] });
      continue;
    }
    const turn = turns.at(-1);
    if (turn !== undefined) extend(turn, event);
  }
  return turns;
}

function extend(turn: Turn, event: ChatEvent): void {
  const round = turn.rounds.at(-1);
  if (event.type === 'asked') turn.rounds.push({ asked: event, calls: [] });
  else if (event.type === 'ended') turn.ended = event;
  else if (event.type === 'replied' && round !== undefined) round.replied = event;
  else if (event.type === 'delta' && event.of === 'text' && round !== undefined) round.arriving = event.text;
  else if (event.type === 'call') round?.calls.push({ call: event.call });
  else if (event.type === 'outcome') {
    const call = round?.calls.find((each) => each.call.id === event.outcome.call && each.outcome === undefined);
    if (call !== undefined) call.outcome = event;
  }
}

/** Tokens of all requests of a turn; those of the API where it counts them. */
export function usageOf({ rounds }: Turn): { input: number; output: number } | undefined {
  const known = rounds.flatMap(({ replied }) => replied?.usage ?? []);
  if (known.length === 0) return undefined;
  return {
    input: known.reduce((sum, { input }) => sum + input, 0),
    output: known.reduce((sum, { output }) => sum + output, 0),
  };
}

/** The trace as a file. */
export function traceText(
  events: readonly ChatEvent[],
  about: { tools: ChatTools | undefined; model: string },
): string {
  return `${JSON.stringify({ format: 'dragoman-conversation', format_version: 1, ...about, events }, null, 2)}\n`;
}
