import type { choices as en } from "#i18n/en/choices.ts";

export const choices: typeof en = {
  timeThere: (clock) => `Heure locale actuelle : ${clock}`,
  noZone: "Aucun fuseau horaire trouvé.",
  noCurrency: "Aucune devise trouvée.",
  createClient: (name) => `Créer le client « ${name} »`,
  clientCreated: (name) => `Client « ${name} » créé`,
  createTask: (name) => `Créer la tâche « ${name} »`,
  somebody: "Une personne dont vous ne pouvez pas voir les entrées",
  addPerson: "Ajouter une personne",
  addPersonOrTeam: "Ajouter une personne ou une équipe",
  remove: (name) => `Retirer ${name}`,
};
