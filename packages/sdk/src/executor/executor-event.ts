/** Events that an executor reports to its host. No event contains credentials. */
import type { InputFault, ResultFault, SignatureChange } from '@dragoman/model';
import type { HandOverRecord } from './tool-outcome.js';
import type { ListFault, ToolProgress } from './tool-root.js';

/** Why a person is asked; `required`: the server executes the call only with a confirmation. */
export type EscalationReason = 'impact' | 'confidence' | 'required';

/** The tool of an event. */
export interface ToolIdentity {
  /** Name that the model sees. */
  alias: string;
  /** The server's own name. */
  name: string;
  /** Label of the source. */
  source: string;
  toolId: string;
  /** Version that is shown, validated and invoked. */
  version: number;
}

/** One event. */
export type ExecutorEvent =
  | { type: 'session-started'; tools: ToolIdentity[] }
  /** A listed tool was omitted because its signature is invalid. */
  | { type: 'list-fault'; fault: ListFault }
  /** A server lists several tools with a chosen name; none can be chosen by name. */
  | { type: 'equal-names'; source: string; name: string; toolIds: string[] }
  /** The server has a newer version; nothing changes until the designer upgrades. */
  | { type: 'newer-version'; tool: ToolIdentity; currentVersion: number; changes: SignatureChange[] }
  /** The server changed a published version; the stored signature stays in use. */
  | { type: 'lock-broken'; tool: ToolIdentity; changes: SignatureChange[] }
  /** The server could not be reached; the stored signature stays in use. */
  | { type: 'unchecked'; tool: ToolIdentity; reason: string }
  /** A call of the model was not sent. */
  | { type: 'refused'; call: string; tool: string; faults: InputFault[]; reason: string }
  /** The model reached the correction limit. */
  | { type: 'corrections-exhausted'; call: string; tool: string; refused: number }
  | { type: 'escalated'; call: string; tool: ToolIdentity; approved: boolean; reasons: EscalationReason[] }
  | { type: 'sent'; call: string; tool: ToolIdentity; idempotencyKey: string; attempt: number }
  /** How far a running call is, as its service reports it; the message is third-party text. */
  | ({ type: 'progress'; call: string; tool: ToolIdentity } & ToolProgress)
  | { type: 'retrying'; call: string; tool: ToolIdentity; attempt: number; status?: number; delayMs: number }
  /** The reply does not exactly match the signature; it was passed on as far as possible. */
  | { type: 'result-faults'; call: string; tool: ToolIdentity; faults: ResultFault[] }
  | { type: 'succeeded'; call: string; tool: ToolIdentity; attempts: number }
  | { type: 'failed'; call: string; tool: ToolIdentity; attempts: number; status?: number; reason: string }
  | { type: 'tools-changed'; shown: string[] }
  | ({ type: 'handed-over' } & HandOverRecord);

/** Receives events; its exceptions are not caught. */
export type EventSink = (event: ExecutorEvent) => void;
