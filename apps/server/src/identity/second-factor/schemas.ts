import { Type } from "#platform/http/contract/type/type.ts";
import { Closed, Text } from "#platform/http/contract/schemas.ts";

export const BegunSecondFactor = Type.Object({
  secret: Type.String({ description: "The secret to type into an authenticator app.", examples: ["JBSWY3DPEHPK3PXP"] }),
  otpauthUrl: Type.String({
    description: "The secret as an `otpauth:` URL, to show as a QR code.",
    examples: ["otpauth://totp/Stint:me%40example.com?issuer=Stint&secret=JBSWY3DPEHPK3PXP"],
  }),
});

export const ConfirmSecondFactor = Closed({
  code: Text({ maxLength: 20, description: "The code that the app currently shows.", examples: ["123456"] }),
});

export const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String({ examples: ["ABCDE-F2345"] }), {
    description: "Ten codes, each for one sign-in without the app. Shown only now.",
  }),
});
