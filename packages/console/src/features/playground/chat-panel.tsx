/** The chat: messages, what the model did for each, questions to the person, and the field for the next message. */
import { Link } from '@tanstack/react-router';
import { MessagesSquare, SendHorizontal, Square, UserRoundCheck } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.js';
import { JsonView } from '../../components/json-view.js';
import { EmptyState, LoadingState } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { explainError } from '../../session/explain-error.js';
import { approvalTarget } from '../links.js';
import type { Turn } from './read-turns.js';
import type { Waiting } from './start-chat.js';
import { TurnView } from './turn-view.js';
import type { Chat, Question } from './use-chat.js';

/** Props of the chat. */
export interface ChatPanelProps {
  turns: readonly Turn[];
  chat: Chat;
  /** What must be set up before a message can be sent. */
  missing: string | undefined;
  /** Shows the setup, where it is not visible already. */
  onSetup: (() => void) | undefined;
}

/** The chat. */
export function ChatPanel({ turns, chat, missing, onSetup }: ChatPanelProps) {
  const end = useRef<HTMLDivElement>(null);
  const { length } = chat.events;
  useEffect(() => {
    if (length > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [length]);
  return (
    <section aria-label="Chat" className="flex min-w-0 flex-1 flex-col">
      <div
        role="log"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-page py-4 focus-visible:-outline-offset-2"
      >
        <div className="mx-auto flex max-w-3xl flex-col gap-6">
          {turns.length === 0 && !chat.isRunning && chat.error === undefined && (
            <EmptyState
              icon={MessagesSquare}
              title="Nothing said yet"
              actions={
                missing !== undefined && onSetup !== undefined && <Button onClick={onSetup}>Open the setup</Button>
              }
            >
              {missing ?? 'Write what a user of your agent would say.'}
            </EmptyState>
          )}
          {turns.map((turn, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added at the end
            <TurnView key={at} turn={turn} tools={chat.tools} />
          ))}
          {chat.error !== undefined && (
            <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
              <ThirdPartyText text={explainError(chat.error).detail} limit={600} />
            </p>
          )}
          {chat.question !== undefined && <ConfirmQuestion question={chat.question} />}
          {chat.waiting !== undefined && <WaitingForOthers waiting={chat.waiting} />}
          {chat.isRunning && chat.question === undefined && chat.waiting === undefined && (
            <LoadingState label="The model works" />
          )}
          <div ref={end} />
        </div>
      </div>
      <MessageField chat={chat} missing={missing} />
    </section>
  );
}

/** The gateway holds the call until another person has decided; the chat then continues automatically. */
function WaitingForOthers({ waiting: { alias, approval } }: { waiting: Waiting }) {
  return (
    <section role="status" className="flex flex-col gap-2 rounded-lg border border-line-strong bg-raised p-4">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <UserRoundCheck aria-hidden className="size-4 text-muted" />
        <span>
          <ThirdPartyText text={alias} limit={80} className="font-mono" />
          {' waits until a person approves it.'}
        </span>
      </p>
      <p className="text-sm text-muted">
        {'The chat continues when somebody decides, here or elsewhere. '}
        <Link {...approvalTarget(approval)} target="_blank" className="text-accent-strong underline">
          Open the approval
        </Link>
      </p>
    </section>
  );
}

/** The gateway executes the call only with a confirmation. */
function ConfirmQuestion({ question: { request, answer } }: { question: Question }) {
  const { alias, description, inputs, impact } = request;
  const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
  return (
    <section
      role="alertdialog"
      aria-label={`Confirm ${alias}`}
      className="flex flex-col gap-3 rounded-lg border border-warn bg-warn-soft p-4"
    >
      <p className="font-medium text-warn">
        {'The server requires a confirmation before it calls '}
        <ThirdPartyText text={alias} limit={80} className="font-mono" />
        {impact === 'unknown' ? '.' : `, which is ${impact}.`}
      </p>
      <ThirdPartyText plain text={description} limit={400} className="text-sm" />
      <div className="rounded-md border border-line bg-surface p-2">
        <JsonView label="Arguments" value={values} />
      </div>
      <div className="flex gap-2">
        <Button tone="primary" autoFocus onClick={() => answer(true)}>
          Call it
        </Button>
        <Button onClick={() => answer(false)}>Decline</Button>
      </div>
    </section>
  );
}

function MessageField({ chat, missing }: Pick<ChatPanelProps, 'chat' | 'missing'>) {
  const [text, setText] = useState('');
  const canSend = missing === undefined && !chat.isRunning && text.trim() !== '';
  const send = () => {
    if (!canSend) return;
    void chat.send(text.trim());
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="border-t border-line px-page py-3">
      <div className="mx-auto flex max-w-3xl items-end gap-2">
        <textarea
          aria-label="Message"
          rows={2}
          value={text}
          maxLength={20_000}
          placeholder={missing ?? 'Write a message. Enter sends it, Shift and Enter begin a new line.'}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="w-full resize-y rounded-md border border-line-strong bg-surface px-2.5 py-1.5 text-base text-text placeholder:text-faint"
        />
        {chat.isRunning ? (
          <Button icon={Square} onClick={chat.cancel}>
            Cancel
          </Button>
        ) : (
          <Button tone="primary" icon={SendHorizontal} disabled={!canSend} title={missing} onClick={send}>
            Send
          </Button>
        )}
      </div>
    </div>
  );
}
