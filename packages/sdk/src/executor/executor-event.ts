/** What an executor tells its host while it works. No event holds a credential. */
import type { InputFault, ResultFault, SignatureChange } from '@dragoman/model';
import type { HandedOver } from './tool-outcome.js';
import type { ListFault } from './tool-root.js';

/** Which tool an event is about. */
export interface ToolIdentity {
  /** Name that the model sees. */
  alias: string;
  /** The server's own name. */
  name: string;
  /** Label of the source. */
  source: string;
  toolId: string;
  /** Version that is shown, checked against and invoked. */
  version: number;
}

/** Something that happened. */
export type ExecutorEvent =
  | { type: 'session-started'; tools: ToolIdentity[] }
  /** A listed tool was left out because its signature is faulty. */
  | { type: 'list-fault'; fault: ListFault }
  /** A server lists several tools under a chosen name; none can be chosen by it. */
  | { type: 'equal-names'; source: string; name: string; toolIds: string[] }
  /** The server has a newer version; nothing changes until the designer takes it. */
  | { type: 'newer-version'; tool: ToolIdentity; currentVersion: number; changes: SignatureChange[] }
  /** The server changed a version that it had published; the stored signature stays in use. */
  | { type: 'lock-broken'; tool: ToolIdentity; changes: SignatureChange[] }
  /** The server could not be asked; the stored signature stays in use. */
  | { type: 'unchecked'; tool: ToolIdentity; reason: string }
  /** A request of the model was not sent. */
  | { type: 'refused'; call: string; tool: string; faults: InputFault[]; reason: string }
  /** The model had its corrections and did not make use of them. */
  | { type: 'corrections-exhausted'; call: string; tool: string; refused: number }
  | { type: 'escalated'; call: string; tool: ToolIdentity; approved: boolean; reasons: ('impact' | 'confidence')[] }
  | { type: 'sent'; call: string; tool: ToolIdentity; idempotencyKey: string; attempt: number }
  | { type: 'retrying'; call: string; tool: ToolIdentity; attempt: number; status?: number; delayMs: number }
  /** The reply is not quite what the signature says; it was passed on as far as it could be. */
  | { type: 'result-faults'; call: string; tool: ToolIdentity; faults: ResultFault[] }
  | { type: 'succeeded'; call: string; tool: ToolIdentity; attempts: number }
  | { type: 'failed'; call: string; tool: ToolIdentity; attempts: number; status?: number; reason: string }
  | { type: 'tools-changed'; shown: string[] }
  | ({ type: 'handed-over' } & HandedOver);

/** Takes events; what it throws is not caught. */
export type EventSink = (event: ExecutorEvent) => void;
