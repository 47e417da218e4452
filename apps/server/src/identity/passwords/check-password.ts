import { invalid } from "#platform/errors.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** Personal data that a password must not consist of, because attackers try it first. */
export interface PasswordOwner {
  email: string;
  names: readonly string[];
}

const shortest = 10;
const longest = 256;

/** Throws 422 for an easily guessed password; `pointer` is the JSON Pointer of the field. */
export function checkPassword(password: string, owner: PasswordOwner, pointer: string): void {
  const normalised = password.normalize("NFC");
  const { length } = Array.from(normalised);
  if (length < shortest) {
    throw invalid(
      pointer,
      "too_short",
      `The password has ${length} characters but needs at least ${shortest}. Several words in a row are long and easy to remember.`,
    );
  }
  if (length > longest)
    throw invalid(pointer, "too_long", `The password has more than ${longest} characters. Choose a shorter one.`);
  if (isMadeOfOwn(normalised, owner)) {
    throw invalid(
      pointer,
      "too_easy",
      "The password consists mostly of the email address, a name or the word “stint”. Choose words that have nothing to do with these.",
    );
  }
  if (isCommonPassword(normalised)) {
    throw invalid(
      pointer,
      "too_easy",
      "The password is one that attackers try first. Choose several words that do not belong together.",
    );
  }
}

/** Whether the password consists almost entirely of parts of the address, the names and the product's name. */
function isMadeOfOwn(password: string, owner: PasswordOwner): boolean {
  const texts = [owner.email, "stint", ...owner.names].map((text) => text.normalize("NFC").toLowerCase());
  const parts = texts
    .flatMap((text) => [letters(text), ...text.split(/[^\p{L}]+/u)])
    .filter((part) => part.length >= 3)
    .toSorted((one, other) => other.length - one.length);
  const given = letters(password.toLowerCase());
  let left = given;
  for (const part of parts) left = left.replaceAll(part, "");
  return left !== given && left.length < 4;
}

function letters(text: string): string {
  return text.replaceAll(/[^\p{L}]+/gu, "");
}
