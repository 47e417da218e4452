import type { Catalogue } from "#i18n/catalogue.ts";
import { replies } from "./replies.ts";

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
