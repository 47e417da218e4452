import type { ErrorCode } from "@stint/sdk";

const notUnderstood = "Der Server hat die Anfrage nicht verstanden. Laden Sie die Seite neu.";
const notGranted = "Der Zugriff wurde noch nicht oder nicht erlaubt.";
const ended = "Dieser Zugang gilt nicht mehr. Melden Sie sich neu an.";

export const replies: Record<ErrorCode, string> = {
  malformed_request: notUnderstood,
  missing_field: "Eine Angabe fehlt.",
  authorization_pending: notGranted,
  slow_down: notUnderstood,
  access_denied: notGranted,
  expired_token: ended,
  missing_api_key: ended,
  invalid_api_key: ended,
  expired_api_key: ended,
  revoked_api_key: ended,
  not_signed_in: "Ihre Sitzung ist beendet. Melden Sie sich an.",
  invalid_credentials: "Die Adresse oder das Passwort stimmt nicht.",
  second_factor_required: "Geben Sie auch den Code Ihres zweiten Faktors ein.",
  invalid_code: "Der Code ist falsch, abgelaufen oder schon verwendet.",
  insufficient_scope: "Diesem Zugang fehlt ein Recht. Bitten Sie einen Inhaber oder Admin darum.",
  forbidden: "Ihre Rolle erlaubt das nicht oder es gehört jemand anderem.",
  session_required: "Das geht nur mit einer Anmeldung, nicht mit einem API-Schlüssel.",
  address_not_proved:
    "Diese E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link aus der E-Mail, oder wenden Sie sich an einen Inhaber oder Admin.",
  cross_site_request: "Die Anfrage kam von einer anderen Website und wurde abgelehnt.",
  reauthentication_required: "Bestätigen Sie zuerst mit Ihrem Passwort, dass Sie es sind.",
  not_found: "In dieser Organisation gibt es das nicht oder nicht mehr.",
  method_not_allowed: notUnderstood,
  request_timeout: "Die Anfrage kam nicht rechtzeitig an. Versuchen Sie es erneut.",
  external_ref_taken: "Ein anderer Zeiteintrag hat bereits diese externe Kennung.",
  has_time_entries:
    "Es gibt noch Zeiteinträge dazu. Archivieren Sie das Projekt, oder markieren Sie die Aufgabe als erledigt.",
  in_use: "Das wird noch verwendet. Archivieren Sie es, oder ändern Sie zuerst, was es verwendet.",
  not_deleted: "Der Zeiteintrag ist nicht gelöscht.",
  key_ended: "Der API-Schlüssel ist abgelaufen oder widerrufen.",
  too_many_api_keys: "Es gibt schon zu viele aktive API-Schlüssel. Widerrufen Sie einen, den Sie nicht mehr brauchen.",
  period_locked:
    "Diese Zeit liegt vor dem Sperrdatum oder in einem eingereichten oder freigegebenen Stundenzettel. Ziehen Sie ihn zurück oder bitten Sie darum, ihn zurückzugeben oder wieder zu öffnen.",
  billed: "Der Eintrag ist abgerechnet. Ein Inhaber oder Admin kann die Abrechnung aufheben.",
  timesheet_state:
    "Der Zustand des Stundenzettels oder ein später geschlossener lässt das nicht zu. Laden Sie die Seite neu.",
  unrated_entries:
    "Manche Einträge haben keinen Stundensatz. Legen Sie Stundensätze fest und berechnen Sie die Preise neu, oder rechnen Sie diese Einträge mit 0 ab.",
  billing_changed: "Die abzurechnenden Einträge haben sich inzwischen geändert. Prüfen Sie sie noch einmal.",
  currency_in_use:
    "Die Währung lässt sich nur ändern, solange es keine Stundensätze, Beträge, Budgets und Abrechnungen gibt.",
  rate_exists:
    "Auf dieser Ebene beginnt an diesem Tag schon ein Stundensatz. Löschen Sie ihn, oder wählen Sie einen anderen Tag.",
  timer_not_running: "Es läuft kein Timer.",
  timer_running: "Ein Timer, der in diesem Zeitraum begann, läuft noch. Stoppen Sie ihn zuerst.",
  export_first: "Laden Sie zuerst den vollständigen Export herunter; danach haben Sie 24 Stunden Zeit.",
  organization_ending:
    "Die Organisation wird gelöscht: Sie lässt sich noch lesen und exportieren, aber nicht mehr ändern. Ein Inhaber kann sie behalten.",
  too_many_webhooks: "Die Organisation hat schon 100 Endpunkte.",
  too_many_calendars: "Sie haben schon fünf Kalender. Entfernen Sie zuerst einen.",
  webhook_disabled: "Der Endpunkt ist deaktiviert, deshalb wird nichts gesendet.",
  last_owner: "Mindestens ein aktives Mitglied muss Inhaber bleiben. Machen Sie zuerst jemand anderen zum Inhaber.",
  already_member: "Diese Person ist schon Mitglied.",
  already_invited: "Für diese Adresse gibt es schon eine offene Einladung.",
  too_many_invitations: "Es gibt schon 200 offene Einladungen.",
  too_many_imports:
    "Die Organisation hat zu viele oder zu große offene Importe. Schließen Sie zuerst einen ab oder entfernen Sie einen.",
  invitation_closed: "Die Einladung wurde schon angenommen oder widerrufen.",
  second_factor_state: "Der zweite Faktor wurde inzwischen geändert. Laden Sie die Seite neu.",
  idempotency_in_progress: "Diese Anfrage wird gerade schon ausgeführt.",
  precondition_failed:
    "Jemand anderes hat das inzwischen geändert. Laden Sie die Seite neu und prüfen Sie die Änderung.",
  payload_too_large:
    "Die Daten sind zu groß. Exportieren Sie für einen Import kürzere Zeiträume oder senden Sie eine ZIP-Datei.",
  unsupported_media_type: notUnderstood,
  validation_failed: "Eine Angabe ist ungültig.",
  unknown_parameter: notUnderstood,
  idempotency_mismatch:
    "Ein früherer Versuch hatte Erfolg, obwohl die Antwort verloren ging. Schließen Sie das Formular und sehen Sie sich das Ergebnis an.",
  project_archived: "Das Projekt ist archiviert und nimmt keine Zeiteinträge an.",
  task_done: "Die Aufgabe ist erledigt und nimmt keine Zeiteinträge an.",
  task_not_in_project: "Die Aufgabe gehört zu einem anderen Projekt.",
  budget_exceeded: "Damit wäre das Budget des Projekts überschritten.",
  entry_rule: "Das widerspricht einer Regel der Organisation für Zeiteinträge.",
  nothing_to_bill:
    "Kein passender Eintrag ist abrechenbar und noch nicht abgerechnet. Prüfen Sie die Filter und ob die Einträge erst freigegeben werden müssen.",
  too_many_groups:
    "Das ist zu viel für eine Tabelle. Wählen Sie einen kürzeren Zeitraum, weitere Filter oder eine andere Gruppierung.",
  invalid_link: "Der Link ist abgelaufen, schon verwendet, ersetzt oder widerrufen.",
  number_out_of_range: "Eine Summe ist zu groß. Wählen Sie einen kürzeren Zeitraum.",
  insecure_origin:
    "Über einfaches HTTP verwerfen Browser das Sitzungs-Cookie. Öffnen Sie Stint mit https://, hinter einem Reverse-Proxy mit TLS.",
  rate_limited: "Zu viele Anfragen in kurzer Zeit. Versuchen Sie es gleich erneut.",
  too_many_attempts: "Zu viele Versuche. Warten Sie einige Minuten.",
  too_many_deliveries:
    "Zu viele Zustellungen dieser Organisation stehen aus. Warten Sie, bis sie gesendet sind, oder deaktivieren Sie die Endpunkte, die sie nicht annehmen.",
  headers_too_large: notUnderstood,
  internal: "Auf dem Server ist ein Fehler aufgetreten. Es wurde nichts geändert.",
  too_many_streams:
    "Es sind zu viele Ereignisströme geöffnet. Schließen Sie einen Tab oder versuchen Sie es später erneut.",
  timeout: "Die Datenbank hat zu lange gebraucht. Es wurde nichts geändert.",
  not_configured: "Dieser Server ist dafür nicht eingerichtet. Wenden Sie sich an den Betreiber.",
  unavailable: "Der Server kann gerade nicht antworten. Versuchen Sie es gleich erneut.",
};
