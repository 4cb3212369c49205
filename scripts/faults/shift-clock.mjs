// Loaded into a server under test: moves its wall clock by the number of milliseconds in the file CLOCK_SHIFT_FILE, as an
// administrator or a time server would. Monotonic clocks are not affected.
import { readFileSync } from 'node:fs';

const RealDate = Date;
let shift = 0;
const read = () => {
  try {
    shift = Number(readFileSync(process.env.CLOCK_SHIFT_FILE, 'utf8')) || 0;
  } catch {
    shift = 0;
  }
};
read();
setInterval(read, 10).unref();

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + shift] : args));
  }
  static now() {
    return RealDate.now() + shift;
  }
};
