/** Each language has a folder in `apps/dashboard/src/i18n`. */
export const languages = ["en", "de", "fr"] as const;

export type Language = (typeof languages)[number];
