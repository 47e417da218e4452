import type { addEntry as en } from "#i18n/en/add-entry.ts";

export const addEntry: typeof en = {
  day: "Sur quoi avez-vous travaillé ?",
  example: "9-10:30 @acme facturation\n45m appel #ventes\nhier 2h docs",
  hint: 'Une entrée par ligne. @ désigne un projet, # une étiquette ; deux mots : @"Online shop".',
  orFields: "Ou remplissez les champs :",
  defaults: "Valable jusqu’à ce qu’une ligne désigne un projet ou un jour :",
  add: (entries) => `Ajouter ${entries}`,
  faulty: {
    one: "ligne reste ici jusqu’à ce qu’elle soit correcte.",
    many: "de lignes restent ici jusqu’à ce qu’elles soient correctes.",
    other: "lignes restent ici jusqu’à ce qu’elles soient correctes.",
  },
  noProject: (name) => `le projet « ${name} » n’existe pas.`,
  noTask: (task, project) => `aucune tâche « ${task} » n’est ouverte dans « ${project} ».`,
  createTask: (name) => `Créer la tâche « ${name} »`,
  reopenTask: (name) => `Rouvrir la tâche « ${name} »`,
  missing: {
    time: "ajoutez une durée comme 45m, ou des heures comme 9-10:30.",
    start:
      "ajoutez une heure de début, comme dans 9-10:30 ou 9:15 45m, car les entrées de ce jour ne peuvent pas être chargées.",
    project: "ajoutez un projet : saisissez @ et son nom.",
  },
  locked: {
    lockDate: "ce jour précède la date de verrouillage.",
    timesheet: "ce jour fait partie d’une feuille de temps soumise.",
  },
  long: (duration) => `${duration}, c’est très long.`,
  agree: "C’est exact",
  startAt: (time) => `Commencer à ${time}`,
  endAt: (time) => `Terminer à ${time}`,
  endEarlierAt: (time) => `Terminer l’autre à ${time}`,
};
