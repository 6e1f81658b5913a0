import { interpolations } from "@traffic-policy/policy-language";
import { decodeUtf8 } from "@traffic-policy/policy-language/internal";
import { next, type ActionEffect, type ConfigReader } from "../action/effect.ts";
import { isSame, utf8 } from "../bytes.ts";
import { ResponseState } from "../exchange/response-state.ts";
import { fromBase64 } from "../expression/base64.ts";
import { ActionFailure, type Run } from "../run/run.ts";

const basicAuth: ActionEffect = (config) => {
  const credentials = readCredentials(config);
  const realm = config.text("realm") ?? "ngrok";
  const enforce = config.boolean("enforce") ?? true;
  return (run) => {
    const accepted = credentials.map((one) => one(run));
    run.checkKnown(run.request?.headers.get("authorization"));
    const presented = presentedIn(run);
    // All of them are compared, so that the time does not tell which one was near.
    const matches = accepted.filter((pair) => presented?.pair && isSame(pair, presented.pair));
    const authorized = matches.length > 0;
    const texts = accepted.map((pair) => decodeUtf8(pair) ?? "");
    if (!authorized && presented !== undefined) run.checkKnown(texts);
    run.leave({
      "actions.ngrok.basic_auth.credentials.presented": presented !== undefined,
      "actions.ngrok.basic_auth.credentials.username": presented?.username ?? "",
      "actions.ngrok.basic_auth.credentials.authorized": authorized,
    });
    if (authorized) return next;
    const reason =
      presented === undefined ? "No credentials are presented." : "The credentials are wrong.";
    if (!enforce) return { kind: "next", note: `${reason} It is not enforced.` };
    const challenge = `Basic realm="${realm.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;
    const response = new ResponseState({
      status: 401,
      headers: { "www-authenticate": challenge, "content-length": "0" },
    });
    return { kind: "answer", response, note: reason };
  };
};

export default basicAuth;

function readCredentials(config: ConfigReader): readonly ((run: Run) => Uint8Array)[] {
  const texts = config.texts("credentials");
  if (texts === undefined) {
    config.missing("credentials");
    return [];
  }
  const templates = config.templates("credentials") ?? [];
  return templates.map((template, index) => {
    const literal = template.isPlain ? (texts[index] ?? "") : literalOf(texts[index] ?? "");
    if (template.isPlain && !literal.includes(":")) {
      config.problem(
        ["credentials", index],
        "A credential must be a user and a password with a colon between.",
      );
    }
    const colons = Math.max(countColons(literal), 1);
    return (run) => {
      const pair = template.toText(run);
      // Another colon from an expression would move the end of the name.
      if (countColons(pair) !== colons) {
        throw new ActionFailure(
          `The credential ${index + 1} has a colon too many or none after its expressions are replaced.`,
        );
      }
      return utf8(pair);
    };
  });
}

function literalOf(text: string): string {
  return interpolations(text)
    .parts.map((part) => (part.kind === "text" ? part.text : ""))
    .join("");
}

function countColons(text: string): number {
  return text.split(":").length - 1;
}

/** Returns the credentials of a request; undefined without any of this scheme. Source: RFC 7617, section 2. */
function presentedIn({
  request,
}: Run): { readonly username: string; readonly pair?: Uint8Array } | undefined {
  const [, encoded] = /^basic +(\S*) *$/i.exec(request?.headers.first("authorization") ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const pair = fromBase64(encoded);
  const colon = pair?.indexOf(0x3a) ?? -1;
  if (pair === undefined || colon < 0) return { username: "" };
  return { username: decodeUtf8(pair.subarray(0, colon)) ?? "", pair };
}
