// Generated from the server's declarations by `npm run generate`; never edited.

export const kinds = {
  time_missing: "Temps manquant",
  timer_running_long: "Minuteur oublié",
  timesheet_due: "Feuille de temps à soumettre",
  timesheet_submitted: "Feuille de temps soumise",
  timesheet_decided: "Feuille de temps validée, renvoyée ou rouverte",
  budget: "Seuils des budgets",
  digest: "Résumé hebdomadaire de votre équipe",
};

export const hints = {
  time_missing: "Le matin qui suit un jour ouvré pour lequel vous n’avez pas enregistré de temps.",
  timer_running_long: "Quand votre minuteur tourne depuis dix heures.",
  timesheet_due: "Quand une période est terminée et que vous n’avez pas encore soumis votre feuille de temps.",
  timesheet_submitted: "Quand une personne dont vous validez le temps soumet une feuille de temps.",
  timesheet_decided: "Quand quelqu’un valide, renvoie ou rouvre votre feuille de temps.",
  budget: "Quand un budget atteint un seuil. Réservé aux propriétaires, aux administrateurs et aux gestionnaires.",
  digest: "Le lundi, pour les personnes qui voient le temps des autres.",
};
