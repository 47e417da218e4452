import type { Catalogue } from "#i18n/catalogue.ts";

const withWords = (sentence: string) => (words: string) => `${sentence} (Server: ${words})`;

export const refusals: Catalogue["refusals"] = {
  replies: {
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
    rate_exists: "Für diesen Tag gibt es hier schon einen Stundensatz.",
    timer_not_running: "Es läuft kein Timer.",
    export_first: "Laden Sie zuerst den vollständigen Export herunter; danach haben Sie 24 Stunden Zeit.",
    too_many_api_keys:
      "Es gibt schon zu viele aktive API-Schlüssel. Widerrufen Sie einen, den Sie nicht mehr brauchen.",
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
  },
  repliesWith: {
    has_time_entries: withWords("Es gibt noch Zeiteinträge."),
    in_use: withWords("Das wird noch verwendet."),
    timesheet_state: withWords("Der Zustand des Stundenzettels lässt das nicht zu."),
    not_configured: withWords("Dieser Server ist dafür nicht eingerichtet."),
    address_not_proved: withWords("Diese E-Mail-Adresse ist noch nicht bestätigt."),
  },
  fields: {
    required: "Diese Angabe fehlt.",
    not_found: "In dieser Organisation gibt es das nicht.",
    duplicate: "Dieser Wert ist schon vorhanden.",
    uniqueItems: "Ein Wert kommt doppelt vor.",
    unknown_field: "Dieses Feld gibt es nicht.",
    forbidden: "Das dürfen Sie hier nicht angeben.",
    project_archived: "Das Projekt ist archiviert.",
    budget_exceeded: "Damit wäre das Budget des Projekts überschritten.",
    rate_exists: "Für diesen Tag gibt es hier schon einen Stundensatz.",
    currency_in_use: "Es gibt schon Stundensätze, Beträge oder Budgets in der bisherigen Währung.",
    external_ref_taken: "Ein anderer Zeiteintrag hat bereits diese externe Kennung.",
  },
  fieldsWith: {
    too_short: withWords("Das ist zu kurz."),
    too_long: withWords("Das ist zu lang."),
    out_of_range: withWords("Das liegt außerhalb des erlaubten Bereichs."),
    not_allowed: withWords("Das ist hier nicht erlaubt."),
    unreadable: withWords("Der Kalender konnte nicht gelesen werden."),
    bad_format: withWords("Das hat nicht das erwartete Format."),
    wrong_type: withWords("Das ist nicht der erwartete Typ."),
  },
};
