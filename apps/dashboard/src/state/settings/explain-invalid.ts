import type { Control } from "#ui/words.ts";
import type { Language } from "#i18n/catalogue.ts";
import { invalid } from "#i18n/invalid.ts";

/** Explains why the browser doesn't accept what a control contains, in the language of the dashboard. */
export function explainInvalid(control: Control, language: Language): string {
  const words = invalid[language];
  const { validity, validationMessage, type } = control;
  const limit = (name: string) => control.getAttribute(name) ?? "";
  if (validity.valueMissing) return type === "checkbox" ? words.unchecked : words.missing;
  if (validity.tooShort) return words.short(limit("minlength"));
  if (validity.typeMismatch) return type === "email" ? words.email : words.url;
  if (type === "number") return words.number(limit("min"), limit("max"));
  // The message of a field that reads free text.
  return validationMessage;
}
