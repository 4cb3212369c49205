/**
 * Writes log lines in batches: one system call for many lines costs a fraction of one call per line. Buffered lines are
 * written when the batch is full, after a short interval, when the process exits or crashes, and before a signal ends it.
 */
import { fstatSync, writeSync } from 'node:fs';

/** Receives log lines, each with its line break. */
export interface LogDestination {
  write(line: string): void;
}

/** A buffered destination. */
export interface LogWriter extends LogDestination {
  /** Writes the buffered lines now. */
  flush(): void;
  /** Flushes and stops listening to the process; later lines are written at once. */
  close(): void;
}

/** Options of a writer. */
export interface LogWriterOptions {
  /** File descriptor; standard error by default. */
  fd?: number;
  /** Milliseconds that a line may stay in the buffer; 100 by default. */
  flushMs?: number;
}

/** Bytes of a batch. A pipe keeps a write of up to 4 KiB in one piece, so that workers which share it never split a line. */
const batchBytes = { file: 65_536, other: 4096 };

/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const bytesPerUnit = 3;

/** Signals that end a process by default without its `exit` event. */
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Opens a writer. Writes are synchronous: a slow reader slows the server down instead of filling its memory. */
export function openLogWriter({ fd = 2, flushMs = 100 }: LogWriterOptions = {}): LogWriter {
  const batch = Buffer.allocUnsafe(fstatSync(fd).isFile() ? batchBytes.file : batchBytes.other);
  let used = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const bytes = used;
    used = 0;
    if (bytes > 0) writeAll(fd, batch, bytes);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    flush();
    // Listening has disabled the default action, so without another listener it is restored and the signal raised again.
    if (process.listenerCount(signal) > 1) return;
    process.off(signal, onSignal);
    process.kill(process.pid, signal);
  };
  process.on('exit', flush);
  // First in line, because a listener registered with `once` is no longer counted after it ran.
  for (const signal of signals) process.prependListener(signal, onSignal);
  return {
    write(line) {
      // The exact length is computed only where it matters: near the end of the batch.
      if (used + line.length * bytesPerUnit > batch.length) {
        const length = Buffer.byteLength(line);
        if (used + length > batch.length) flush();
        if (length > batch.length) {
          writeLine(fd, line);
          return;
        }
      }
      used += batch.write(line, used);
      if (closed) flush();
      else timer ??= setTimeout(flush, flushMs).unref();
    },
    flush,
    close() {
      closed = true;
      flush();
      process.off('exit', flush);
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}

/** Writes one line at once. */
export function writeLine(fd: number, line: string): void {
  const bytes = Buffer.from(line);
  writeAll(fd, bytes, bytes.byteLength);
}

/** Milliseconds before another attempt when the reader of a pipe is behind. */
const retryMs = 5;

/** Writes all bytes. A log that can no longer be written to is given up, so that it does not end the server. */
function writeAll(fd: number, bytes: Buffer, length: number): void {
  let written = 0;
  while (written < length) {
    try {
      written += writeSync(fd, bytes, written, length - written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}
