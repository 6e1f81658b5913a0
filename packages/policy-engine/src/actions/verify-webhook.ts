import { next, type ActionEffect } from "../action/effect.ts";
import { refusal } from "../action/refusal.ts";
import { bodyBytes } from "../exchange/message.ts";
import { ResponseState } from "../exchange/response-state.ts";
import type { Run } from "../run/run.ts";

const code = "ERR_NGROK_3204";

const verifyWebhook: ActionEffect = (config) => {
  const { webhooks } = config.libraries;
  const name = config.text("provider");
  const secret = config.template("secret");
  const enforce = config.boolean("enforce") ?? true;
  if (name === undefined) config.missing("provider");
  if (secret === undefined) config.missing("secret");
  const provider = name === undefined ? undefined : webhooks?.providers.get(name);
  return (run) => {
    const { request } = run;
    if (webhooks === undefined || provider === undefined || request === undefined) {
      const message = `"${name ?? ""}" is no provider that is known; give a stub of this type as an option.`;
      return { kind: "not-simulated", message };
    }
    const read = request.hasBody ? run.bodyOf(request) : { body: "" };
    if ("missing" in read) {
      const message = `The body of the request is signed, and ${read.missing}.`;
      return { kind: "not-simulated", message };
    }
    const key = secret?.toText(run) ?? "";
    const result = webhooks.verifyWebhook(
      provider,
      {
        method: request.method,
        url: request.sentUrl,
        headers: request.headers,
        body: bodyBytes(read.body),
      },
      key,
      { now: run.now, tolerance: run.options.webhookTolerance * 1000 },
    );
    const isUnsigned = result.kind === "wrong" && saysUnsigned.test(result.reason);
    if (!isUnsigned) run.checkKnown([key, request.headers.fields, request.body]);
    switch (result.kind) {
      case "unknown": {
        const message = `Webhooks of "${name ?? ""}" are not verified: ${result.reason}.`;
        return { kind: "not-simulated", message };
      }
      case "verified":
        leave(run, true, "", "");
        return next;
      case "challenge": {
        leave(run, true, "", "");
        const headers = { "content-type": "application/json" };
        const response = new ResponseState({ headers, body: result.answer });
        return { kind: "answer", response, note: "It answers a challenge of the provider." };
      }
      case "wrong":
        leave(run, false, code, result.reason);
        if (enforce) return refusal(403, code, result.reason);
        return { kind: "next", note: `${result.reason} It is not enforced.` };
    }
  };
};

export default verifyWebhook;

const saysUnsigned = /^The request has no /;

function leave(run: Run, verified: boolean, errorCode: string, message: string): void {
  run.leave({
    "actions.ngrok.verify_webhook.verified": verified,
    "actions.ngrok.verify_webhook.error.code": errorCode,
    "actions.ngrok.verify_webhook.error.message": message,
  });
}
