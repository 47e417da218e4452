// Days of 1970–2199. Only 29 February is in it for every year.
const day = String.raw`(19[7-9]\d|2[01]\d\d)-((0[1-9]|1[0-2])-(0[1-9]|[12]\d)|(0[13-9]|1[0-2])-30|(0[13578]|1[02])-31)`;
const time = String.raw`T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-5]):[0-5]\d)`;
// The grammar accepts more than RFC 3339 allows, and saved reports return what they were given.
const anyTime = String.raw`[Tt ](([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?|24:00(:00)?)([Zz]|[+-](0\d|1[0-5])(:?[0-5]\d)?)`;

// Generators of requests choose among the alternatives, so most of the zones that they send exist.
const zones =
  "UTC|Africa/Cairo|Africa/Lagos|America/Chicago|America/Los_Angeles|America/New_York|America/Sao_Paulo|Asia/Dubai|Asia/Kolkata|Asia/Shanghai|Asia/Tokyo|Australia/Sydney|Europe/Berlin|Europe/London|Europe/Paris|Pacific/Auckland";

/**
 * The document's members for the formats of our validator. Patterns are for programs that create requests or check them,
 * which know few formats; `sent` is one of requests only, because replies may have computed values outside it. A format
 * without members is omitted, because its rules apply to every text. `date-time` also stands for the format that accepts
 * an unencoded +.
 */
export const publicFormats: Record<string, { format?: string; pattern?: string; sent?: string }> = {
  text: {},
  name: {},
  "stored-name": {},
  date: { format: "date", sent: `^${day}$` },
  "date-time": { format: "date-time", sent: `^${day}${time}$` },
  "query-date-time": { format: "date-time", sent: `^${day}${time}$` },
  "date-or-date-time": { format: "date-or-date-time", pattern: `^${day}(${anyTime})?$` },
  currency: { format: "currency", sent: `^(${Intl.supportedValuesOf("currency").join("|")})$` },
  "time-zone": { format: "time-zone", pattern: `^(${zones}|[A-Za-z][A-Za-z0-9_+/-]*)$` },
};
