/** Ensures that a complete event stream ends with the event `done` (aidip.md GAP-29). */

/** Maximum bytes of a line that are examined; event names are short. */
const lineBytes = 64;

/** The events, followed by `done` unless the agent or an error ended the stream explicitly. */
export function endWithDone(events: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = events.getReader();
  const watch = createWatch();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) {
          watch.see(value);
          controller.enqueue(value);
          return;
        }
        const ending = watch.ending();
        if (ending !== '') controller.enqueue(new TextEncoder().encode(ending));
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Parses the lines of an event stream (HTML §9.2.6) far enough to get the name of the last event. */
function createWatch() {
  let line = '';
  let length = 0;
  let event = '';
  let filled = false;
  let last = '';
  let afterReturn = false;
  const endLine = () => {
    if (length === 0) {
      if (filled) last = event;
      event = '';
      filled = false;
    } else {
      filled = true;
      const [, name] = /^event: ?(.*)$/.exec(line) ?? [];
      if (name !== undefined) event = name;
    }
    line = '';
    length = 0;
  };
  const seeByte = (byte: number) => {
    const isReturn = byte === 13;
    if (byte === 10 && afterReturn) afterReturn = false;
    else if (byte === 10 || isReturn) {
      endLine();
      afterReturn = isReturn;
    } else {
      afterReturn = false;
      length += 1;
      if (length <= lineBytes) line += String.fromCharCode(byte);
    }
  };
  return {
    see(chunk: Uint8Array): void {
      for (const byte of chunk) seeByte(byte);
    },
    /** The text that is missing at the end. */
    ending(): string {
      const open = length > 0 || filled;
      if (!open && (last === 'done' || last === 'error')) return '';
      if (open && length === 0 && event === 'done') return '\n';
      return `${length > 0 ? '\n\n' : filled ? '\n' : ''}event: done\ndata: {}\n\n`;
    },
  };
}
