import type { Catalogue } from "#i18n/catalogue.ts";

export const palette: Catalogue["palette"] = {
  placeholder: "Rechercher ou ajouter des entrées : 9-10:30 @projet revue, 45m appel",
  commands: "Commandes",
  groups: {
    recent: "Récentes",
    screens: "Aller à",
    commands: "Commandes",
    projects: "Projets",
    entries: "Entrées",
  },
  nothing: "Aucun résultat.",
  hint: "Pour ajouter des entrées, saisissez-les ainsi : 9-10:30 revue @projet #étiquette, 45m appel, hier 2h docs. Appuyez ensuite sur la touche Entrée.",
  goTo: "Aller à",
  command: "Commande",
  startOn: "Démarrer le minuteur",
  goOn: "Reprendre",
  write: (entries) => `Ajouter ${entries}`,
  written: (entries) => `Ajout : ${entries}`,
  entry: { one: "entrée", many: "d’entrées", other: "entrées" },
  sum: (entries, time) => `${entries}, ${time} à ajouter.`,
  skipped: "cette heure n’existe pas ce jour-là (changement d’heure) : saisissez-en une autre.",
};
