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

/** A complete AGIS document with three endpoints; the same that `dragoman agis new` writes. */
export async function agisStarter(): Promise<string> {
  const { writeStarter } = await import('@dragoman/agis');
  return writeStarter({ service: 'Appointments', host: 'appointments.example', domain: 'appointments' });
}
