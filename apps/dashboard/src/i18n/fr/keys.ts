import type { Catalogue } from "#i18n/catalogue.ts";

export const keys: Catalogue["keys"] = {
  names: {
    Ctrl: "Ctrl",
    Shift: "Maj",
    Space: "Espace",
    Delete: "Suppr",
    Page: "Page",
    Enter: "Entrée",
    Escape: "Échap",
  },
};
