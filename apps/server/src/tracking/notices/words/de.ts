import type { Words } from "./words.ts";

export const de: Words = {
  mail: {
    why: (organization) => `Sie erhalten diese E-Mail als Mitglied von ${organization}.`,
    unsubscribe: "Diese E-Mails abbestellen",
  },
  page: {
    title: "E-Mails abbestellen",
    question: (kind) => `Alle E-Mails der Art „${kind}“ abbestellen?`,
    button: "Diese E-Mails abbestellen",
    done: "Erledigt: Sie erhalten diese E-Mails nicht mehr. In Ihrem Profil können Sie sie wieder einschalten.",
    gone: "Dieser Link gilt nicht mehr. In Ihrem Profil können Sie auswählen, welche E-Mails Sie erhalten.",
  },
};
