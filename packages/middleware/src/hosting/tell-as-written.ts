/** Frameworks ask whether an answer was begun or ended; to them a captured one is as if it had gone out. */
import type { ServerResponse } from 'node:http';

/** What a capture tells. */
export interface Telling {
  readonly isBegun: boolean;
  readonly isEnded: boolean;
}

const tellings = Symbol('captures of this response');

type Told = ServerResponse & { [tellings]?: Telling[] };

/** The same two for every response, so that Node need not make a new kind of object for each. */
const asked: PropertyDescriptorMap & ThisType<Told> = {
  headersSent: {
    configurable: true,
    get() {
      return isTold(this, 'isBegun') || real(this, 'headersSent');
    },
  },
  writableEnded: {
    configurable: true,
    get() {
      return isTold(this, 'isEnded') || real(this, 'writableEnded');
    },
  },
};

/** Lets a response tell what any of its captures knows. */
export function tellAsWritten(response: Told, telling: Telling): void {
  const there = response[tellings];
  if (there !== undefined) return void there.push(telling);
  response[tellings] = [telling];
  Object.defineProperties(response, asked);
}

function isTold(response: Told, name: keyof Telling): boolean {
  return response[tellings]?.some((telling) => telling[name]) ?? false;
}

function real(response: Told, name: 'headersSent' | 'writableEnded'): boolean {
  return Reflect.get(Object.getPrototypeOf(response) as object, name, response) === true;
}
