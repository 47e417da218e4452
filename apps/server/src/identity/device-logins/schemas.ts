import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { scopes } from "#identity/access.ts";
import { CreateApiKey, scopeWords } from "#identity/api-keys/management/schemas.ts";
import { Closed, Instant, Nullable, OneOf, Text } from "#platform/http/contract/schemas.ts";

/** The person who approves a login sees these names, so the pattern rejects sentences and URLs. */
const plainName = (description: string, example: string) =>
  Type.String({
    pattern: "^[A-Za-z0-9][A-Za-z0-9 ._-]*$",
    maxLength: 64,
    description: `${description} Letters, digits, spaces, dots, dashes and underscores.`,
    examples: [example],
  });

const program = plainName("The name of the program.", "stint");
const machine = plainName("The name of the machine that it runs on.", "laptop");

export const StartDeviceLogin = Closed(
  {
    program,
    machine,
    scopes: Type.Optional(
      scopeWords("What the program needs. The page suggests it to the person, who may choose otherwise."),
    ),
  },
  { examples: [{ program: "stint", machine: "laptop" }] },
);

export type StartDeviceLogin = Static<typeof StartDeviceLogin>;

export const StartedDeviceLogin = Type.Object({
  deviceCode: Type.String({ description: "The code that the program sends when it polls. Keep it secret." }),
  userCode: Type.String({ description: "The code that the person compares or types.", examples: ["WDJB-MJHT"] }),
  verificationUri: Type.String({
    description: "The page where the person enters the code.",
    examples: ["https://time.example.com/device"],
  }),
  verificationUriComplete: Type.String({
    description: "The same page with the code filled in.",
    examples: ["https://time.example.com/device?code=WDJB-MJHT"],
  }),
  expiresInSeconds: Type.Integer({ description: "How long both codes are valid.", examples: [600] }),
  intervalSeconds: Type.Integer({ description: "How long to wait between two polls.", examples: [5] }),
});

export const FetchDeviceKey = Closed(
  {
    deviceCode: Text({
      maxLength: 200,
      description: "The program's code.",
      examples: ["3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    }),
  },
  { examples: [{ deviceCode: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }] },
);

export const FetchedDeviceKey = Type.Object({
  apiKey: Type.String({ description: "The API key. Store it: after a minute it can't be fetched again." }),
});

const userCode = Text({
  maxLength: 64,
  description: "The code that the program shows; case and dashes don't matter.",
  examples: ["WDJB-MJHT"],
});

export const FindDeviceLogin = Closed({ userCode }, { examples: [{ userCode: "WDJB-MJHT" }] });

export const ApproveDeviceLogin = Closed(
  {
    userCode,
    scopes: Type.Optional({ ...CreateApiKey.properties.scopes, default: ["timer"] }),
    expiresAt: CreateApiKey.properties.expiresAt,
  },
  { examples: [{ userCode: "WDJB-MJHT", scopes: ["timer"] }] },
);
export type ApproveDeviceLogin = Static<typeof ApproveDeviceLogin>;

export const DeviceLogin = Type.Object(
  {
    program,
    machine,
    keyName: Type.String({ description: "The name of the API key to be created.", examples: ["stint on laptop"] }),
    address: Type.String({
      description: "The network address from which the program started the login.",
      examples: ["203.0.113.7"],
    }),
    scopes: Nullable(
      Type.Array(OneOf(scopes), {
        description: "What the program asks for or, once it is approved, may do; null if it asks for nothing.",
      }),
    ),
    status: OneOf(["pending", "approved", "issued"], {
      description: "`approved`: the program may fetch its key; `issued`: it has.",
    }),
    createdAt: Instant("When the program started the login."),
    expiresAt: Instant("When the code stops being valid."),
  },
  {
    $id: "DeviceLogin",
    examples: [
      {
        program: "stint",
        machine: "laptop",
        keyName: "stint on laptop",
        address: "203.0.113.7",
        scopes: null,
        status: "pending",
        createdAt: "2026-03-02T08:00:00Z",
        expiresAt: "2026-03-02T08:10:00Z",
      },
    ],
  },
);
export type DeviceLogin = Static<typeof DeviceLogin>;
