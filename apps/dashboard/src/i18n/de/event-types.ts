import type { eventTypes as en } from "#i18n/en/event-types.ts";

export const eventTypes: typeof en = {
  "time_entry.created":
    "Ein Zeiteintrag wurde erstellt: von Hand, in einem Stapel oder durch das Stoppen eines Timers.",
  "time_entry.updated": "Ein Zeiteintrag wurde geändert; auch neue Sätze und neue Rundung zählen als Änderung.",
  "time_entry.deleted": "Ein Zeiteintrag wurde gelöscht. Er lässt sich 30 Tage lang wiederherstellen.",
  "time_entry.restored": "Ein gelöschter Zeiteintrag wurde wiederhergestellt.",
  "timer.started": "Der Timer eines Mitglieds wurde gestartet.",
  "timer.updated": "Ein laufender Timer wurde geändert.",
  "timer.stopped":
    "Ein Timer wurde gestoppt. Das Objekt ist der Timer, wie er zuletzt lief; für seine Zeit gibt es ein eigenes `time_entry.created`.",
  "timer.discarded":
    "Ein Timer wurde verworfen. Das Objekt ist der Timer, wie er zuletzt lief; es entsteht kein Zeiteintrag.",
  "project.created": "Ein Projekt wurde erstellt.",
  "project.updated": "Ein Projekt wurde geändert oder reaktiviert.",
  "project.archived":
    "Ein Projekt wurde archiviert; `previous` enthält auch andere Felder, die zugleich geändert wurden.",
  "project.deleted": "Ein Projekt wurde gelöscht. Für jede seiner Aufgaben gibt es ein eigenes `task.deleted`.",
  "task.created": "Eine Aufgabe wurde erstellt, vielleicht als Aufgabe `General` eines Projekts für Zeit ohne Aufgabe.",
  "task.updated": "Eine Aufgabe wurde geändert.",
  "task.deleted": "Eine Aufgabe wurde gelöscht, einzeln oder mit ihrem Projekt.",
  "client.created": "Ein Kunde wurde erstellt.",
  "client.updated": "Ein Kunde wurde geändert.",
  "client.deleted": "Ein Kunde wurde gelöscht.",
  "member.added":
    "Eine Person wurde Mitglied oder wieder aktiv; `previous` enthält den früheren Stand eines zurückgekehrten Mitglieds.",
  "member.updated": "Rolle oder Name eines Mitglieds wurde geändert.",
  "member.removed": "Ein Mitglied wurde deaktiviert; Name und Einträge bleiben erhalten.",
  "budget.threshold_reached":
    "Ein Budget hat einen der Prozentsätze in `alertPercents` erreicht: einmal pro Prozentsatz und Zeitraum. Ereignisse von Geldbudgets gehen nur an Endpunkte, die Beträge sehen.",
  "budget.exceeded":
    "Ein Budget wurde überschritten: einmal pro Zeitraum. Ereignisse von Geldbudgets gehen nur an Endpunkte, die Beträge sehen.",
  "period.locked": "Das Sperrdatum wurde vorgerückt: Frühere Einträge lassen sich nicht mehr ändern.",
  "audit.sealed":
    "Das Protokoll wurde versiegelt, stündlich und nur nach Änderungen. Mit einer anderswo aufbewahrten Kopie des Siegels kann `stint-server doctor` prüfen, dass davor nichts verändert wurde.",
  "billing_batch.created": "Zeiteinträge wurden zusammen abgerechnet. Für jeden gibt es auch ein eigenes Ereignis.",
  "billing_batch.deleted":
    "Eine Abrechnung wurde rückgängig gemacht: Ihre Zeiteinträge lassen sich wieder ändern und abrechnen.",
  "timesheet.submitted": "Ein Stundenzettel wurde eingereicht; seine Einträge sind gesperrt.",
  "timesheet.withdrawn": "Ein eingereichter Stundenzettel wurde vor der Entscheidung zurückgezogen.",
  "timesheet.approved":
    "Ein Stundenzettel wurde freigegeben; `statementHash` ist der Hash des dabei gespeicherten Nachweises.",
  "timesheet.rejected": "Ein eingereichter Stundenzettel wurde zurückgegeben.",
  "timesheet.reopened": "Ein freigegebener Stundenzettel wurde wieder geöffnet.",
  "webhook.test": "Angefordert mit `POST /webhooks/{id}/test`, nur für diesen Endpunkt.",
};
