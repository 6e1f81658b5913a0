import { next, type ActionEffect } from "../action/effect.ts";
import { readRewrite } from "../action/rewrite.ts";
import { parseUrl } from "../exchange/url.ts";

const urlRewrite: ActionEffect = (config) => {
  const rewrite = readRewrite(config);
  return (run) => {
    const url = run.orUnknown(
      () => rewrite(run),
      (unknown) => run.request && run.setUrl({ ...run.request.url, path: `/${unknown}` }),
      { what: "req.url", path: config.path },
    );
    if (!url.ok) return { kind: "fail", message: url.message };
    run.leave({
      "actions.ngrok.url_rewrite.matches": url.matches,
      "actions.ngrok.url_rewrite.url": url.after,
      "actions.ngrok.url_rewrite.error.code": "",
      "actions.ngrok.url_rewrite.error.message": "",
    });
    if (url.before === url.after) return { kind: "next", note: "The URL stays the same." };
    const parts = parseUrl(url.after);
    if (parts === undefined) {
      return { kind: "fail", message: `The result is not a URL: ${url.after}` };
    }
    run.setUrl(parts);
    return next;
  };
};

export default urlRewrite;
