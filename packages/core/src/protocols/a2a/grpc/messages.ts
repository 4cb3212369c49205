/**
 * The messages of the gRPC binding as a table: member names of the JSON form, field numbers and types of the Protocol
 * Buffers definition (package `lf.a2a.v1`). Messages that this project neither sends nor receives are left out.
 */

/** Types that are no messages of the table. */
export type ScalarType = 'string' | 'bool' | 'int32' | 'bytes' | 'struct' | 'value' | 'timestamp' | 'strings';

/** One field of a message. */
export interface Field {
  number: number;
  /** Member of the JSON form. */
  name: string;
  /** A scalar type, or the name of an enumeration or message. */
  type: string;
  isRepeated: boolean;
  /** True when the default value is written, too. */
  hasPresence: boolean;
  /** True when setting it clears the other choices of its message. */
  isChoice: boolean;
}

/** One message. */
export interface MessageType {
  name: string;
  /** By field number. */
  byNumber: ReadonlyMap<number, Field>;
  /** In the order in which they are written. */
  fields: readonly Field[];
}

/** Enumerations: names by number. */
export const enumerations: Readonly<Record<string, readonly string[]>> = {
  Role: ['ROLE_UNSPECIFIED', 'ROLE_USER', 'ROLE_AGENT'],
  TaskState: [
    'TASK_STATE_UNSPECIFIED',
    'TASK_STATE_SUBMITTED',
    'TASK_STATE_WORKING',
    'TASK_STATE_COMPLETED',
    'TASK_STATE_FAILED',
    'TASK_STATE_CANCELED',
    'TASK_STATE_INPUT_REQUIRED',
    'TASK_STATE_REJECTED',
    'TASK_STATE_AUTH_REQUIRED',
  ],
};

/**
 * Each field is `name=number:type`; `[]` marks a list, `?` a field whose default value is written, and `|` a choice.
 * The type is `string` when it is left out.
 */
const written: Readonly<Record<string, string>> = {
  SendMessageRequest: 'tenant=1 message=2:Message configuration=3:SendMessageConfiguration metadata=4:struct',
  SendMessageConfiguration:
    'acceptedOutputModes=1:string[] taskPushNotificationConfig=2:TaskPushNotificationConfig historyLength=3:int32? returnImmediately=4:bool',
  SendMessageResponse: 'task=1:Task| message=2:Message|',
  StreamResponse:
    'task=1:Task| message=2:Message| statusUpdate=3:TaskStatusUpdateEvent| artifactUpdate=4:TaskArtifactUpdateEvent|',
  Message:
    'messageId=1 contextId=2 taskId=3 role=4:Role parts=5:Part[] metadata=6:struct extensions=7:string[] referenceTaskIds=8:string[]',
  Part: 'text=1:string| raw=2:bytes| url=3:string| data=4:value| metadata=5:struct filename=6 mediaType=7',
  Artifact: 'artifactId=1 name=2 description=3 parts=4:Part[] metadata=5:struct extensions=6:string[]',
  Task: 'id=1 contextId=2 status=3:TaskStatus artifacts=4:Artifact[] history=5:Message[] metadata=6:struct',
  TaskStatus: 'state=1:TaskState message=2:Message timestamp=3:timestamp',
  TaskStatusUpdateEvent: 'taskId=1 contextId=2 status=3:TaskStatus metadata=4:struct',
  TaskArtifactUpdateEvent: 'taskId=1 contextId=2 artifact=3:Artifact append=4:bool lastChunk=5:bool metadata=6:struct',
  GetTaskRequest: 'tenant=1 id=2 historyLength=3:int32?',
  ListTasksRequest:
    'tenant=1 contextId=2 status=3:TaskState pageSize=4:int32? pageToken=5 historyLength=6:int32? statusTimestampAfter=7:timestamp includeArtifacts=8:bool?',
  ListTasksResponse: 'tasks=1:Task[] nextPageToken=2 pageSize=3:int32 totalSize=4:int32',
  CancelTaskRequest: 'tenant=1 id=2 metadata=3:struct',
  SubscribeToTaskRequest: 'tenant=1 id=2',
  TaskPushNotificationConfig: 'tenant=1 id=2 taskId=3 url=4 token=5 authentication=6:AuthenticationInfo',
  AuthenticationInfo: 'scheme=1 credentials=2',
  GetTaskPushNotificationConfigRequest: 'tenant=1 taskId=2 id=3',
  DeleteTaskPushNotificationConfigRequest: 'tenant=1 taskId=2 id=3',
  ListTaskPushNotificationConfigsRequest: 'taskId=1 pageSize=2:int32 pageToken=3 tenant=4',
  ListTaskPushNotificationConfigsResponse: 'configs=1:TaskPushNotificationConfig[] nextPageToken=2',
  GetExtendedAgentCardRequest: 'tenant=1',
  Empty: '',
  // google.rpc, in the details of a failed call.
  Status: 'code=1:int32 message=2 details=3:Any[]',
  Any: 'typeUrl=1 value=2:bytes',
  ErrorInfo: 'reason=1 domain=2 metadata=3:strings',
  BadRequest: 'fieldViolations=1:FieldViolation[]',
  FieldViolation: 'field=1 description=2 reason=3',
};

function readField(text: string): Field {
  const [, name = '', number = '', type = 'string', list, mark] =
    /^(\w+)=(\d+)(?::(\w+))?(\[\])?([?|])?$/.exec(text) ?? [];
  if (name === '') throw new Error(`'${text}' is not a field`);
  return {
    number: Number(number),
    name,
    type,
    isRepeated: list !== undefined,
    hasPresence: mark !== undefined,
    isChoice: mark === '|',
  };
}

function readType([name, text]: [string, string]): [string, MessageType] {
  const fields = text === '' ? [] : text.split(' ').map(readField);
  return [name, { name, fields, byNumber: new Map(fields.map((field) => [field.number, field])) }];
}

const types: ReadonlyMap<string, MessageType> = new Map(Object.entries(written).map(readType));

/** The message with this name. */
export function messageType(name: string): MessageType {
  const found = types.get(name);
  if (found === undefined) throw new Error(`'${name}' is not a message of the table`);
  return found;
}

/** The service, as the paths of its methods begin. */
export const servicePath = '/lf.a2a.v1.A2AService/';

/** The messages of each method. */
export const methodTypes: Readonly<Record<string, { request: string; response: string }>> = {
  SendMessage: { request: 'SendMessageRequest', response: 'SendMessageResponse' },
  SendStreamingMessage: { request: 'SendMessageRequest', response: 'StreamResponse' },
  GetTask: { request: 'GetTaskRequest', response: 'Task' },
  ListTasks: { request: 'ListTasksRequest', response: 'ListTasksResponse' },
  CancelTask: { request: 'CancelTaskRequest', response: 'Task' },
  SubscribeToTask: { request: 'SubscribeToTaskRequest', response: 'StreamResponse' },
  CreateTaskPushNotificationConfig: { request: 'TaskPushNotificationConfig', response: 'TaskPushNotificationConfig' },
  GetTaskPushNotificationConfig: {
    request: 'GetTaskPushNotificationConfigRequest',
    response: 'TaskPushNotificationConfig',
  },
  ListTaskPushNotificationConfigs: {
    request: 'ListTaskPushNotificationConfigsRequest',
    response: 'ListTaskPushNotificationConfigsResponse',
  },
  DeleteTaskPushNotificationConfig: { request: 'DeleteTaskPushNotificationConfigRequest', response: 'Empty' },
  // Extended cards are never sent: the method fails.
  GetExtendedAgentCard: { request: 'GetExtendedAgentCardRequest', response: 'Empty' },
};
