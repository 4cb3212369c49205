/** The interface that a kind of design implements, so that the common routes can serve it. */
import type { Design, DesignerPorts } from '@dragoman/core/engine';
import type { ExampleDescription, RouteContext } from '@dragoman/core/http';
import type { Diagnostic, JsonObject, JsonValue, Visibility } from '@dragoman/model';

/** A parsed request body: the header, and the document that it makes from the current one. */
export interface DesignBody {
  /** Only on creation. */
  id?: string;
  name: string;
  visibility?: Visibility;
  grants?: string[];
  /** Returns the new document, given the current one. */
  document(before: JsonObject | undefined): JsonObject;
}

/** Evaluation of a design. */
export interface EvaluatedDesign {
  findings: Diagnostic[];
  /** Further members that depend on other objects. */
  more?: JsonObject;
}

/** One kind of design. */
export interface DesignFace {
  kind: 'procedure' | 'team';
  plural: 'procedures' | 'teams';
  /** For descriptions: "An operating procedure". */
  what: string;
  /** Path of the create operation. */
  createPath: '/toolsets/{id}/procedures' | '/teams';
  readBody(body: JsonValue, context: RouteContext, mode: 'create' | 'replace'): DesignBody;
  /** Throws when nothing can be created under this path. */
  admit?(ports: DesignerPorts, context: RouteContext): Promise<unknown>;
  /** Evaluates a document; findings for which `refuses` is true prevent saving. */
  evaluate(
    ports: DesignerPorts,
    design: Pick<Design, 'id' | 'document'>,
    context: RouteContext,
  ): Promise<EvaluatedDesign>;
  refuses(document: JsonObject, findings: readonly Diagnostic[]): boolean;
  /** Writes the members of the document. */
  write(document: JsonObject): JsonObject;
  /** Writes the members of the document for lists. */
  summarize(document: JsonObject): JsonObject;
  /** Returns the differences between two documents. */
  compare(before: JsonObject, after: JsonObject): JsonObject[];
  /** Schemas of the document's members in requests and responses, and of what an evaluation adds. */
  schemas: {
    body: JsonObject;
    required: string[];
    shown: JsonObject;
    summary: JsonObject;
    evaluated: JsonObject;
    change: JsonObject;
  };
  /** A valid example body. */
  example: ExampleDescription;
  /** The id used in examples. */
  exampleId: string;
}
