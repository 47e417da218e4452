import type { eventTypes as en } from "#i18n/en/event-types.ts";

export const eventTypes: typeof en = {
  "time_entry.created": "Une entrée de temps a été créée : à la main, par lot ou par l’arrêt d’un minuteur.",
  "time_entry.updated":
    "Une entrée de temps a été modifiée ; un nouveau tarif ou arrondi compte aussi comme une modification.",
  "time_entry.deleted": "Une entrée de temps a été supprimée. Elle peut être restaurée pendant 30 jours.",
  "time_entry.restored": "Une entrée de temps supprimée a été restaurée.",
  "timer.started": "Le minuteur d’un membre a été démarré.",
  "timer.updated": "Un minuteur en cours a été modifié.",
  "timer.stopped":
    "Un minuteur a été arrêté. L’objet est le minuteur tel qu’il tournait ; son temps a son propre `time_entry.created`.",
  "timer.discarded":
    "Un minuteur a été abandonné. L’objet est le minuteur tel qu’il tournait ; aucune entrée de temps n’est créée.",
  "project.created": "Un projet a été créé.",
  "project.updated": "Un projet a été modifié ou réactivé.",
  "project.archived": "Un projet a été archivé ; `previous` contient aussi les autres champs modifiés en même temps.",
  "project.deleted": "Un projet a été supprimé. Chacune de ses tâches a son propre `task.deleted`.",
  "task.created": "Une tâche a été créée, peut-être la tâche `General` d’un projet, pour le temps sans tâche.",
  "task.updated": "Une tâche a été modifiée.",
  "task.deleted": "Une tâche a été supprimée, seule ou avec son projet.",
  "client.created": "Un client a été créé.",
  "client.updated": "Un client a été modifié.",
  "client.deleted": "Un client a été supprimé.",
  "member.added":
    "Une personne est devenue membre, ou de nouveau active ; `previous` contient l’état antérieur d’un membre qui revient.",
  "member.updated": "Le rôle ou le nom d’un membre a été modifié.",
  "member.removed": "Un membre a été désactivé ; son nom et ses entrées sont conservés.",
  "budget.threshold_reached":
    "Un budget a atteint l’un de ses `alertPercents` : une fois par pourcentage et par période. Les événements des budgets en argent ne vont qu’aux points de terminaison qui voient les montants.",
  "budget.exceeded":
    "Un budget a été dépassé : une fois par période. Les événements des budgets en argent ne vont qu’aux points de terminaison qui voient les montants.",
  "period.locked": "La date de verrouillage a été avancée : les entrées antérieures ne sont plus modifiables.",
  "audit.sealed":
    "Le journal a été scellé, chaque heure et seulement après des modifications. Avec une copie du sceau conservée ailleurs, `stint-server doctor` peut vérifier que rien d’antérieur n’a été altéré.",
  "billing_batch.created": "Des entrées de temps ont été facturées ensemble. Chacune a aussi son événement.",
  "billing_batch.deleted":
    "Une facturation a été annulée : ses entrées peuvent de nouveau être modifiées et facturées.",
  "timesheet.submitted": "Une feuille de temps a été soumise ; ses entrées sont verrouillées.",
  "timesheet.withdrawn": "Une feuille de temps soumise a été retirée avant toute décision.",
  "timesheet.approved":
    "Une feuille de temps a été validée ; `statementHash` est l’empreinte du relevé alors enregistré.",
  "timesheet.rejected": "Une feuille de temps soumise a été renvoyée.",
  "timesheet.reopened": "Une feuille de temps validée a été rouverte.",
  "webhook.test": "Demandé avec `POST /webhooks/{id}/test`, pour ce point de terminaison seulement.",
};
