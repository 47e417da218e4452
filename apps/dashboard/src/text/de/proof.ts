import type { proof as en } from "#text/en/proof.ts";

export const proof: typeof en = {
  title: "Bestätigen Sie, dass Sie es sind",
  lead: "Ihre Anmeldung ist mehr als 10 Minuten her.",
  goOn: "Weiter",
  elsewhere:
    "Sie haben kein Passwort. Melden Sie sich über Ihren Anbieter neu an, und wiederholen Sie es binnen 10 Minuten.",
  signInAnew: "Neu anmelden",
};
