import { invalid } from "#platform/errors.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** What belongs to the person, and so is guessed first. */
export interface PasswordOwner {
  email: string;
  /** Of the organizations. */
  names: readonly string[];
}

const shortest = 10;
const longest = 256;

/** Throws 422 for a password that would be guessed; `pointer` is its place in the body. */
export function checkPassword(password: string, owner: PasswordOwner, pointer: string): void {
  const normalised = password.normalize("NFC");
  const { length } = Array.from(normalised);
  if (length < shortest) {
    throw invalid(
      pointer,
      "too_short",
      `The password has ${length} characters; it needs ${shortest}. Several words in a row are long and easy to keep in mind.`,
    );
  }
  if (length > longest) throw invalid(pointer, "too_long", `The password has more than ${longest} characters.`);
  const bare = plain(normalised);
  const [local = ""] = owner.email.split("@", 1);
  const guessed = [owner.email, local, "stint", ...owner.names].map(plain).filter((text) => text !== "");
  if (guessed.some((text) => bare === text || bare.replaceAll(/\d+$/g, "") === text)) {
    throw invalid(
      pointer,
      "too_easy",
      "The password is the address, or the name of the organization or product. Choose words that nobody connects with you.",
    );
  }
  if (isCommonPassword(normalised)) {
    throw invalid(
      pointer,
      "too_easy",
      "The password is one of those that are tried first. Choose several words that do not belong together.",
    );
  }
}

function plain(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[\s._@-]+/g, "");
}
