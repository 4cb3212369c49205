/** The team as a whole: its name, its first member, its limit, and who may see it. */
import { SelectField, TextAreaField, TextField } from '../../components/field.js';
import type { OnEdit } from '../../components/on-edit.js';
import type { DraftTeam } from './team-document.js';

/** The panel. */
export function TeamPanel({ team, onEdit }: { team: DraftTeam; onEdit: OnEdit }) {
  const { document, name, entry, mostTools, members } = team;
  const text = (member: string) => (typeof document[member] === 'string' ? document[member] : '');
  return (
    <div className="flex flex-col gap-4 p-4">
      <TextField
        label="Name"
        maxLength={200}
        value={name}
        onChange={(event) => onEdit([{ set: ['name'], to: event.target.value }], 'name')}
      />
      <TextAreaField
        label="Description"
        rows={2}
        value={text('description')}
        onChange={(event) => onEdit([{ set: ['description'], to: event.target.value }], 'description')}
      />
      <SelectField
        label="First member"
        value={entry}
        options={[...new Set([entry, ...members.map((member) => member.name)])].map((value) => ({
          value,
          label: value || 'none',
        }))}
        onChange={(event) => onEdit([{ set: ['entry'], to: event.target.value }])}
      />
      <TextField
        type="number"
        min={1}
        max={500}
        label="Tools per member at most"
        help="The more tools a model sees, the more often it calls the wrong one."
        value={mostTools}
        onChange={(event) => onEdit([{ set: ['most_tools'], to: Number(event.target.value) }], 'most_tools')}
      />
      <SelectField
        label="Visible to"
        value={text('visibility') || 'private'}
        options={[
          { value: 'private', label: 'its owner' },
          { value: 'public', label: 'everyone' },
        ]}
        onChange={(event) => onEdit([{ set: ['visibility'], to: event.target.value }])}
      />
      <p className="text-sm text-muted">
        Select a member to change it. Draw an edge from one member to another for a hand-over.
      </p>
    </div>
  );
}
