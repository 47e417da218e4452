import type { copyDay as en } from "#i18n/en/copy-day.ts";

export const copyDay: typeof en = {
  title: (entries) => `Copier ${entries}`,
  entry: { one: "entrée", many: "d’entrées", other: "entrées" },
  day: "Jour de destination",
  firstDay: "Premier jour",
  to: (day) => `Copier vers ${day}`,
  others: (entries) => `Copier le reste (${entries})`,
  tooMany: "Vous pouvez copier au plus 500 entrées à la fois. Sélectionnez-en moins.",
  notCopied: {
    one: "entrée ne peut pas être copiée :",
    many: "d’entrées ne peuvent pas être copiées :",
    other: "entrées ne peuvent pas être copiées :",
  },
  locked: (day) => `Le ${day} précède la date de verrouillage.`,
  archived: (project) => `Le projet « ${project} » est archivé.`,
  done: (task, project) => `La tâche « ${task} » du projet « ${project} » est terminée.`,
  gone: (entry) => `Vous n’avez plus accès au projet de l’entrée « ${entry} ».`,
};
