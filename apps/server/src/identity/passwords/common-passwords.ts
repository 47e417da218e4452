// Words that common passwords contain; `isCommonPassword` checks their combinations.
const words = `password passwort passw0rd pass1234 motdepasse contrasena wachtwoord letmein welcome willkommen admin
administrator login master superman batman spiderman starwars pokemon dragon monkey football baseball basketball
soccer hockey liverpool chelsea arsenal barcelona juventus iloveyou ilovemy sunshine princess shadow michael jessica
jennifer michelle charlie daniel thomas andrew joshua matthew anthony ashley nicole samantha elizabeth summer winter
spring autumn freedom whatever trustno1 secret hello helloworld internet computer server database changeme default
guest test testing qwerty qwertz azerty asdfgh zxcvbn samsung google facebook linkedin microsoft windows apple iphone
android london berlin paris newyork america germany canada australia chocolate butterfly flower blink182 metallica
nirvana eminem tigger cookie pepper ginger buster harley hunter ranger mustang ferrari porsche mercedes corvette
company business office work time timer stint tracker tracking timesheet
sommer winter herbst fruehling frühling primavera verano otono january february march april june july august september
october november december januar februar maerz märz juni juli oktober dezember hallo geheim schatz root toor drowssap
contraseña pässwörd passwört mypassword thisismypassword correcthorse batterystaple money mother father family forever friends lovely angel
jesus heaven bailey maggie killer ninja warrior thunder phoenix diamond silver golden orange purple yellow`
  .split(/\s+/)
  .filter((word) => word !== "");

const rows = [
  "1234567890",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "yxcvbnm",
  "zxcvbnm",
  "abcdefghijklmnopqrstuvwxyz",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "qazwsxedcrfvtgbyhnujmikolp",
];

const runs = rows.flatMap((row) => [row, Array.from(row).reverse().join("")]).map((row) => row + row);
const lettersOfSigns: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};
const known = new Set(words);

/**
 * Whether attackers try the password first: a repeated character or short piece, runs along the alphabet or keyboard,
 * a date or telephone number, or common words, even with symbols for letters or with a number, year or symbol before
 * or after.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase().replaceAll(/\s+/g, "");
  if (isRepeated(text) || isMadeOfRuns(text) || isNumber(text)) return true;
  const bare = text.replace(/^[\W\d_]+/, "");
  const spelt = [text, bare].map((form) => form.replace(/[\W\d_]+$/, ""));
  return [text, ...spelt, ...[text, bare].map(withLetters), ...spelt.map(withLetters)].some(isMadeOfWords);
}

/**
 * Whether the password is a date or a telephone number. There are few enough of both to guess, whatever the notation.
 */
function isNumber(text: string): boolean {
  return text.length < 16 && !/\p{L}/u.test(text) && /\d{4}/.test(text.replaceAll(/\D/g, ""));
}

function withLetters(text: string): string {
  return Array.from(text, (sign) => lettersOfSigns[sign] ?? sign).join("");
}

function isRepeated(text: string): boolean {
  return /^(.{1,4}?)\1+.{0,3}$/su.test(text) && new Set(text).size <= 5;
}

/**
 * Whether the text consists of runs of at least three characters along a keyboard row or the alphabet, apart from at
 * most two characters at the end.
 */
function isMadeOfRuns(text: string): boolean {
  let rest = text;
  while (rest !== "") {
    let length = rest.length;
    while (length > 2 && !runs.some((run) => run.includes(rest.slice(0, length)))) length--;
    if (length < 3) return rest.length < 3 && rest !== text;
    rest = rest.slice(length);
  }
  return true;
}

function isMadeOfWords(text: string): boolean {
  if (known.has(text)) return true;
  return words.some((word) => text.startsWith(word) && known.has(text.slice(word.length).replace(/^[\W\d_]+/, "")));
}
