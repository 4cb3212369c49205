/**
 * Runs in the measured page before its own scripts. It records long tasks (over 50 ms) and frames, and when the awaited elements
 * became visible. `probe.interactive` resolves when they are visible and no long task has run for 200 ms since, to
 * the moment at which they became visible, or the end of the last long task after it.
 */
{
  let settle;
  const interactive = new Promise((resolve) => {
    settle = resolve;
  });
  const probe = { tasks: [], frames: [], interactive };
  globalThis.probe = probe;
  let shownAt;
  const quietMs = 200;
  /** The browser reports a long task some time after its end. */
  const reportMs = 150;

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) probe.tasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });

  const isVisible = (selector) => [...document.querySelectorAll(selector)].some((each) => each.checkVisibility());

  const waitForQuiet = () => {
    let quietFrom = shownAt;
    for (const { startTime, duration } of probe.tasks) {
      if (startTime + duration > quietFrom && startTime < quietFrom + quietMs) quietFrom = startTime + duration;
    }
    if (performance.now() - quietFrom >= quietMs + reportMs) settle(quietFrom);
    else setTimeout(waitForQuiet, 25);
  };

  const onFrame = (time) => {
    probe.frames.push(time);
    if (shownAt === undefined && globalThis.awaitedElements?.every(isVisible)) {
      shownAt = performance.now();
      waitForQuiet();
    }
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
}
