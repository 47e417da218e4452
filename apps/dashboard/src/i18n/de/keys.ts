import type { Catalogue } from "#i18n/catalogue.ts";

export const keys: Catalogue["keys"] = {
  names: {
    Ctrl: "Strg",
    Shift: "Umschalt",
    Space: "Leertaste",
    Delete: "Entf",
    Page: "Bild",
    Enter: "Enter",
    Escape: "Esc",
  },
};
