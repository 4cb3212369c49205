/** First texts for authors who begin with nothing. */

/** A small OpenAPI document with one operation. */
export const openApiStarter = `openapi: 3.1.0
info:
  title: Appointments
  version: 0.1.0
servers:
  - url: https://api.example
paths:
  /slots:
    get:
      operationId: find_slots
      summary: Find free appointment slots
      description: >-
        Lists the free slots of one day. Use it before an appointment is booked.
        Do not use it to look up booked appointments. No side effects.
      parameters:
        - name: day
          in: query
          required: true
          description: Day to search, such as 2026-05-12.
          schema: { type: string, format: date }
      responses:
        '200':
          description: The free slots.
          content:
            application/json:
              schema:
                type: object
                properties:
                  slots:
                    type: array
                    description: Free slots, the earliest first.
                    maxItems: 100
                    items: { type: string, format: date-time, description: Start of the slot. }
`;

/** A small AGIS document with one endpoint. */
export const agisStarter = `agis: "1.0"
service: Appointments
agtp: agtp://appointments.example
endpoints:
  - method: FIND
    path: /appointment-slot
    semantic:
      intent: Finds free appointment slots on the day that the caller asks for
      actor: agent
      outcome: A list of free slots with their times is returned
      capability: discovery
      confidence_guidance: 0.5
      impact_tier: informational
      is_idempotent: true
    input:
      type: object
      properties:
        day: {type: string, format: date, description: Day to search}
      required: [day]
    output:
      type: object
      properties:
        slots: {type: array, items: {type: string}, description: Start times}
      required: [slots]
    errors:
      - {name: day_in_the_past, description: The day is over}
vocabulary:
  declared_verbs: [FIND]
`;
