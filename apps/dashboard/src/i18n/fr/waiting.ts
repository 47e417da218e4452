import type { waiting as en } from "#i18n/en/waiting.ts";

export const waiting: typeof en = {
  title: "À faire par vous",
  sentBack: (period) => `${period} : cette période a été renvoyée`,
  by: (who) => `par ${who}`,
  noteBy: (who, note) => `par ${who} : « ${note} »`,
  due: (period) => `${period} : cette période n’est pas encore soumise`,
  dueMany: {
    one: "période n’est pas encore soumise",
    many: "de périodes ne sont pas encore soumises",
    other: "périodes ne sont pas encore soumises",
  },
  approve: {
    one: "feuille de temps à valider",
    many: "de feuilles de temps à valider",
    other: "feuilles de temps à valider",
  },
  more: (names, count) => `${names} et ${count} de plus`,
  correct: "Corriger",
  submit: "Soumettre",
  review: "Vérifier",
  dismiss: (what) => `Masquer : ${what}`,
};
