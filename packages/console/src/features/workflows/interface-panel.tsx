/** The workflow as a tool: what it is called, what it takes, what it returns, who may see it. */
import type { YamlPath } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import { SelectField, TextAreaField, TextField } from '../../components/field.js';
import { NameField } from '../../components/name-field.js';
import type { OnEdit } from '../../components/on-edit.js';
import { Section, smallField } from '../../components/section.js';
import { OutputsSection } from './outputs-section.js';
import { inputNames, objectOf, objectsOf, wordOf } from './raw-document.js';
import type { WorkflowModel } from './use-workflow.js';
import { listSources, setMember } from './workflow-edits.js';

/** The panel. */
export function InterfacePanel({ model, onEdit }: { model: WorkflowModel; onEdit: OnEdit }) {
  const { document, workflow, at } = model;
  const path = ['workflows', at] as const;
  const others = objectsOf(document, 'workflows').flatMap(({ workflowId }, other) =>
    other === at ? [] : [wordOf(workflowId)],
  );
  return (
    <div className="flex flex-col gap-4 p-4">
      <TextField
        label="Title"
        maxLength={200}
        value={wordOf(objectOf(document, 'info').title)}
        onChange={(event) => onEdit(setMember(['info', 'title'], event.target.value), 'title')}
      />
      <NameField
        label="Name of the tool"
        value={wordOf(workflow.workflowId)}
        taken={others}
        onRename={(to) => onEdit(setMember([...path, 'workflowId'], to))}
      />
      <TextAreaField
        label="Purpose"
        help="One sentence. Models and searches choose the tool by it."
        rows={2}
        value={wordOf(workflow.summary)}
        onChange={(event) => onEdit(setMember([...path, 'summary'], event.target.value || undefined), 'summary')}
      />
      <SelectField
        label="Visible to"
        value={wordOf(objectOf(document, 'x-agent').visibility) || 'public'}
        options={[
          { value: 'private', label: 'its owner' },
          { value: 'public', label: 'everyone' },
        ]}
        onChange={(event) => onEdit(setMember(['x-agent', 'visibility'], event.target.value))}
      />
      <WorkflowInputs model={model} onEdit={onEdit} />
      <OutputsSection
        title="Outputs"
        path={[...path, 'outputs']}
        holder={workflow}
        suggestions={listSources(model, model.steps.length).reverse()}
        onEdit={onEdit}
      />
      <p className="text-sm text-muted">Select a step in the graph or in the list to change it.</p>
    </div>
  );
}

const types = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;

function WorkflowInputs({ model: { workflow, at }, onEdit }: { model: WorkflowModel; onEdit: OnEdit }) {
  const path = ['workflows', at, 'inputs'] as const;
  const inputs = objectOf(workflow, 'inputs');
  const properties = objectOf(inputs, 'properties');
  const names = inputNames(workflow);
  const required = Array.isArray(inputs.required) ? inputs.required : [];
  const add = () => {
    let name = 'input';
    for (let count = 2; names.includes(name); count += 1) name = `input_${count}`;
    onEdit([
      ...(workflow.inputs === undefined ? [{ set: path, to: { type: 'object' } }] : []),
      { set: [...path, 'properties', name], to: { type: 'string' } },
    ]);
  };
  const require = (name: string, isRequired: boolean) => {
    const place = required.indexOf(name);
    if (isRequired) onEdit([{ insert: [...path, 'required', required.length], value: name }]);
    else if (place !== -1) onEdit([{ remove: [...path, 'required', place] }]);
  };
  const remove = (name: string) => {
    const place = required.indexOf(name);
    onEdit([
      ...(place === -1 ? [] : [{ remove: [...path, 'required', place] as const }]),
      { remove: [...path, 'properties', name] },
    ]);
  };
  return (
    <Section
      title="Inputs"
      action={
        <Button tone="quiet" icon={Plus} onClick={add}>
          Input
        </Button>
      }
    >
      {names.length === 0 && <p className="text-sm text-muted">None.</p>}
      {names.map((name) => (
        <InputFields
          key={name}
          name={name}
          names={names}
          property={properties[name]}
          path={path}
          required={required}
          onEdit={onEdit}
          onRequire={(isRequired) => require(name, isRequired)}
          onRemove={() => remove(name)}
        />
      ))}
    </Section>
  );
}

interface InputFieldsProps {
  name: string;
  names: readonly string[];
  property: JsonValue | undefined;
  path: YamlPath;
  required: readonly JsonValue[];
  onEdit: OnEdit;
  onRequire: (isRequired: boolean) => void;
  onRemove: () => void;
}

function InputFields({ name, names, property, path, required, onEdit, onRequire, onRemove }: InputFieldsProps) {
  const schema = isJsonObject(property) ? property : {};
  const label = name.slice(0, 60);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6.5rem_auto_auto] items-center gap-x-2 gap-y-1">
      <input
        aria-label={`Name of input ${label}`}
        className={classNames(smallField, 'font-mono')}
        defaultValue={name}
        onBlur={({ target }) => {
          if (target.value === name) return;
          if (!/^[\w-]+$/.test(target.value) || names.includes(target.value)) target.value = name;
          else {
            const place = required.indexOf(name);
            onEdit([
              { rename: [...path, 'properties', name], to: target.value },
              ...(place === -1 ? [] : [{ set: [...path, 'required', place] as const, to: target.value }]),
            ]);
          }
        }}
      />
      <select
        aria-label={`Type of input ${label}`}
        className={smallField}
        value={types.find((each) => each === schema.type) ?? ''}
        onChange={({ target }) => onEdit(setMember([...path, 'properties', name, 'type'], target.value || undefined))}
      >
        <option value="">other</option>
        {types.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <label className="flex items-center gap-1 text-sm">
        <input
          type="checkbox"
          className="accent-accent-fill"
          checked={required.includes(name)}
          onChange={({ target }) => onRequire(target.checked)}
        />
        required
      </label>
      <IconButton icon={X} label={`Remove input ${label}`} onClick={onRemove} />
      <input
        aria-label={`Description of input ${label}`}
        placeholder="What a person would say here"
        className={classNames(smallField, 'col-span-4')}
        value={wordOf(schema.description)}
        onChange={({ target }) =>
          onEdit(setMember([...path, 'properties', name, 'description'], target.value || undefined), `describe ${name}`)
        }
      />
    </div>
  );
}
