/** A first document for a new service: complete at level 2, with a comment wherever the author will change it. */

/** The service that the document describes. */
export interface StarterOptions {
  /** Name of the service. */
  service: string;
  /** Host of its AGTP address. */
  host: string;
  domain: string;
}

/** The YAML text. The given values are quoted, so that no name can break it. */
export function writeStarter({ service, host, domain }: StarterOptions): string {
  const namespace = service
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return template
    .replaceAll('{{service}}', () => JSON.stringify(service))
    .replaceAll('{{agtp}}', () => JSON.stringify(`agtp://${host}`))
    .replaceAll('{{domain}}', () => JSON.stringify(domain))
    .replaceAll('{{namespace}}', () => JSON.stringify(namespace === '' ? 'my-service' : namespace));
}

const template = `# An AGIS document: what the service can do, what it means, and how to call it.
# Validate it with "dragoman agis validate", format it with "dragoman agis fmt --write".
agis: "1.0"
service: {{service}}
agtp: {{agtp}}
description: Finds free appointments and books them
version: 0.1.0

# JSON Schemas that several endpoints reference.
schemas:
  appointment:
    type: object
    properties:
      appointment_id: {type: string, description: Identifier of the appointment}
      starts_at: {type: string, format: date-time, description: When it begins}
      status: {type: string, enum: [CONFIRMED, CANCELLED], description: Current status}
    required: [appointment_id, starts_at, status]

endpoints:
  # A method is one verb in its base form; a path is made of nouns.
  - method: FIND
    path: /appointment-slot
    semantic:
      # One sentence that says what the endpoint does for the caller.
      intent: Finds free appointment slots on the day that the caller asks for
      actor: agent
      # One sentence that describes the verifiable state afterwards.
      outcome: A list of free slots with their times is returned
      capability: discovery
      confidence_guidance: 0.5
      impact_tier: informational
      is_idempotent: true
      # Phrases that users say for a parameter.
      parameter_hints:
        day: [tomorrow, next Tuesday, on the 12th]
    input:
      type: object
      properties:
        day: {type: string, format: date, description: Day to search}
      required: [day]
    output:
      type: object
      properties:
        slots:
          type: array
          items:
            type: object
            properties:
              slot_id: {type: string, description: Identifier of the slot}
              starts_at: {type: string, format: date-time, description: When it begins}
            required: [slot_id, starts_at]
      required: [slots]
    errors:
      - {name: day_in_the_past, description: The day is over}

  - method: BOOK
    path: /appointment
    semantic:
      intent: Books one free slot for the person the agent acts for
      actor: agent
      outcome: An appointment exists with status CONFIRMED
      capability: transaction
      # Confidence that an agent needs to do this unattended; 0.85 or more for irreversible actions.
      confidence_guidance: 0.85
      impact_tier: reversible
      is_idempotent: false
      parameter_hints:
        slot_id: [the first one, the one at ten]
      # State of a field in the result, before and after.
      state_transition:
        appointment.status: NONE -> CONFIRMED
    input:
      type: object
      properties:
        slot_id: {type: string, description: Slot that FIND has returned}
        name: {type: string, description: Name of the person}
      required: [slot_id, name]
    output:
      $ref: "#/schemas/appointment"
    errors:
      - {name: slot_taken, description: Somebody else was faster}
      - {name: slot_unknown, description: There is no such slot}

  - method: CANCEL
    path: /appointment/{appointment_id}
    semantic:
      intent: Cancels an appointment that has not begun
      actor: agent
      outcome: The appointment has status CANCELLED and its slot is free again
      capability: modification
      confidence_guidance: 0.9
      impact_tier: irreversible
      is_idempotent: true
      parameter_hints:
        appointment_id: [my appointment, the one on Friday]
      state_transition:
        appointment.status: CONFIRMED -> CANCELLED
    input:
      type: object
      properties:
        appointment_id: {type: string, description: Identifier of the appointment}
      required: [appointment_id]
    output:
      $ref: "#/schemas/appointment"
    errors:
      - {name: appointment_not_found, description: No appointment has this identifier}
      - {name: appointment_began, description: It is too late to cancel}

# Exactly the verbs that the endpoints use.
vocabulary:
  declared_verbs: [FIND, BOOK, CANCEL]
  domain: {{domain}}
  namespace: {{namespace}}
`;
