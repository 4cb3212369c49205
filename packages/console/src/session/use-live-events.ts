/** Events of the server in components. */
import type { EventTopic, FollowedEvent } from '@dragoman/sdk';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useConsole, useHasScope } from './console-context.js';
import type { LiveState } from './live-events.js';

/**
 * Calls the listener for each event of these topics while the component is mounted; without the scope of the stream
 * none is opened.
 */
export function useLiveEvents(topics: readonly EventTopic[], onEvent: (event: FollowedEvent) => void): void {
  const { live } = useConsole();
  const current = useRef(onEvent);
  current.current = onEvent;
  const mayFollow = useHasScope('registry:read');
  const key = mayFollow ? topics.join(',') : '';
  useEffect(() => {
    if (key === '') return;
    return live.listen(key.split(',') as EventTopic[], (event) => current.current(event));
  }, [live, key]);
}

/** Milliseconds in which several events lead to one reading. */
const gatherMs = 500;

/** Reads queries again after events of these topics; many events in a short time lead to one reading. */
export function useRefreshOnEvents(topics: readonly EventTopic[], queryKeys: readonly QueryKey[]): void {
  const queries = useQueryClient();
  const waiting = useRef(false);
  useLiveEvents(topics, () => {
    if (waiting.current) return;
    waiting.current = true;
    setTimeout(() => {
      waiting.current = false;
      for (const queryKey of queryKeys) void queries.invalidateQueries({ queryKey });
    }, gatherMs);
  });
}

/** State of the stream. */
export function useLiveState(): LiveState {
  const { live } = useConsole();
  return useSyncExternalStore(live.watchState, live.state);
}
