/** The texts of `/authorize`, and of the list of connected programs. */
export const grants = {
  title: (program: string) => `Connect “${program}”?`,
  lead: (program: string, organization: string) =>
    `“${program}” is asking to use Stint on your behalf in the organization “${organization}”.`,
  caution: "Continue only if you have just started this yourself.",
  loading: "Loading the request…",
  describedBy: (host: string) => `Information about this program comes from ${host}.`,
  registered: "This program chose its own name, and nobody has verified it.",
  goesTo: (host: string) => `Access will be given to ${host}.`,
  goesToMachine: (host: string) => `Access will be given to a program on this computer (${host}).`,
  otherOrganization: "Switch organization",
  scopes: "What it can do",
  ends: "Connection expires",
  never: "When I disconnect it, or after 30 days without use",
  connect: "Connect",
  decline: "Decline",
  back: (host: string) => `Back to the program (${host})`,
  connected: "Connected. You can close this page and return to the program.",
  declined: "Declined. You can close this page and return to the program.",
  mayNot: "Your organization doesn’t let you connect programs. Ask an owner or admin.",
  faulty: "The program can’t be connected, because its request is invalid:",
  damaged: "The address of this page is incomplete or invalid. Start again in the program.",
  problems: {
    unknown_client:
      "This program isn’t registered here, or its registration has been removed. Remove the connection in the program, and add it again.",
    wrong_redirect_uri:
      "The request would give access to an address that doesn’t belong to the program. Someone may be trying to get access to your time. Close this page.",
    unreadable_client: "The program’s description couldn’t be loaded from its website. Try again later.",
  } as Record<string, string>,
  programs: "Connected programs",
  programsLead:
    "Connected programs, such as AI assistants, act on behalf of the person who connected them, and only within the limits listed here.",
  empty: "No connected programs. To connect one, enter the address of this server, followed by /mcp, in the program.",
  address: (url: string) => `Address for programs: ${url}`,
  guide: "How to connect an assistant",
  connectedOn: (day: string) => `connected ${day}`,
  end: "Disconnect…",
  endTitle: (program: string) => `Disconnect “${program}”?`,
  endLead: "It loses access immediately. You can connect it again later.",
  endDo: "Disconnect",
  ended: "Program disconnected",
};
