/** The differences of two API versions as one self-contained HTML page. */
import { type ApiChange, changeEffects } from '../diff/change.js';
import type { ApiDifference } from '../diff/compare-apis.js';
import { type ChangeGroup, exampleOf, groupChanges, placeOf, versionLine } from './diff-groups.js';
import { escapeMarkup } from './escape-markup.js';
import { style } from './html-style.js';

/** Operations and changes of each that are shown at most. */
const shown = { groups: 400, changes: 100 };

/** How severe an effect looks. */
const looks: Readonly<Record<ApiChange['effect'], string>> = {
  breaking: 'error',
  undecided: 'warning',
  meaning: 'warning',
  compatible: 'info',
  description: 'info',
};

/** Writes the page. */
export function writeDiffHtml(difference: ApiDifference): string {
  const { counts } = difference;
  const groups = groupChanges(difference);
  const list = changeEffects.map((effect) => `<li class="${looks[effect]}"><b>${counts[effect]}</b> ${effect}</li>`);
  const more = groups.length > shown.groups ? `<p>… and ${groups.length - shown.groups} more operations</p>` : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>API changes</title><style>${style}</style></head>
<body><main><article><h1>API changes</h1><p>${escapeMarkup(versionLine(difference))}</p>
<ul class="counts">${list.join('')}</ul>${groups.slice(0, shown.groups).map(writeGroup).join('\n')}${more}</article></main></body></html>
`;
}

function writeGroup({ name, effect, changes }: ChangeGroup): string {
  const items = changes.slice(0, shown.changes).map(writeChange).join('');
  const more = changes.length > shown.changes ? `<li>… and ${changes.length - shown.changes} more</li>` : '';
  const isOpen = effect === 'breaking' || effect === 'undecided';
  return `<details${isOpen ? ' open' : ''}><summary>${escapeMarkup(name)} <small>${changes.length}</small></summary><ul>${items}${more}</ul></details>`;
}

function writeChange(change: ApiChange): string {
  const { effect, message, rule, pointer, side } = change;
  const example = exampleOf(change);
  const place = `${side === 'old' ? 'older document' : 'newer document'} ${pointer}${rule === undefined ? '' : ` · ${rule}`}`;
  return `<li class="${looks[effect]}"><b>${effect}</b> ${escapeMarkup(placeOf(change) + message)}<small>${escapeMarkup(place)}</small>${example === '' ? '' : `<pre>Counterexample: ${escapeMarkup(example)}</pre>`}</li>`;
}
