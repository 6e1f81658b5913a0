import type { ActionEffect } from "../action/effect.ts";
import { headerValues } from "../action/header-values.ts";
import { readRewrite } from "../action/rewrite.ts";
import { ResponseState } from "../exchange/response-state.ts";

const defaultStatus = 302;

const redirect: ActionEffect = (config) => {
  const rewrite = readRewrite(config);
  const status = config.number("status_code") ?? defaultStatus;
  const headers = config.headers("headers");
  return (run) => {
    const url = rewrite(run);
    if (!url.ok) return { kind: "fail", message: url.message };
    run.leave({
      "actions.ngrok.redirect.matches": url.matches,
      "actions.ngrok.redirect.url": url.after,
      "actions.ngrok.redirect.error.code": "",
      "actions.ngrok.redirect.error.message": "",
    });
    if (url.before === url.after) return { kind: "next", note: "The URL stays the same." };
    const fields = headerValues(headers, run);
    const response = new ResponseState({ status, headers: fields });
    response.headers.set("location", url.after);
    response.headers.set("content-length", "0");
    return { kind: "answer", response };
  };
};

export default redirect;
