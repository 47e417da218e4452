import type { Action } from "#identity/history/record-change.ts";
import type { Language } from "#identity/me/languages.ts";

type Words = Record<Language, string>;

type VerbOf<Name extends string> = Name extends `${string}.${infer Verb}` ? Verb : never;

const words = (en: string, de: string, fr: string): Words => ({ en, de, fr });

/** The words for what happened to an object. In English and German, they follow its kind. */
export const verbWords: Record<VerbOf<Action>, Words> = {
  accepted: words("accepted", "angenommen", "acceptation"),
  added: words("added", "hinzugefügt", "ajout"),
  applied: words("applied", "übernommen", "application"),
  approved: words("approved", "freigegeben", "validation"),
  archived: words("archived", "archiviert", "archivage"),
  changed: words("changed", "geändert", "modification"),
  created: words("created", "angelegt", "création"),
  deleted: words("deleted", "gelöscht", "suppression"),
  deletion_cancelled: words("deletion cancelled", "Löschung abgebrochen", "suppression annulée"),
  deletion_scheduled: words("deletion scheduled", "Löschung vorgemerkt", "suppression programmée"),
  disabled: words("disabled", "deaktiviert", "désactivation"),
  discarded: words("discarded", "verworfen", "abandon"),
  enabled: words("enabled", "aktiviert", "activation"),
  ended: words("ended", "beendet", "fermeture"),
  exceeded: words("exceeded", "überschritten", "dépassement"),
  exported: words("exported", "exportiert", "export"),
  failed: words("failed", "fehlgeschlagen", "échec"),
  linked: words("linked", "verknüpft", "association"),
  locked: words("locked", "gesperrt", "verrouillage"),
  reauthenticated: words("re-authenticated", "Identität erneut bestätigt", "identité confirmée à nouveau"),
  redelivered: words("delivery resent", "erneut zugestellt", "renvoi"),
  refused: words("refused", "abgelehnt", "refus"),
  rejected: words("sent back", "zurückgegeben", "renvoi à la personne"),
  removed: words("removed", "entfernt", "retrait"),
  rename_undone: words("renaming undone", "Umbenennung rückgängig gemacht", "changement de nom annulé"),
  renamed: words("renamed", "umbenannt", "changement de nom"),
  reopened: words("reopened", "wieder geöffnet", "réouverture"),
  replaced: words("replaced", "ersetzt", "remplacement"),
  replayed: words("deliveries replayed", "Verpasstes nachgesendet", "envois rejoués"),
  repriced: words("repriced", "Preise neu berechnet", "prix recalculés"),
  rerounded: words("rounded again", "neu gerundet", "nouvel arrondi"),
  resent: words("resent", "erneut gesendet", "nouvel envoi"),
  restored: words("restored", "wiederhergestellt", "restauration"),
  revoked: words("revoked", "widerrufen", "révocation"),
  rotated: words("rotated", "erneuert", "renouvellement"),
  sealed: words("sealed", "versiegelt", "scellement"),
  secret_rotated: words("secret replaced", "Geheimnis ersetzt", "secret remplacé"),
  sent: words("sent", "gesendet", "envoi"),
  started: words("started", "gestartet", "démarrage"),
  stopped: words("stopped", "gestoppt", "arrêt"),
  submitted: words("submitted", "eingereicht", "soumission"),
  test: words("test event sent", "Testereignis gesendet", "événement de test envoyé"),
  threshold_reached: words("reached a threshold", "Schwelle erreicht", "seuil atteint"),
  undone: words("undone", "rückgängig gemacht", "annulation"),
  unlinked: words("unlinked", "Verknüpfung aufgehoben", "dissociation"),
  updated: words("changed", "geändert", "modification"),
  verified: words("verified", "bestätigt", "vérification"),
  withdrawn: words("withdrawn", "zurückgezogen", "retrait"),
};
