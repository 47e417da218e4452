/** The texts about calendars that the person has subscribed to. */
export const calendars = {
  none: "You haven’t added any yet.",
  title: "Other calendars",
  lead: "Their events appear here as suggestions, which one press turns into time entries. Only you see them.",
  add: "Add calendar",
  name: "Name",
  address: "Address",
  addressHint: "Your calendar program calls it “secret address in iCal format”, “ICS link” or similar.",
  read: (when: string) => `last read ${when}`,
  unreadable: (reason: string) => `Can’t be read at the moment: ${reason}`,
  remove: "Remove",
  removeNamed: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove the calendar ${name}?`,
  removeLead: "Its events disappear here. Time entries that you made from them stay.",
  removed: (name: string) => `${name} removed`,
};
