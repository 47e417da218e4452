import type { addEntry as en } from "#i18n/en/add-entry.ts";

export const addEntry: typeof en = {
  day: "Saisir votre journée",
  example: "9-10:30 @acme facturation\n45m appel #ventes\nhier 2h docs",
  hint: "Une entrée par ligne.",
  keys: "Appuyez sur Ctrl + Entrée (⌘ + Entrée) pour ajouter les entrées.",
  orFields: "Ou remplissez les champs :",
  defaults: "Pour les lignes sans projet ni jour :",
  add: (entries) => `Ajouter ${entries}`,
  faulty: {
    one: "ligne ne peut pas être ajoutée.",
    many: "de lignes ne peuvent pas être ajoutées.",
    other: "lignes ne peuvent pas être ajoutées.",
  },
  noTask: "Ce projet n’a aucune tâche ouverte. Choisissez un autre projet.",
};
