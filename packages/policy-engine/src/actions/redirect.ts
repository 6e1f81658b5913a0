import { type ActionEffect, headerValues } from "../action/effect.ts";
import { readRewrite } from "../action/rewrite.ts";
import { ResponseState } from "../exchange/response-state.ts";
import { hostAndPort, parseUrl } from "../exchange/url.ts";

const defaultStatus = 302;

const redirect: ActionEffect = (config) => {
  const rewrite = readRewrite(config);
  const status = config.number("status_code") ?? defaultStatus;
  const headers = config.headers("headers");
  return (run) => {
    const url = rewrite(run);
    if (!url.ok) return { kind: "fail", message: url.message };
    const target = absolute(url.after, url.before);
    run.leave({
      "actions.ngrok.redirect.matches": url.matches,
      "actions.ngrok.redirect.url": target,
      "actions.ngrok.redirect.error.code": "",
      "actions.ngrok.redirect.error.message": "",
    });
    if (url.before === target) return { kind: "next", note: "The URL stays the same." };
    const fields = headerValues(headers, run);
    const response = new ResponseState({ status, headers: fields });
    response.headers.set("location", target);
    response.headers.set("content-length", "0");
    return { kind: "answer", response };
  };
};

export default redirect;

/** Completes a bare path with the scheme and host of the request. Source: facts/behaviour.json, redirect. */
function absolute(url: string, before: string): string {
  const of = parseUrl(before);
  if (of === undefined || !/^\/(?!\/)/.test(url)) return url;
  return `${of.scheme}://${hostAndPort(of)}${url}`;
}
