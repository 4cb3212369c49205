/** A countdown. */
import { useEffect, useState } from 'react';

/** Seconds until a time, counted down; undefined without a time. */
export function useSecondsUntil(time: string | undefined): number | undefined {
  const end = time === undefined ? Number.NaN : Date.parse(time);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (Number.isNaN(end)) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [end]);
  return Number.isNaN(end) ? undefined : Math.max(0, Math.ceil((end - now) / 1000));
}
