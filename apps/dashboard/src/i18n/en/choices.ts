export const choices = {
  timeThere: (clock: string) => `It’s ${clock} there now.`,
  noZone: "No time zone found.",
  noCurrency: "No currency found.",
  createClient: (name: string) => `Create client “${name}”`,
  clientCreated: (name: string) => `Client “${name}” created`,
  createTask: (name: string) => `Create task “${name}”`,
  somebody: "Someone whose entries you can’t see",
  addPerson: "Add a person",
  addPersonOrTeam: "Add a person or team",
  remove: (name: string) => `Remove ${name}`,
};
