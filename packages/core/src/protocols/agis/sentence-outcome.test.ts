import { createWords } from '@dragoman/agis';
import { describe, expect, it } from 'vitest';
import { actionSentence } from './action-sentence.js';
import { outcomeFromSentence } from './sentence-outcome.js';

const words = createWords();

describe('the outcome of a sentence', () => {
  it.each([
    ['Refund a captured payment', 'reversible', 'The captured payment is refunded'],
    ['Weigh a sealed or half open, foreign parcel', 'reversible', 'The sealed or half open foreign parcel is weighed'],
    ['Moves the parcel again from the point where it stopped', 'reversible', 'The parcel is moved'],
    [
      'Update crane and winch configuration',
      'reversible',
      'The crane and winch configuration has the requested values',
    ],
    ['Delete a parcel or parcels', 'irreversible', 'The parcel or parcels no longer exist'],
    ['Creates a pay item', 'reversible', 'A new pay item exists as requested'],
    ['Delete Multiple Reviews', 'irreversible', 'The reviews no longer exist'],
    ['Remove a member from a team', 'reversible', 'The member is removed from a team'],
    [
      'Updates the transit class referenced by the given ID.',
      'reversible',
      'The transit class has the requested values',
    ],
    ['Add or replace documents', 'reversible', 'The documents are added or replaced'],
    ['Submit an encrypted number to obtain a token', 'reversible', 'The encrypted number is submitted'],
    ['Use this endpoint to log out the current user', 'reversible', 'The current user is logged out'],
    ['Lists the users assigned to a group.', 'informational', 'The users assigned to a group are returned'],
    ['Returns a list of all events for a call', 'informational', 'A list of all events for a call is returned'],
    ['Search for similar products by link', 'informational', 'The matching similar products are returned'],
    ['Checks whether an address is free', 'informational', 'Whether an address is free is returned'],
    ['Get an SMS', 'informational', 'The requested SMS is returned'],
    ['Respond to an application', 'reversible', 'The application is responded to'],
    ['Create or update a user', 'reversible', 'The user exists as requested'],
    ['Approve changes to a page', 'reversible', 'The changes to a page are approved'],
    ['Change the rule that determines to which host calls go', 'reversible', 'The rule has the requested values'],
    ['Set the status to OPEN, CLOSED or LOST', 'reversible', 'The status is set to OPEN, CLOSED or LOST'],
    ['Delete a Mail-to-SMS Allowed Address', 'irreversible', 'The Mail-to-SMS allowed address no longer exists'],
    ['Searches a site for any questions', 'informational', 'The matching questions are returned'],
    ['Gets all the notes that the user wrote', 'informational', 'The requested notes are returned'],
    ['Get the badges the users have earned', 'informational', 'The badges are returned'],
    ['Verify that a code is valid', 'informational', 'Whether a code is valid is returned'],
    ['Execute a stored query', 'informational', 'The result of the stored query is returned'],
    ['List berth', 'informational', 'The berths are returned'],
    ['Deletes the specified network peering', 'irreversible', 'The specified network peering no longer exists'],
    ['Lists reactions made by a user', 'informational', 'The reactions are returned'],
    ['Simulate the return(s) of one asset', 'reversible', 'The returns of one asset are simulated'],
    ['Update the content filtering settings', 'reversible', 'The content filtering settings have the requested values'],
    ['Get a check that you requested', 'informational', 'The requested check is returned'],
    ['Count all attachments', 'informational', 'The number of attachments is returned'],
    ['Query the domain database', 'informational', 'The search results are returned'],
    ['Undoes the last step', 'reversible', 'The last step is undone'],
    ['Make a payment', 'reversible', 'The payment is made'],
    ['Allows the details of a team to be retrieved', 'informational', 'The details of a team are retrieved'],
    ['Immediately cancel a fine-tune job', 'reversible', 'The fine-tune job is canceled'],
    ['Reboots a server gracefully by sending a signal', 'reversible', 'The server is rebooted'],
    ['Get the questions the user named by a token has asked', 'informational', 'The questions are returned'],
    ['Lists the repositories Octopus can access', 'informational', 'The repositories are returned'],
    ['Gets a county given its unique id', 'informational', 'The requested county is returned'],
    ['Signs a receipt and stores it in the archive', 'reversible', 'The receipt is signed'],
    ['Update a reply to a given review', 'reversible', 'The reply has the requested values'],
    ['Remove a lock to a room', 'reversible', 'The lock to a room is removed'],
    ['Replace all characters matched by a word', 'reversible', 'The characters are replaced'],
    ['Create a single order or multiple orders', 'reversible', 'A new order exists as requested'],
    ['Get historical and forecast weather', 'informational', 'The historical and forecast weather is returned'],
    ['List outlets near a place', 'informational', 'The outlets near a place are returned'],
    ['Get the wikis of a tag', 'informational', 'The wikis of a tag are returned'],
    ['List delays relevant for a station', 'informational', 'The delays relevant for a station are returned'],
    ['Validate a bank account', 'informational', 'The validation result for the bank account is returned'],
    ['Enable a data source', 'reversible', 'The data source is enabled'],
    ['Search a namespace, using a vector', 'informational', 'The search results are returned'],
    [
      'Get a page showing all rooms linked to a house',
      'informational',
      'A page showing all rooms linked to a house is returned',
    ],
    ['Request to delete a podcast', 'reversible', 'The request is submitted'],
    ['Delete a list of products', 'irreversible', 'The products no longer exist'],
    ['Create/modify/delete variables', 'reversible', 'The variables are created, modified or deleted'],
    ['Rename or move/migrate an instance', 'reversible', 'The instance is renamed, moved or migrated'],
    ['Create a new session, or return an existing session', 'reversible', 'The session exists as requested'],
    ['Update Metadata For A Speaker', 'reversible', 'The metadata for a speaker has the requested values'],
    ["Get a user's unread notifications", 'informational', "The user's unread notifications are returned"],
    [
      'Retrieve login form and/or user information',
      'informational',
      'The login form and/or user information is returned',
    ],
    ['Delete Existing Invitation', 'irreversible', 'The invitation no longer exists'],
    ['Get popular cars on national, state, city level', 'informational', 'The popular cars are returned'],
    ['List titles matching a word', 'informational', 'The titles matching a word are returned'],
    ['Mark a payment as paid', 'reversible', 'The payment is marked as paid'],
  ] as const)('%s → %s: %s', (sentence, impact, outcome) => {
    const [method = ''] = sentence.split(' ');
    expect(outcomeFromSentence({ sentence, method, impact, words })).toBe(outcome);
  });

  it.each([
    ['a title', 'PAN Verification Record'],
    ['a title that begins with a noun', 'Email QR Code'],
    ['no object', 'Register'],
    ['a clause instead of an object', 'Confirm all documents are uploaded'],
    ['a vague verb', 'Performs the operation'],
    ['another language', 'Crear un usuario'],
    ['nothing', ''],
    ['a verb that contradicts the impact', 'Get the berth'],
    ['punctuation', '/ / /'],
    ['a verb that only carries the action', 'Sends a signal to a broker to cancel the job'],
    ['two verbs in a row', 'Help diagnose problems'],
    ['the first of several things', 'Find a movie, series or episode, by title'],
  ])('is not made of %s', (_, sentence) => {
    expect(outcomeFromSentence({ sentence, method: 'CREATE', impact: 'reversible', words })).toBeUndefined();
  });
});

describe('the action of a sentence', () => {
  it.each([
    ['When a run waits, this endpoint can be used to submit the outputs', 'Submit the outputs'],
    ['Batch operation for retrieving repositories by ID', 'Retrieve repositories by ID'],
    ['Elements: Get by Id', 'Get Elements by Id'],
    ['push sign-in request See: https://example.com/x', 'Push sign-in request'],
    ['Books a berth', 'Books a berth'],
    ['Note: this is slow', 'Note: this is slow'],
    ['3. Get the fee', 'Get the fee'],
    ['DEPRECATED. Weigh a parcel', 'Weigh a parcel'],
    ['Discover Identifiers ** EXPERIMENTAL', 'Discover Identifiers'],
    ['Once you are done, call this endpoint to lock your account', 'Lock your account'],
    ['List of all hooks', 'List all hooks'],
    ['Berth List', 'List Berths'],
    ['Address Validation - GetPlaceByIP', 'Get place by IP'],
    ['Deletes rules - one by one', 'Deletes rules - one by one'],
    ['Undo - Undoes the last step', 'Undoes the last step'],
    ['Try and find links', 'Find links'],
    ['Mail Verify', 'Verify Mail'],
    ['Suspend relay endpoint', 'Suspend relay endpoint'],
    ['Get weather endpoint', 'Get weather'],
    ['To fetch a place, use this method', 'Fetch a place'],
    ['The method getuser returns a user', 'Returns a user'],
    ['The "More Like This" call returns similar records', 'Returns similar records'],
    ['A collection of all rooms', 'List all rooms'],
    ['HTTP PUT (update) a note', 'Update a note'],
    ['Getting the status', 'Get the status'],
    ['Handle GET request for rooms', 'Get rooms'],
    ['HEAD to get the status', 'Get the status'],
    ['Order Created', 'Subscribe to be notified when an order is created'],
  ])('%s → %s', (given, action) => {
    expect(actionSentence(given, words)).toBe(action);
  });
});
