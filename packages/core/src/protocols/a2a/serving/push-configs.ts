/** Creates, reads, lists and deletes the push notification configurations of a task (1.0 §3.1.7 to §3.1.10). */
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { RunWebhook } from '../../../catalogue/runs.js';
import type { A2aPorts } from '../ports.js';
import { memberOf } from '../wire.js';
import { a2aFailure } from './faults.js';
import type { PushConfig } from './push-config.js';
import { configOf, configsOf, readPushConfig, toWebhook, writePushConfig } from './push-config.js';
import { taskIdOf } from './task-view.js';
import type { TaskContext } from './tasks.js';
import { faultyFields, findTask } from './tasks.js';

/** Maximum number of configurations per task. */
const maxPlaces = 10;

/** `CreateTaskPushNotificationConfig`: adds a configuration or replaces the one with the same id. */
export async function createConfig(ports: A2aPorts, context: TaskContext, params: JsonObject): Promise<JsonObject> {
  const problems: FieldError[] = [];
  const config = readPushConfig(params, { problems, secret: ports.pushSecret });
  if (config === undefined || problems.length > 0) throw faultyFields(problems);
  const id = memberOf(params, 'taskId');
  await changePlaces(ports, context, { id, change: (places) => addPlace(places, config) });
  return writePushConfig(config, String(id));
}

function addPlace(places: readonly RunWebhook[], config: PushConfig): readonly RunWebhook[] {
  const at = places.findIndex((place) => configOf(place)?.id === config.id);
  const added = toWebhook(config);
  if (at >= 0) return places.toSpliced(at, 1, added);
  if (places.length < maxPlaces) return [...places, added];
  throw a2aFailure(
    'UNSUPPORTED_OPERATION',
    `A task has at most ${maxPlaces} push notification configurations; delete one first.`,
  );
}

/** `GetTaskPushNotificationConfig`; in 0.3 the id is optional and defaults to the first. */
export async function getConfig(ports: A2aPorts, context: TaskContext, params: JsonObject): Promise<JsonObject> {
  const { run } = await findTask(ports, context, memberOf(params, 'taskId'));
  const wanted = wantedId(params);
  const isAny = wanted === undefined || wanted === '';
  const config = configsOf(run).find(({ id }) => isAny || id === wanted);
  if (config === undefined) throw a2aFailure('TASK_NOT_FOUND', 'The task has no configuration with this id.');
  return writePushConfig(config, taskIdOf(run));
}

function wantedId(params: JsonObject): JsonValue | undefined {
  return memberOf(params, 'id') ?? memberOf(params, 'pushNotificationConfigId');
}

/** `ListTaskPushNotificationConfigs`; one page is always enough. */
export async function listConfigs(ports: A2aPorts, context: TaskContext, params: JsonObject): Promise<JsonObject> {
  const { run } = await findTask(ports, context, memberOf(params, 'taskId'));
  return { configs: configsOf(run).map((config) => writePushConfig(config, taskIdOf(run))), nextPageToken: '' };
}

/** `DeleteTaskPushNotificationConfig`; idempotent. */
export async function deleteConfig(ports: A2aPorts, context: TaskContext, params: JsonObject): Promise<JsonObject> {
  const wanted = wantedId(params);
  const change = (places: readonly RunWebhook[]) => places.filter((place) => configOf(place)?.id !== wanted);
  await changePlaces(ports, context, { id: memberOf(params, 'taskId'), change });
  return {};
}

interface PlaceChange {
  id: JsonValue | undefined;
  change: (places: readonly RunWebhook[]) => readonly RunWebhook[];
}

/** Maximum attempts when the task changes during the update. */
const maxTries = 4;

async function changePlaces(ports: A2aPorts, context: TaskContext, { id, change }: PlaceChange): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { run } = await findTask(ports, context, id);
    const { webhooks: before = [], ...rest } = run;
    const after = change(before);
    if (after.length === before.length && after.every((place, at) => place === before[at])) return;
    const changed = after.length === 0 ? rest : { ...rest, webhooks: [...after] };
    if (await ports.runs.update(changed, run.state)) return;
  }
  throw new Failure('CONFLICT', { message: 'The task changed during the update; retry.' });
}
