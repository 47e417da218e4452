/** Zones that browsers still list under an outdated city name, where nobody would look for them. */
const renamed: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** The current name of a zone. */
export function nameOfZone(zone: string): string {
  return renamed[zone] ?? zone;
}

export function listZones(): string[] {
  const names = Intl.supportedValuesOf("timeZone").map(nameOfZone);
  return ["UTC", ...new Set(names.filter((zone) => zone !== "UTC"))];
}
