export const choices = {
  timeThere: (clock: string) => `It’s ${clock} there now.`,
  noZone: "No time zone found.",
  noCurrency: "No currency found.",
};
