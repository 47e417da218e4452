import type { calendars as en } from "#i18n/en/calendars.ts";

export const calendars: typeof en = {
  none: "Vous n’avez pas encore ajouté de calendrier.",
  title: "Autres calendriers",
  lead: "Leurs événements apparaissent ici comme suggestions ; un clic en fait une entrée de temps. Vous seul les voyez.",
  add: "Ajouter un calendrier",
  name: "Nom",
  address: "Adresse",
  addressHint: "Votre logiciel de calendrier l’appelle « adresse secrète au format iCal », « lien ICS » ou autre.",
  read: (when) => `dernière lecture : ${when}`,
  unreadable: (reason) => `Illisible pour le moment : ${reason}`,
  remove: "Supprimer",
  removeNamed: (name) => `Supprimer ${name}`,
  removeTitle: (name) => `Supprimer le calendrier ${name} ?`,
  removeLead:
    "Ses événements disparaissent de Stint. Les entrées de temps que vous avez créées à partir d’eux sont conservées.",
  removed: (name) => `Calendrier ${name} supprimé`,
};
