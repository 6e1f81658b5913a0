import { bodyText } from "../exchange/message.ts";
import { decoded, isSame, utf8 } from "../bytes.ts";
import { hmacOf } from "./hashes.ts";
import type { WebhookRequest, WebhookVerdict } from "./scheme.ts";

/** Verifies a webhook of Hygraph, which signs a JSON object that contains the body as text. */
export function verifyHygraph({ headers, body }: WebhookRequest, secret: string): WebhookVerdict {
  const header = headers.first("gcms-signature");
  const [, sign, environment, time] =
    /^sign=([^,]+), env=([^,]+), t=(\d+)$/.exec(header ?? "") ?? [];
  if (sign === undefined || time === undefined) {
    return {
      kind: "wrong",
      reason: "The request has no header gcms-signature with sign, env and t.",
    };
  }
  const signed = { Body: bodyText(body), EnvironmentName: environment, TimeStamp: Number(time) };
  const given = decoded(sign, "base64");
  const right = hmacOf("sha256", utf8(secret), utf8(JSON.stringify(signed)));
  return given !== undefined && isSame(right, given)
    ? { kind: "verified", time: { text: time, unit: "number" } }
    : { kind: "wrong", reason: "The signature is wrong." };
}
