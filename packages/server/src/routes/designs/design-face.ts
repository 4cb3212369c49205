/** What a kind of design must say of itself, so that the routes which all kinds share can serve it. */
import type { Design, DesignerPorts } from '@dragoman/core/engine';
import type { ExampleDescription, RouteContext } from '@dragoman/core/http';
import type { Diagnostic, JsonObject, JsonValue, Visibility } from '@dragoman/model';

/** What a body asks for: the header, and the document that it makes of the one so far. */
export interface DesignBody {
  /** Only when it is created. */
  id?: string;
  name: string;
  visibility?: Visibility;
  grants?: string[];
  /** The document, given the one that there is. */
  document(before: JsonObject | undefined): JsonObject;
}

/** A design that is judged, and what is to be told with it. */
export interface JudgedDesign {
  findings: Diagnostic[];
  /** Members beside findings that only a look at the rest of the world can fill. */
  more?: JsonObject;
}

/** One kind of design. */
export interface DesignFace {
  kind: 'procedure' | 'team';
  plural: 'procedures' | 'teams';
  /** For descriptions: "An operating procedure". */
  what: string;
  /** Path that a creation is posted to. */
  createPath: '/toolsets/{id}/procedures' | '/teams';
  readBody(body: JsonValue, context: RouteContext, mode: 'create' | 'replace'): DesignBody;
  /** Throws when nothing can be created under this path. */
  admit?(ports: DesignerPorts, context: RouteContext): Promise<unknown>;
  /** Judges a document; what `refuses` holds true keeps it from being saved. */
  judge(ports: DesignerPorts, design: Pick<Design, 'id' | 'document'>, context: RouteContext): Promise<JudgedDesign>;
  refuses(document: JsonObject, findings: readonly Diagnostic[]): boolean;
  /** The document's own members as they are shown. */
  write(document: JsonObject): JsonObject;
  /** The same in lists. */
  summarise(document: JsonObject): JsonObject;
  /** What changed between two documents. */
  compare(before: JsonObject, after: JsonObject): JsonObject[];
  /** Schemas of the document's members in bodies and answers, and of what a judgement adds. */
  schemas: {
    body: JsonObject;
    required: string[];
    shown: JsonObject;
    summary: JsonObject;
    judged: JsonObject;
    change: JsonObject;
  };
  /** A body that the example routes can take. */
  example: ExampleDescription;
  /** The id that examples use. */
  exampleId: string;
}
