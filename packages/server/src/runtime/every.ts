/** Runs a function at an interval until stopped; the timer does not keep the process alive. */
export function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
}
