/** The most common regions whose currency isn't the euro, each with its currency. */
const regions =
  "AE AED,AR ARS,AU AUD,BR BRL,CA CAD,CH CHF,CN CNY,CZ CZK,DK DKK,GB GBP,HU HUF,IL ILS,IN INR,JP JPY,KR KRW,LI CHF,MX MXN,NO NOK,NZ NZD,PL PLN,RO RON,SE SEK,SG SGD,TR TRY,US USD,ZA ZAR";
const currencies = new Map(regions.split(",").map((each) => each.split(" ") as [string, string]));

/** British and American English are used all over the world, so they count only in these time zones. */
const homes: Readonly<Record<string, RegExp>> = {
  GB: /^Europe\/(Belfast|Guernsey|Isle_of_Man|Jersey|London)$/,
  US: /^(America|Pacific|US)\//,
};

/** The currency of the region in the browser's language, if that currency is known; otherwise the euro. */
export function guessCurrency(language: string, zone: string): string {
  const { region = "" } = new Intl.Locale(language);
  const isElsewhere = homes[region]?.test(zone) === false;
  return (isElsewhere ? undefined : currencies.get(region)) ?? "EUR";
}
