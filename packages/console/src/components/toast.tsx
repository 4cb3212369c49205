/** Short messages at the edge of the page, announced to screen readers. */
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { createContext, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { IconButton } from './button.js';

/** Shows messages. */
export interface Toasts {
  show(text: string, tone?: 'good' | 'bad'): void;
}

interface Shown {
  id: number;
  text: string;
  tone: 'good' | 'bad';
}

const ToastContext = createContext<Toasts>({ show: () => undefined });

/** The messages of this page. */
export function useToasts(): Toasts {
  return useContext(ToastContext);
}

/** Milliseconds after which a message disappears; an error stays longer. */
const shownMs = { good: 4000, bad: 10_000 };

/** Maximum number of messages at once. */
const maxShown = 3;

/** Shows messages for everything inside it. */
export function ToastRegion({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const nextId = useRef(1);
  const remove = useCallback((id: number) => setShown((all) => all.filter((each) => each.id !== id)), []);
  const show = useCallback(
    (text: string, tone: 'good' | 'bad' = 'good') => {
      const id = nextId.current;
      nextId.current += 1;
      setShown((all) => [...all.slice(1 - maxShown), { id, text, tone }]);
      setTimeout(() => remove(id), shownMs[tone]);
    },
    [remove],
  );
  const toasts = useMemo(() => ({ show }), [show]);
  return (
    <ToastContext value={toasts}>
      {children}
      <div aria-live="polite" className="fixed right-4 bottom-4 z-50 flex w-80 max-w-[calc(100vw-2rem)] flex-col gap-2">
        {shown.map((each) => (
          <Toast key={each.id} {...each} onClose={() => remove(each.id)} />
        ))}
      </div>
    </ToastContext>
  );
}

function Toast({ text, tone, onClose }: Shown & { onClose: () => void }) {
  const Icon = tone === 'good' ? CircleCheck : CircleAlert;
  return (
    <div className="flex items-start gap-2 rounded-lg border border-line bg-raised py-2 pr-1.5 pl-3 shadow-layer">
      <Icon aria-hidden className={`mt-1 size-4 shrink-0 ${tone === 'good' ? 'text-good' : 'text-bad'}`} />
      <p className="min-w-0 flex-1 py-0.5 text-anywhere">{text}</p>
      <IconButton icon={X} label="Dismiss" onClick={onClose} className="size-6!" />
    </div>
  );
}
