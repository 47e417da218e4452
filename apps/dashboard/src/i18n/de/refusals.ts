import type { ErrorCode } from "@stint/sdk";
import type { Catalogue } from "#i18n/catalogue.ts";

const notUnderstood = "Der Server hat die Anfrage nicht verstanden. Laden Sie die Seite neu.";
const ended = "Dieser Zugang gilt nicht mehr. Melden Sie sich neu an.";
const notGranted = "Der Zugriff wurde noch nicht oder nicht erlaubt.";

const replies: Record<ErrorCode, string> = {
  not_signed_in: "Ihre Sitzung ist beendet. Melden Sie sich an.",
  invalid_credentials: "Die Adresse oder das Passwort stimmt nicht.",
  invalid_code: "Der Code ist falsch, abgelaufen oder schon verwendet.",
  forbidden: "Ihre Rolle erlaubt das nicht oder es gehört jemand anderem.",
  session_required: "Das geht nur mit einer Anmeldung, nicht mit einem API-Schlüssel.",
  cross_site_request: "Die Anfrage kam von einer anderen Website und wurde abgelehnt.",
  reauthentication_required: "Bestätigen Sie zuerst mit Ihrem Passwort, dass Sie es sind.",
  not_found: "In dieser Organisation gibt es das nicht oder nicht mehr.",
  request_timeout: "Die Anfrage kam nicht rechtzeitig an. Versuchen Sie es erneut.",
  external_ref_taken: "Ein anderer Zeiteintrag hat bereits diese externe Kennung.",
  not_deleted: "Der Zeiteintrag ist nicht gelöscht.",
  key_ended: "Der API-Schlüssel ist abgelaufen oder widerrufen.",
  rate_exists:
    "Auf dieser Ebene beginnt an diesem Tag schon ein Stundensatz. Löschen Sie ihn, oder wählen Sie einen anderen Tag.",
  timer_not_running: "Es läuft kein Timer.",
  export_first: "Laden Sie zuerst den vollständigen Export herunter; danach haben Sie 24 Stunden Zeit.",
  too_many_api_keys: "Es gibt schon zu viele aktive API-Schlüssel. Widerrufen Sie einen, den Sie nicht mehr brauchen.",
  too_many_calendars: "Sie haben schon fünf Kalender. Entfernen Sie zuerst einen.",
  too_many_webhooks: "Die Organisation hat schon 100 Endpunkte.",
  webhook_disabled: "Der Endpunkt ist deaktiviert, deshalb wird nichts gesendet.",
  last_owner: "Mindestens ein aktives Mitglied muss Inhaber bleiben. Machen Sie zuerst jemand anderen zum Inhaber.",
  already_member: "Diese Person ist schon Mitglied.",
  already_invited: "Für diese Adresse gibt es schon eine offene Einladung.",
  too_many_invitations: "Es gibt schon 200 offene Einladungen.",
  too_many_imports:
    "Die Organisation hat zu viele oder zu große offene Importe. Schließen Sie zuerst einen ab oder entfernen Sie einen.",
  invitation_closed: "Die Einladung wurde schon angenommen oder widerrufen.",
  idempotency_mismatch:
    "Ein früherer Versuch hatte Erfolg, obwohl die Antwort verloren ging. Schließen Sie das Formular und sehen Sie sich das Ergebnis an.",
  idempotency_in_progress: "Diese Anfrage wird gerade schon ausgeführt.",
  precondition_failed:
    "Jemand anderes hat das inzwischen geändert. Laden Sie die Seite neu und prüfen Sie die Änderung.",
  project_archived: "Das Projekt ist archiviert und nimmt keine Zeiteinträge an.",
  task_done: "Die Aufgabe ist erledigt und nimmt keine Zeiteinträge an.",
  task_not_in_project: "Die Aufgabe gehört zu einem anderen Projekt.",
  budget_exceeded: "Damit wäre das Budget des Projekts überschritten.",
  too_many_groups:
    "Das ist zu viel für eine Tabelle. Wählen Sie einen kürzeren Zeitraum, weitere Filter oder eine andere Gruppierung.",
  period_locked:
    "Diese Zeit liegt vor dem Sperrdatum oder in einem eingereichten oder freigegebenen Stundenzettel. Ziehen Sie ihn zurück oder bitten Sie darum, ihn zurückzugeben oder wieder zu öffnen.",
  billed: "Der Eintrag ist abgerechnet. Ein Inhaber oder Admin kann die Abrechnung aufheben.",
  unrated_entries:
    "Manche Einträge haben keinen Stundensatz. Legen Sie Stundensätze fest und berechnen Sie die Preise neu, oder rechnen Sie diese Einträge mit 0 ab.",
  timer_running: "Ein Timer, der in diesem Zeitraum begann, läuft noch. Stoppen Sie ihn zuerst.",
  organization_ending:
    "Die Organisation wird gelöscht: Sie lässt sich noch lesen und exportieren, aber nicht mehr ändern. Ein Inhaber kann sie behalten.",
  second_factor_state: "Der zweite Faktor wurde inzwischen geändert. Laden Sie die Seite neu.",
  payload_too_large:
    "Die Daten sind zu groß. Exportieren Sie für einen Import kürzere Zeiträume oder senden Sie eine ZIP-Datei.",
  insecure_origin:
    "Über einfaches HTTP verwerfen Browser das Sitzungs-Cookie. Öffnen Sie Stint mit https://, hinter einem Reverse-Proxy mit TLS.",
  too_many_deliveries:
    "Zu viele Zustellungen dieser Organisation stehen aus. Warten Sie, bis sie gesendet sind, oder deaktivieren Sie die Endpunkte, die sie nicht annehmen.",
  too_many_streams:
    "Es sind zu viele Ereignisströme geöffnet. Schließen Sie einen Tab oder versuchen Sie es später erneut.",
  invalid_link: "Der Link ist abgelaufen, schon verwendet, ersetzt oder widerrufen.",
  too_many_attempts: "Zu viele Versuche. Warten Sie einige Minuten.",
  rate_limited: "Zu viele Anfragen in kurzer Zeit. Versuchen Sie es gleich erneut.",
  internal: "Auf dem Server ist ein Fehler aufgetreten. Es wurde nichts geändert.",
  timeout: "Die Datenbank hat zu lange gebraucht. Es wurde nichts geändert.",
  unavailable: "Der Server kann gerade nicht antworten. Versuchen Sie es gleich erneut.",
  missing_field: "Eine Angabe fehlt.",
  validation_failed: "Eine Angabe ist ungültig.",
  second_factor_required: "Geben Sie auch den Code Ihres zweiten Faktors ein.",
  insufficient_scope: "Diesem Zugang fehlt ein Recht. Bitten Sie einen Inhaber oder Admin darum.",
  billing_changed: "Die abzurechnenden Einträge haben sich inzwischen geändert. Prüfen Sie sie noch einmal.",
  currency_in_use:
    "Die Währung lässt sich nur ändern, solange es keine Stundensätze, Beträge, Budgets und Abrechnungen gibt.",
  entry_rule: "Das widerspricht einer Regel der Organisation für Zeiteinträge.",
  nothing_to_bill:
    "Kein passender Eintrag ist abrechenbar und noch nicht abgerechnet. Prüfen Sie die Filter und ob die Einträge erst freigegeben werden müssen.",
  number_out_of_range: "Eine Summe ist zu groß. Wählen Sie einen kürzeren Zeitraum.",
  has_time_entries:
    "Es gibt noch Zeiteinträge dazu. Archivieren Sie das Projekt, oder markieren Sie die Aufgabe als erledigt.",
  in_use: "Das wird noch verwendet. Archivieren Sie es, oder ändern Sie zuerst, was es verwendet.",
  timesheet_state:
    "Der Zustand des Stundenzettels oder ein später geschlossener lässt das nicht zu. Laden Sie die Seite neu.",
  not_configured: "Dieser Server ist dafür nicht eingerichtet. Wenden Sie sich an den Betreiber.",
  address_not_proved:
    "Diese E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link aus der E-Mail, oder wenden Sie sich an einen Inhaber oder Admin.",
  malformed_request: notUnderstood,
  method_not_allowed: notUnderstood,
  unsupported_media_type: notUnderstood,
  unknown_parameter: notUnderstood,
  headers_too_large: notUnderstood,
  slow_down: notUnderstood,
  missing_api_key: ended,
  invalid_api_key: ended,
  expired_api_key: ended,
  revoked_api_key: ended,
  expired_token: ended,
  authorization_pending: notGranted,
  access_denied: notGranted,
};

export const refusals: Catalogue["refusals"] = {
  replies,
  fields: {
    required: "Diese Angabe fehlt.",
    not_found: "In dieser Organisation gibt es das nicht.",
    duplicate: "Dieser Wert ist schon vorhanden.",
    uniqueItems: "Ein Wert kommt doppelt vor.",
    unknown_field: "Dieses Feld gibt es nicht.",
    forbidden: "Das dürfen Sie hier nicht angeben.",
    project_archived: "Das Projekt ist archiviert.",
    budget_exceeded: "Damit wäre das Budget des Projekts überschritten.",
    rate_exists: replies.rate_exists,
    currency_in_use: "Es gibt schon Stundensätze, Beträge oder Budgets in der bisherigen Währung.",
    external_ref_taken: replies.external_ref_taken,
    too_short: "Das ist zu kurz.",
    too_long: "Das ist zu lang.",
    out_of_range: "Das liegt außerhalb des erlaubten Bereichs.",
    not_allowed: "Das ist hier nicht erlaubt.",
    unreadable:
      "Der Kalender konnte nicht gelesen werden. Prüfen Sie, ob die Adresse einen Kalender im iCalendar-Format liefert.",
    bad_format: "Das hat nicht das erwartete Format.",
    wrong_type: "Das ist nicht der erwartete Typ.",
    too_easy: "Das Passwort ist zu leicht zu erraten. Wählen Sie mehrere Wörter, die nicht zusammengehören.",
    wrong_password: "Das Passwort stimmt nicht oder wurde inzwischen geändert.",
    wrong_code: "Der Code stimmt nicht. Prüfen Sie, ob die Uhr Ihres Geräts richtig geht.",
    name_differs: "Das ist nicht der genaue Name der Organisation.",
    has_credentials: "Die Adresse darf keinen Benutzernamen und kein Passwort enthalten.",
    refused_address: "Dieser Server darf diese Adresse nicht aufrufen.",
    member_deactivated: "Dieses Mitglied ist deaktiviert. Reaktivieren Sie es zuerst.",
    is_owner: "Wählen Sie ein anderes Mitglied als sich selbst.",
    not_held: "Der Schlüssel hat dieses Recht nicht, oder es bliebe ihm keines. Legen Sie einen anderen Schlüssel an.",
    not_available: "Dieses Recht können Sie dem Programm nicht geben.",
    unknown: "Das gibt es hier nicht oder nicht mehr. Entfernen Sie es.",
    too_many_entries:
      "Das sind zu viele Einträge. Wählen Sie einen kürzeren Zeitraum oder weniger Kunden und Projekte.",
    secret_missing:
      "Das Geheimnis dieses Endpunkts ging mit dem SECRET_KEY des Servers verloren. Erneuern Sie es zuerst.",
    other: "Diese Angabe ist ungültig.",
  },
  limits: { least: (limit) => `Mindestens ${limit}.`, most: (limit) => `Höchstens ${limit}.` },
  other: "Der Server hat die Anfrage abgelehnt.",
};
