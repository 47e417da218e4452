import type { proof as en } from "#i18n/en/proof.ts";

export const proof: typeof en = {
  title: "Bestätigen Sie, dass Sie es sind",
  lead: "Ihre Anmeldung ist mehr als 10 Minuten her.",
  goOn: "Weiter",
  elsewhere:
    "Sie haben kein Passwort. Melden Sie sich über Ihren Anbieter erneut an und versuchen Sie es innerhalb von 10 Minuten noch einmal.",
  signInAgain: "Erneut anmelden",
};
