import type { grants as english } from "#i18n/en/grants.ts";

export const grants: typeof english = {
  title: (program) => `„${program}“ verbinden?`,
  lead: (program, organization) =>
    `„${program}“ möchte Stint in der Organisation „${organization}“ in Ihrem Namen nutzen.`,
  caution: "Fahren Sie nur fort, wenn Sie das gerade selbst begonnen haben.",
  loading: "Die Anfrage wird gelesen …",
  describedBy: (host) => `Die Angaben zu diesem Programm stammen von ${host}.`,
  registered: "Den Namen dieses Programms hat niemand geprüft: Es hat sich selbst registriert.",
  goesTo: (host) => `Den Zugriff erhält ${host}.`,
  goesToMachine: (host) => `Den Zugriff erhält ein Programm auf diesem Computer (${host}).`,
  otherOrganization: "Organisation wechseln",
  scopes: "Rechte",
  scopesHint:
    "Angekreuzt ist, worum das Programm bittet. Sie entscheiden, was es bekommt, und können das später ändern.",
  ends: "Die Verbindung endet",
  never: "Wenn ich sie trenne oder nach 30 Tagen ohne Nutzung",
  connect: "Verbinden",
  decline: "Ablehnen",
  back: (host) => `Zurück zum Programm (${host})`,
  connected: "Verbunden. Sie können diese Seite schließen und zum Programm zurückkehren.",
  declined: "Abgelehnt. Sie können diese Seite schließen und zum Programm zurückkehren.",
  mayNot: "Ihre Organisation erlaubt Ihnen nicht, Programme zu verbinden. Wenden Sie sich an einen Inhaber oder Admin.",
  faulty:
    "Die Anfrage des Programms ist fehlerhaft, deshalb lässt es sich nicht verbinden. Meldung für seine Entwickler:",
  damaged: "Die Adresse dieser Seite ist unvollständig oder ungültig. Beginnen Sie im Programm noch einmal.",
  problems: {
    unknown_client:
      "Dieses Programm ist hier nicht oder nicht mehr registriert. Entfernen Sie die Verbindung im Programm und fügen Sie sie erneut hinzu.",
    wrong_redirect_uri:
      "Die Anfrage würde einer Adresse Zugriff geben, die nicht zum Programm gehört. Möglicherweise versucht jemand, Zugriff auf Ihre Zeiten zu bekommen. Schließen Sie diese Seite.",
    unreadable_client:
      "Die Beschreibung des Programms ließ sich nicht von seiner Website laden. Versuchen Sie es später noch einmal.",
  },
  programs: "Verbundene Programme",
  programsLead:
    "Verbundene Programme, etwa KI-Assistenten, handeln im Namen der Person, die sie verbunden hat, und nur in den hier genannten Grenzen.",
  empty:
    "Keine verbundenen Programme. Um eines zu verbinden, geben Sie im Programm die Adresse dieses Servers gefolgt von /mcp ein.",
  address: (url) => `Adresse für Programme: ${url}`,
  guide: "So verbinden Sie einen Assistenten",
  connectedOn: (day) => `verbunden am ${day}`,
  edit: "Rechte ändern …",
  editTitle: (program) => `Rechte von „${program}“`,
  editHint: "Änderungen gelten sofort. Das Programm muss dafür nicht neu verbunden werden.",
  edited: "Rechte geändert",
  end: "Trennen …",
  endTitle: (program) => `„${program}“ trennen?`,
  endLead: "Es verliert den Zugriff sofort. Es kann erneut verbunden werden.",
  endDo: "Trennen",
  ended: "Programm getrennt",
};
