export const invalid = {
  missing: "Fill this in.",
  unchecked: "Check this to continue.",
  email: "Enter an email address such as ada@example.com.",
  url: "Enter an address that begins with https://.",
  number: (min: string, max: string) => `Enter a number from ${min} to ${max}.`,
  short: (least: string) => `Enter at least ${least} characters.`,
};
