/** The texts of `/device`. */
export const device = {
  lead: "A program that you started is asking to use Stint on your behalf.",
  caution:
    "Continue only if you have just started this program yourself. Nobody from Stint or your organization will ever ask you to enter a code. If someone sends you a code, they’re trying to see and change your time.",
  code: "Code",
  codeHint: "Enter the code that the program shows, such as WDJB-MJHT.",
  goOn: "Continue",
  compare: "Does the program show the same code?",
  program: "Program",
  machine: "Machine",
  address: "Requested from",
  organization: "Organization",
  keyName: "API key name",
  validUntil: "Code valid until",
  isMine: "I started this program, and it shows this code",
  connect: "Connect",
  deny: "Deny",
  otherCode: "Enter another code",
  connecting: "You can go back to the program. It connects within a few seconds.",
  connected: (name: string) => `The program is connected and uses the API key “${name}”. You can close this page.`,
  denied: "You denied the request. The program has no access to your time.",
  manage: "Show API keys",
};
