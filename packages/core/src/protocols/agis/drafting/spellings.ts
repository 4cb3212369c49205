/** Misspellings that are common in descriptions of services. */

/** The right spelling by the wrong one. */
export const spellings: Readonly<Record<string, string>> = Object.freeze({
  retreive: 'retrieve',
  retreives: 'retrieves',
  recieve: 'receive',
  recieves: 'receives',
  informations: 'information',
  existant: 'existing',
  avaliable: 'available',
  availble: 'available',
  avaible: 'available',
  exisiting: 'existing',
  sucessful: 'successful',
  specifed: 'specified',
  succesful: 'successful',
  seperate: 'separate',
});
