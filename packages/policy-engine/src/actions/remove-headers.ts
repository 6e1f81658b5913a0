import { next, type ActionEffect } from "../action/effect.ts";

const removeHeaders: ActionEffect = (config) => {
  const headers = config.headerNames("headers") ?? [];
  return (run) => {
    const message = run.response ?? run.request;
    const removed = headers.filter((name) => message?.headers.has(name.toLowerCase()));
    for (const name of headers) run.changeHeader(name, "remove");
    run.leave({ "actions.ngrok.remove_headers.headers_removed": removed });
    return next;
  };
};

export default removeHeaders;
