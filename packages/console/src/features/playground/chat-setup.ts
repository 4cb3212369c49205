/** What a chat is set up with: model, endpoint, script; kept in this browser, except the key. */
import { useEffect, useState } from 'react';

/** How the model is reached. */
export type ModelKind = 'script' | 'openai-chat' | 'anthropic';

/** The setup. */
export interface ChatSetup {
  kind: ModelKind;
  url: string;
  model: string;
  script: string;
}

/** Usual endpoints. */
export const usualUrls = { 'openai-chat': 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' };

const first: ChatSetup = { kind: 'script', url: '', model: '', script: '' };
const storageKey = 'dragoman.playground';

/** The kept setup; the first one when there is none, or when it cannot be read. */
export function readSetup(text: string | null): ChatSetup {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<ChatSetup>;
    const kind = kept.kind === 'openai-chat' || kept.kind === 'anthropic' ? kept.kind : 'script';
    const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 20_000) : '');
    return { kind, url: textOf(kept.url), model: textOf(kept.model), script: textOf(kept.script) };
  } catch {
    return first;
  }
}

/** The setup of this browser. */
export function useChatSetup(): [ChatSetup, (change: Partial<ChatSetup>) => void] {
  const [setup, setSetup] = useState<ChatSetup>(() => {
    try {
      return readSetup(localStorage.getItem(storageKey));
    } catch {
      return first;
    }
  });
  useEffect(() => {
    try {
      localStorage.setItem(storageKey, JSON.stringify(setup));
    } catch {
      // Without storage, the setup lives as long as the page.
    }
  }, [setup]);
  return [setup, (change) => setSetup((before) => ({ ...before, ...change }))];
}

/** What is missing before a message can be sent; undefined when nothing is. */
export function missingPart({ kind, url, model, script }: ChatSetup): string | undefined {
  if (kind === 'script') return script.trim() === '' ? 'Write a script first.' : undefined;
  if (!URL.canParse(url)) return 'Enter the base URL of the model endpoint.';
  return model.trim() === '' ? 'Enter the name of the model.' : undefined;
}
