/** Checks that a designer opens a toolset only to sources that the designer owns. */
import type { Caller, Store } from '@dragoman/core/engine';
import type { FieldError, OpenSelection } from '@dragoman/model';
import { fault, invalidBody } from './import-request.js';

/** Throws when a source is unknown or owned by somebody else; both give the same error. */
export async function requireSources(
  { sources }: Pick<Store, 'sources'>,
  caller: Caller,
  open: OpenSelection | undefined,
): Promise<void> {
  const faults: FieldError[] = [];
  for (const [at, id] of (open?.sources ?? []).entries()) {
    const source = await sources.find(id);
    if (source !== undefined && (source.owner === caller.subject || caller.scopes.includes('admin'))) continue;
    faults.push(
      fault(
        `open.sources[${at}]`,
        `/open/sources/${at}`,
        `no source with id '${id.slice(0, 80)}'`,
        'toolset/no-source',
      ),
    );
  }
  if (faults.length > 0) throw invalidBody(faults);
}
