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
};
