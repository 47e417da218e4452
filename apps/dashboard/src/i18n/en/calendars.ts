/** The texts about calendars that the person has subscribed to. */
export const calendars = {
  none: "You haven’t added any calendars yet.",
  title: "Other calendars",
  lead: "Events from these calendars appear here as suggestions that you can add as time entries. Only you can see them.",
  add: "Add calendar",
  name: "Name",
  address: "Address",
  addressHint: "Your calendar program calls it “secret address in iCal format”, “ICS link” or similar.",
  read: (when: string) => `last read ${when}`,
  unreadable: (reason: string) => `Can’t be read at the moment: ${reason}`,
  remove: "Remove",
  removeNamed: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove the calendar ${name}?`,
  removeLead: "Its events disappear from Stint. Time entries that you created from them stay.",
  removed: (name: string) => `${name} removed`,
};
