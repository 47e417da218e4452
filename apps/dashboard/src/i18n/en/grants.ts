/** The texts of `/authorize`, and of the list of connected programs. */
export const grants = {
  title: (program: string) => `Connect “${program}”?`,
  lead: (program: string, organization: string) =>
    `“${program}” is asking to use Stint on your behalf in the organization “${organization}”.`,
  caution: "Continue only if you have just started this yourself.",
  loading: "Reading the request…",
  describedBy: (host: string) => `${host} vouches for this program.`,
  registered: "Nobody vouches for this program’s name: it registered itself.",
  goesTo: (host: string) => `It will receive access at ${host}.`,
  goesToMachine: (host: string) => `It will receive access on this computer (${host}).`,
  otherOrganization: "Switch organization",
  scopes: "What it can do",
  ends: "The connection ends",
  never: "When I disconnect it, or after 30 days without use",
  connect: "Connect",
  decline: "Decline",
  back: "Back to the program",
  connected: "Connected. You can close this page and return to the program.",
  declined: "Declined. You can close this page and return to the program.",
  mayNot: "Your organization doesn’t let you connect programs. Ask an owner or admin.",
  faulty: "The program’s request is faulty, so it can’t be connected:",
  damaged: "The address of this page is damaged. Start again in the program.",
  problems: {
    unknown_client:
      "This program isn’t registered here, or no longer is. Remove the connection in the program, and add it again.",
    wrong_redirect_uri:
      "The request names an address that doesn’t belong to the program. Someone may be trying to get access to your time. Close this page.",
    unreadable_client: "The program’s description on the internet couldn’t be read. Try again later.",
  } as Record<string, string>,
  programs: "Connected programs",
  programsLead:
    "Connected programs, such as AI assistants, act on behalf of the person who connected them, within these limits.",
  empty: "No connected programs. To connect one, enter the address of this server, followed by /mcp, in the program.",
  address: (url: string) => `Address for programs: ${url}`,
  guide: "How to connect an assistant",
  connectedOn: (day: string) => `connected ${day}`,
  end: "Disconnect…",
  endTitle: (program: string) => `Disconnect “${program}”?`,
  endLead: "It loses access immediately. It can be connected again.",
  endDo: "Disconnect",
  ended: "Program disconnected",
};
