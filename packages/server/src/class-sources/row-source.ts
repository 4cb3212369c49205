/** The interface of an opened data source. */
import type { RowQuery } from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';

/** One opened source. */
export interface RowSource {
  query(query: RowQuery): Promise<JsonObject[]>;
  close(): Promise<void>;
}
