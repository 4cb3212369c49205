/** The objects of OpenAPI 3.x. */
import { schemaMembers } from './json-schema.js';
import type { Format, MemberRow } from './shape.js';

const reference: MemberRow = ['string', 'Uses an object that is defined elsewhere, by its pointer.'];
const description: MemberRow = ['string', 'Explains it in CommonMark.'];
const operation = (what: string): MemberRow => ['Operation', what];

const content: MemberRow = ['Media{}', 'The body by media type, such as application/json.'];

const parameterValue: Readonly<Record<string, MemberRow>> = {
  description,
  required: ['boolean', 'Whether callers must give it. Path parameters are always required.'],
  deprecated: ['boolean', 'Whether callers should stop giving it.'],
  allowEmptyValue: ['boolean', 'Whether a query parameter may have no value.'],
  style: [
    "'simple' | 'form' | 'matrix' | 'label' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'",
    'How arrays and objects are written.',
  ],
  explode: ['boolean', 'Whether each item becomes a parameter of its own.'],
  allowReserved: ['boolean', 'Whether reserved characters stay as they are.'],
  schema: ['Schema', 'The type of the value.'],
  example: ['any', 'A sample value.'],
  examples: ['Example{}', 'Sample values by name.'],
  content,
  $ref: reference,
};

/** OpenAPI documents. */
export const openApiFormat: Format = {
  root: 'Document',
  shapes: {
    Document: {
      openapi: ["'3.1.1' | '3.1.0' | '3.0.4' | '3.0.3' | '3.2.0'!", 'Version of the OpenAPI specification.'],
      info: ['Info!', 'Title, version and owner of the API.'],
      jsonSchemaDialect: ['string', 'Default dialect of the schemas.'],
      servers: ['Server[]', 'Base URLs of the API.'],
      paths: ['PathItem{}', 'The operations by path.'],
      webhooks: ['PathItem{}', 'Requests that the API sends to its users.'],
      components: ['Components', 'Parts that are defined once and used by reference.'],
      security: ['Requirement[]', 'How callers identify themselves, unless an operation says otherwise.'],
      tags: ['Tag[]', 'Groups of operations, with their descriptions.'],
      externalDocs: ['ExternalDocs', 'More documentation on another page.'],
    },
    Info: {
      title: ['string!', 'Name of the API.'],
      version: ['string!', 'Version of this description, not of OpenAPI.'],
      summary: ['string', 'One line about the API.'],
      description,
      termsOfService: ['string', 'URL of the terms of use.'],
      contact: ['Contact', 'Who to ask.'],
      license: ['License', 'Under which terms the API may be used.'],
    },
    Contact: { name: ['string', 'Person or team.'], url: ['string', 'Page.'], email: ['string', 'Address.'] },
    License: {
      name: ['string!', 'Name of the license.'],
      identifier: ['string', 'SPDX expression.'],
      url: ['string', 'Page with its text.'],
    },
    Server: {
      url: ['string!', 'Base URL; {variables} in braces.'],
      description,
      name: ['string', 'Short name of the server.'],
      variables: ['ServerVariable{}', 'The variables of the URL.'],
    },
    ServerVariable: {
      default: ['string!', 'Value that applies when the caller chooses none.'],
      enum: ['string[]', 'The only values that are allowed.'],
      description,
    },
    PathItem: {
      summary: ['string', 'One line about all operations of the path.'],
      description,
      get: operation('Reads; has no side effects.'),
      put: operation('Replaces; the same call twice has the effect of one.'),
      post: operation('Creates or does something; each call may have an effect of its own.'),
      delete: operation('Removes.'),
      patch: operation('Changes a part.'),
      options: operation('Describes what can be done.'),
      head: operation('Reads the headers only.'),
      trace: operation('Returns the request as it arrived.'),
      query: operation('OpenAPI 3.2: a read with a body.'),
      servers: ['Server[]', 'Base URLs of this path only.'],
      parameters: ['Parameter[]', 'Inputs that all operations of the path share.'],
      $ref: reference,
    },
    Operation: {
      operationId: [
        'string',
        'Unique name. Agents see it as the name of the tool, so it should say what the operation does.',
      ],
      summary: ['string', 'What the operation does, in one line.'],
      description: ['string', 'When to use the operation and when not, and its side effects.'],
      tags: ['string[]', 'Groups that the operation belongs to.'],
      parameters: ['Parameter[]', 'Inputs in the path, the query, headers and cookies.'],
      requestBody: ['RequestBody', 'The body that callers send.'],
      responses: ['Response{}', 'Responses by status code; "default" stands for all others.'],
      callbacks: ['PathItem{}{}', 'Requests that the API sends later because of this call.'],
      deprecated: ['boolean', 'Whether callers should stop using it.'],
      security: ['Requirement[]', 'How callers identify themselves; an empty list means not at all.'],
      servers: ['Server[]', 'Base URLs of this operation only.'],
      externalDocs: ['ExternalDocs', 'More documentation on another page.'],
    },
    Parameter: {
      name: ['string!', 'Name on the wire.'],
      in: ["'path' | 'query' | 'header' | 'cookie'!", 'Part of the request that carries it.'],
      ...parameterValue,
    },
    Header: parameterValue,
    RequestBody: {
      description,
      content: ['Media{}!', content[1]],
      required: ['boolean', 'Whether the body must be sent.'],
      $ref: reference,
    },
    Media: {
      schema: ['Schema', 'The type of the body.'],
      example: ['any', 'A sample body.'],
      examples: ['Example{}', 'Sample bodies by name.'],
      encoding: ['Encoding{}', 'How parts of a form are written.'],
      itemSchema: ['Schema', 'OpenAPI 3.2: the type of each item of a stream.'],
    },
    Encoding: {
      contentType: ['string', 'Media type of the part.'],
      headers: ['Header{}', 'Headers of the part.'],
      style: ['string', 'How arrays and objects are written.'],
      explode: ['boolean', 'Whether each item becomes a part of its own.'],
    },
    Response: {
      description: ['string!', 'What this response means.'],
      headers: ['Header{}', 'Headers of the response.'],
      content,
      links: ['Link{}', 'Operations that can follow, with values from this response.'],
      $ref: reference,
    },
    Link: {
      operationId: ['string', 'The operation that can follow.'],
      operationRef: ['string', 'Pointer to the operation that can follow.'],
      parameters: ['any{}', 'Values of its parameters, as expressions.'],
      requestBody: ['any', 'Its body, as an expression.'],
      description,
      $ref: reference,
    },
    Example: {
      summary: ['string', 'One line about the sample.'],
      description,
      value: ['any', 'The sample.'],
      externalValue: ['string', 'URL of the sample.'],
      $ref: reference,
    },
    Components: {
      schemas: ['Schema{}', 'Types by name.'],
      responses: ['Response{}', 'Responses by name.'],
      parameters: ['Parameter{}', 'Parameters by name.'],
      examples: ['Example{}', 'Samples by name.'],
      requestBodies: ['RequestBody{}', 'Bodies by name.'],
      headers: ['Header{}', 'Headers by name.'],
      securitySchemes: ['SecurityScheme{}', 'Ways to identify callers, by name.'],
      links: ['Link{}', 'Links by name.'],
      callbacks: ['PathItem{}{}', 'Callbacks by name.'],
      pathItems: ['PathItem{}', 'Paths by name.'],
    },
    SecurityScheme: {
      type: ["'http' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'mutualTLS'!", 'The kind of credential.'],
      description,
      name: ['string', 'For apiKey: name of the header, query parameter or cookie.'],
      in: ["'header' | 'query' | 'cookie'", 'For apiKey: part of the request that carries it.'],
      scheme: ["'bearer' | 'basic' | 'digest'", 'For http: the authentication scheme.'],
      bearerFormat: ['string', 'For bearer: a hint, such as JWT.'],
      flows: ['Flows', 'For oauth2: how a token is obtained.'],
      openIdConnectUrl: ['string', 'For openIdConnect: URL of the provider metadata.'],
      $ref: reference,
    },
    Flows: {
      authorizationCode: ['Flow', 'A person agrees in a browser.'],
      clientCredentials: ['Flow', 'A program acts on its own behalf.'],
      implicit: ['Flow', 'Obsolete: the token comes in the URL.'],
      password: ['Flow', 'Obsolete: the program gets the password.'],
    },
    Flow: {
      authorizationUrl: ['string', 'Page where a person agrees.'],
      tokenUrl: ['string', 'URL that issues tokens.'],
      refreshUrl: ['string', 'URL that renews tokens.'],
      scopes: ['string{}', 'Scopes with what they allow.'],
    },
    Requirement: { '*': ['string[]', 'The scopes that are needed.'] },
    Tag: {
      name: ['string!', 'Name of the group.'],
      description,
      externalDocs: ['ExternalDocs', 'More documentation on another page.'],
    },
    ExternalDocs: { url: ['string!', 'Address of the page.'], description },
    Discriminator: {
      propertyName: ['string!', 'The member that decides.'],
      mapping: ['string{}', 'Its values, with the schema that applies.'],
    },
    Schema: schemaMembers,
  },
};
