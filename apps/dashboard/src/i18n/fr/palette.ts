import type { Catalogue } from "#i18n/catalogue.ts";

export const palette: Catalogue["palette"] = {
  placeholder: "Rechercher ou ajouter des entrées : 9-10:30 @projet revue, 45m appel",
  commands: "Commandes",
  nothing: "Aucun résultat.",
  hint: "Pour ajouter des entrées, saisissez-les ainsi : 9-10:30 revue @projet #étiquette, 45m appel, hier 2h docs. Appuyez ensuite sur la touche Entrée.",
  goTo: "Aller à",
  command: "Commande",
  startOn: "Démarrer le minuteur",
  goOn: "Reprendre",
  write: (entries) => `Ajouter ${entries}`,
  written: (entries) => `Ajout : ${entries}`,
  entry: { one: "entrée", many: "d’entrées", other: "entrées" },
  noProject: (name) => `le projet « ${name} » n’existe pas.`,
  missing: {
    time: "ajoutez une durée comme 45m, ou des heures comme 9-10:30.",
    start:
      "ajoutez une heure de début, comme dans 9-10:30 ou 9:15 45m, car les entrées de ce jour ne peuvent pas être chargées.",
    skipped: "cette heure n’existe pas ce jour-là (changement d’heure) : saisissez-en une autre.",
    project: "ajoutez un projet : saisissez @ et son nom.",
  },
  locked: {
    lockDate: "ce jour précède la date de verrouillage.",
    timesheet: "ce jour fait partie d’une feuille de temps soumise.",
  },
  long: (duration) => `${duration}, c’est très long.`,
  agree: "C’est exact",
  startAt: (time) => `Commencer à ${time}`,
};
